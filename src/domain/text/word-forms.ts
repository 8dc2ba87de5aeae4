/**
 * The forms of a word: singular and plural, with and without accents.
 *
 * Owns: Portuguese singular and plural pairs that the index's stemmer separates (instalação, instalações). Does not
 * own: searching, misspellings (correct-word.ts) or synonyms (everyday-words.ts).
 */

/** Ending as typed, without accents → the endings of the same word; the longest match wins. */
const endings: readonly (readonly [typed: string, same: readonly string[]])[] = [
  ['coes', ['ção', 'ções', 'cao', 'coes']],
  ['cao', ['ção', 'ções', 'cao', 'coes']],
  ['oes', ['ão', 'ões', 'ao', 'oes']],
  ['aes', ['ão', 'ães', 'ao', 'aes']],
  ['ao', ['ão', 'ões', 'ães', 'ao', 'oes']],
  ['ais', ['al', 'ais']],
  ['eis', ['el', 'éis', 'eis', 'il']],
  ['ois', ['ol', 'óis', 'ois']],
  ['uis', ['ul', 'uis']],
  ['al', ['al', 'ais']],
  ['el', ['el', 'éis', 'eis']],
  ['ol', ['ol', 'óis', 'ois']],
  ['ul', ['ul', 'uis']],
  ['il', ['il', 'is', 'eis']],
  ['ens', ['em', 'ens', 'êns']],
  ['ns', ['m', 'ns']],
  ['em', ['em', 'ens']],
  ['im', ['im', 'ins']],
  ['om', ['om', 'ons']],
  ['um', ['um', 'uns']],
  ['res', ['r', 'res']],
  ['zes', ['z', 'zes']],
];

/** The word as typed, its singular or plural forms, and the same without accents. */
export function wordForms(word: string): readonly string[] {
  const plain = withoutAccents(word);
  const rule = endings.find(([ending]) => plain.length > ending.length + 1 && plain.endsWith(ending));
  const stem = rule === undefined ? word : word.slice(0, word.length - rule[0].length);
  const related = rule === undefined ? [] : rule[1].map((ending) => stem + ending);
  return [...new Set([word, ...related, plain])];
}

export function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{Diacritic}/gu, '');
}
