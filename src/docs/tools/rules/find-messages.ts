/**
 * Finds a pasted error message among those that an article explains.
 *
 * A pasted one has names and numbers of its own, so it is found where it has every word of an explained one; a few words typed
 * are found where they all stand. Pure.
 */

export interface ExplainedMessage {
  /** "read ECONNRESET ou socket hang up": one message, or several. */
  readonly title: string;
  /** All that is said of it, title included. */
  readonly text: string;
}

/** Small letters without accents; numbers other than HTTP codes are left out, because they are of one case. */
function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\d_]+/gu) ?? [])
    .map((word) => (/^[1-5]\d\d$/.test(word) ? word : word.replace(/\d/g, '')))
    .filter((word) => word !== '');
}

/** @returns Places in `all`, in its order; every one for an empty query. */
export function findMessages(all: readonly ExplainedMessage[], query: string): readonly number[] {
  const places = all.map((_, place) => place);
  const asked = wordsOf(query);
  if (asked.length === 0) return places;
  const withAll = places.filter((place) => {
    const words = wordsOf(all[place]?.text ?? '');
    return asked.every((word) => words.some((each) => each.startsWith(word)));
  });
  if (withAll.length > 0) return withAll;
  const known = new Set(asked);
  const whole = best(
    all.map(({ title }) => Math.max(0, ...messagesIn(title).map((each) => wordsIn(known, each)))),
  );
  if (whole.length > 0) return whole;
  // Nothing that is explained is in it as a whole: what has most of its words.
  const telling = new Set(asked.filter((word) => word.length >= 4));
  return best(all.map(({ text }) => new Set(wordsOf(text).filter((word) => telling.has(word))).size));
}

/** Places of the highest count; none where nothing was counted. */
function best(counts: readonly number[]): readonly number[] {
  const most = Math.max(0, ...counts);
  return most === 0 ? [] : [...counts.keys()].filter((place) => counts[place] === most);
}

/** The messages that a title names: "502, 503 ou 504" are three. A single word is one if it is a code. */
const messagesIn = (title: string): readonly string[] =>
  title
    .split(/ ou |, |…|:/)
    .filter((part, _, { length }) => length === 1 || /\S \S|[A-Z]{3}|\d{3}/.test(part));

/** How many words a message has, if all of them are known. */
function wordsIn(known: ReadonlySet<string>, message: string): number {
  const words = wordsOf(message);
  return words.every((word) => known.has(word)) ? words.length : 0;
}
