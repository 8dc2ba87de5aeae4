/**
 * Corrects a misspelt word: the nearest word of the documentation.
 *
 * Owns: distance and choice. A slip is a wrong, missing, doubled or swapped letter; long words may have two.
 */

/** Shorter words have too many neighbours. */
const LETTERS_MIN = 4;
const LETTERS_FOR_TWO_SLIPS = 9;

/** Endings of the same verb: a reader who types "ligo" finds "ligue" and "ligar" and made no mistake. */
const verbEndings = 'o a e ar er ir ue am em ando endo indo ado ido ada ida ei ou'.split(' ');
const STEM_LETTERS_MIN = 3;

/**
 * @param word As typed, in lower case without accents.
 * @param vocabulary Words of the documentation in the same spelling, the most frequent first.
 * @returns The word itself when it is known, is the beginning or another form of a known word, or is too short or too
 * technical (a number, `chat_id`) to correct; `null` when no word is near.
 */
export function correctWord(word: string, vocabulary: readonly string[]): string | null {
  if (word.length < LETTERS_MIN || /[^a-z]/.test(word)) return word;
  if (vocabulary.some((known) => known.startsWith(word) || known === word.replace(/s$/, ''))) return word;
  if (isInflected(word, vocabulary)) return word;
  const slipsMax = word.length >= LETTERS_FOR_TWO_SLIPS ? 2 : 1;
  let best: string | null = null;
  let fewest = slipsMax + 1;
  for (const known of vocabulary) {
    // People seldom mistype the first letter; requiring it avoids far-fetched corrections.
    if (known[0] !== word[0] && !sounds(known, word)) continue;
    if (Math.abs(known.length - word.length) > slipsMax) continue;
    const count = slips(word, known, fewest + 1);
    // Of two as near, the one that is not shorter: a letter is left out more often than added ("slak" for "slack").
    const isLonger =
      count === fewest && best !== null && best.length < word.length && known.length >= word.length;
    if (count >= fewest && !isLonger) continue;
    fewest = count;
    best = known;
  }
  return best;
}

function isInflected(word: string, vocabulary: readonly string[]): boolean {
  return verbEndings.some((ending) => {
    const stem = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || stem.length < STEM_LETTERS_MIN) return false;
    return verbEndings.some((other) => vocabulary.includes(stem + other));
  });
}

/**
 * True when a known word shares enough of its beginning to belong to the same family: "monitorado", "monitoramento".
 */
export function isOfKnownFamily(word: string, vocabulary: readonly string[]): boolean {
  const beginning = word.slice(0, Math.max(LETTERS_MIN, word.length - 4));
  return word.length > LETTERS_MIN && vocabulary.some((known) => known.startsWith(beginning));
}

/** True when both beginnings sound the same: "ospedagem" and "hospedagem", "cidade" and "sidade". */
function sounds(a: string, b: string): boolean {
  const alike = ['cs', 'ck', 'kq', 'cq', 'gj', 'ei', 'sx', 'zs', 'ou'];
  const pair = [a[0] ?? '', b[0] ?? ''];
  return alike.includes(pair.join('')) || alike.includes(pair.reverse().join(''));
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
