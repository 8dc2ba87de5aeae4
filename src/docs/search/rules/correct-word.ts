/**
 * Corrects a misspelt word: the nearest word of the documentation.
 *
 * Owns: distance and choice. A slip is a wrong, missing, doubled or swapped letter; long words may have two.
 */
import { stemOf } from '#domain/text/tokens.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Shorter words have too many neighbours. */
const LETTERS_MIN = 4;
const LETTERS_FOR_TWO_SLIPS = 9;

/** Endings of the same verb: a reader who types "ligo" finds "ligue" and "ligar" and made no mistake. */
const verbEndings = 'o a e ar er ir ue am em ando endo indo ado ido ada ida ei ou'.split(' ');
const STEM_LETTERS_MIN = 3;
/** A shorter stem is that of too many words. */
const SWAPPED_STEM_LETTERS_MIN = 4;

/**
 * @param word As typed, in lower case without accents.
 * @returns The word itself when it is known, is the beginning or another form of a known word, or is too short or too
 * technical (a number, `chat_id`) to correct; `null` when no word is near.
 */
export function correctWord(word: string, vocabulary: Vocabulary): string | null {
  if (word.length < LETTERS_MIN || /[^a-z]/.test(word)) return word;
  if (vocabulary.isWhole(word) || vocabulary.beginningWith(word) !== undefined) return word;
  if (isInflected(word, vocabulary)) return word;
  return nearestOf(word, vocabulary) ?? unswapped(word, vocabulary);
}

function nearestOf(word: string, vocabulary: Vocabulary): string | null {
  let best: string | null = null;
  let fewest = (word.length >= LETTERS_FOR_TWO_SLIPS ? 2 : 1) + 1;
  for (const known of candidates(word, fewest - 1, vocabulary)) {
    if (strangers(known, word) >= fewest || strangers(word, known) >= fewest) continue;
    const count = slips(word, known, fewest);
    if (count >= fewest) continue;
    fewest = count;
    best = known;
  }
  return best;
}

/** With two letters swapped back, when that gives a form of a known word: "cacnelado" is no word of the articles, "cancele" is. */
function unswapped(word: string, vocabulary: Vocabulary): string | null {
  for (let place = 1; place < word.length - 1; place += 1) {
    const [first = '', second = ''] = word.slice(place, place + 2);
    const meant = word.slice(0, place) + second + first + word.slice(place + 2);
    if (vocabulary.beginningWith(meant.slice(0, SWAPPED_STEM_LETTERS_MIN)) === undefined) continue;
    const stem = stemOf(meant);
    if (stem.length >= SWAPPED_STEM_LETTERS_MIN && vocabulary.hasStem(stem)) return meant;
  }
  return null;
}

function isInflected(word: string, vocabulary: Vocabulary): boolean {
  return verbEndings.some((ending) => {
    const stem = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || stem.length < STEM_LETTERS_MIN) return false;
    return verbEndings.some((other) => vocabulary.has(stem + other));
  });
}

/**
 * True when a known word shares enough of its beginning to belong to the same family: "monitorado", "monitoramento".
 */
export function isOfKnownFamily(word: string, vocabulary: Vocabulary): boolean {
  const beginning = word.slice(0, Math.max(LETTERS_MIN, word.length - 4));
  return word.length > LETTERS_MIN && vocabulary.beginningWith(beginning) !== undefined;
}

/** First letters that sound the same: "cidade" and "sidade". */
const alike: Readonly<Record<string, string>> = {
  c: 'skq',
  s: 'cxz',
  k: 'cq',
  q: 'kc',
  g: 'j',
  j: 'g',
  e: 'i',
  i: 'e',
  x: 's',
  z: 's',
  o: 'u',
  u: 'o',
};

/**
 * Words of about the same length: those as long or longer first, because a letter is left out more often than added
 * ("slak" for "slack"). People seldom mistype the first letter; requiring it, or one that sounds the same, avoids
 * far-fetched corrections.
 */
const candidates = (word: string, slipsMax: number, { corrections }: Vocabulary): readonly string[] =>
  [0, 1, 2, -1, -2]
    .filter((step) => Math.abs(step) <= slipsMax)
    .flatMap((step) =>
      [word[0] ?? '', ...(alike[word[0] ?? ''] ?? '')].flatMap((first) =>
        corrections(first, word.length + step),
      ),
    );

/** How many letters of one word the other has not: never more than the slips, and quick to count. */
function strangers(word: string, other: string): number {
  let count = 0;
  for (const letter of word) if (!other.includes(letter)) count += 1;
  return count;
}

/** Damerau-Levenshtein distance (swapping two neighbours counts as one); stops at `limit`. */
export function slips(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    if (Math.min(...row) >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit;
}
