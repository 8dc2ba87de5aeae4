/** The type of a monitor in the words of people, of the panel and of other services. */

const words: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['site', 'website', 'web', 'https', 'url'].map((word) => [word, 'http'])),
  ...Object.fromEntries(
    ['palavrachave', 'httpkeyword', 'httpskeyword', 'httpspalavrachave'].map((word) => [word, 'keyword']),
  ),
  ...Object.fromEntries(['tcp', 'porta', 'tcpport'].map((word) => [word, 'port'])),
  icmp: 'ping',
  heartbeat: 'push',
  jsonquery: 'json-query',
  httpsjsonquery: 'json-query',
  httpsconsultajson: 'json-query',
};

/** The type as the instance names it, where the word is known; else the word itself. */
export function typeOfWord(word: string): string {
  const written = word.trim().toLowerCase().replaceAll('_', '-');
  const plain = written.normalize('NFD').replace(/[^a-z\d]/g, '');
  return (Object.hasOwn(words, plain) ? words[plain] : undefined) ?? written;
}
