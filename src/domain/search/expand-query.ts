/**
 * What else a reader may have meant by the words typed into the search field.
 *
 * Owns: Portuguese singular and plural pairs that the index's stemmer keeps apart (instalação, instalações), typed
 * with or without accents. Does not own: searching, or what to do about typing errors.
 */

/** More variants cost a look into the index each and find nothing new. */
const VARIANTS_MAX = 12;

/** Ending as typed, without accents → the endings that belong to the same word; the longest typed ending wins. */
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

/**
 * All readings of a query, the one as typed first, then those that change fewest words.
 *
 * @param typed What stands in the field; letters in any case, spaces around allowed.
 * @returns An empty list for an empty query, at most twelve entries otherwise.
 */
export function expandQuery(typed: string): readonly string[] {
  const words = typed
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  let readings: { readonly text: string; readonly changes: number }[] = [{ text: '', changes: 0 }];
  for (const word of words) {
    readings = readings
      .flatMap(({ text, changes }) =>
        wordForms(word).map((form, index) => ({
          text: text === '' ? form : `${text} ${form}`,
          changes: changes + (index === 0 ? 0 : 1),
        })),
      )
      .sort((a, b) => a.changes - b.changes)
      .slice(0, VARIANTS_MAX);
  }
  return [...new Set(readings.map(({ text }) => text))];
}

/** The word as typed, its forms in the other number, and the same without accents. */
function wordForms(word: string): readonly string[] {
  const plain = withoutAccents(word);
  const rule = endings.find(([ending]) => plain.length > ending.length + 1 && plain.endsWith(ending));
  const stem = rule === undefined ? word : word.slice(0, word.length - rule[0].length);
  const related = rule === undefined ? [] : rule[1].map((ending) => stem + ending);
  return [...new Set([word, ...related, plain])];
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{Diacritic}/gu, '');
}
