/**
 * Words that a shop owner does not know. Sign-up, provisioning and the mails of the first hour do without them, or say
 * at the first use what is meant: where the requirements spell the word, or nothing else will do.
 */

interface OwnerWord {
  readonly word: RegExp;
  /** Says what it means; `null` where it is not written at all. */
  readonly meant: RegExp | null;
}

const words: readonly OwnerWord[] = [
  // Whole sentences of the requirements (000 §5, §8) have the first, a label has the second, a step the third.
  { word: /subdomínios?/i, meant: /O começo do endereço do painel/ },
  { word: /Acessar ambiente/, meant: /o seu painel, onde você vê os seus sites/ },
  { word: /políticas de segurança/i, meant: /Só entram você e as pessoas que você convidar/ },
  { word: /monitor(?:es)?(?!\p{L})/iu, meant: /um por site ou serviço|Um monitor vigia um site ou serviço/ },
  { word: /(?<!Acessar )ambientes?(?!\p{L})/iu, meant: null },
  { word: /clusters?(?!p{L})/i, meant: null },
  { word: /intervalo mínimo/i, meant: null },
  { word: /instâncias?(?!\p{L})/iu, meant: null },
  { word: /(?<!\p{L})destinos?(?!\p{L})/iu, meant: null },
  { word: /kuma\.db/i, meant: null },
  // The message of a check, behind what it means and what to look at.
  { word: /\bE[A-Z]{5,}\b/, meant: /O que olhar/ },
  // “Implantação assistida” is a feature's name.
  { word: /(?<!\p{L})implantação(?! assistida)/iu, meant: null },
  { word: /(?<!\p{L})tenants?(?!\p{L})/iu, meant: null },
];

/** How far behind the first use of a word its meaning may stand: the same field, step or sentence. */
const NEAR = 220;

/**
 * Words of a page's or mail's text that are used before anything says what they mean.
 *
 * @param near How many characters later the meaning may stand; any number once the page was read before.
 */
export function unexplainedWords(text: string, near: number = NEAR): string[] {
  const flat = text.replace(/\s+/g, ' ');
  return words.flatMap(({ word, meant }) => {
    const used = word.exec(flat);
    if (used === null) return [];
    const at = meant === null ? -1 : flat.search(meant);
    const end = used.index + used[0].length;
    return at >= 0 && at <= end + near
      ? []
      : [`${used[0]}: ${flat.slice(Math.max(0, used.index - 40), end + 20)}`];
  });
}

/** The text of a page with a space between its parts, as they are read. */
export function readText(root: Element): string {
  const parts: string[] = [];
  const walker = root.ownerDocument.createTreeWalker(root, 4 /* NodeFilter.SHOW_TEXT */);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!/^(?:SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(node.parentElement?.tagName ?? ''))
      parts.push(node.nodeValue ?? '');
  }
  return parts.join(' ');
}
