/**
 * Finds which of a few short texts match a query: the FAQ of the support page.
 *
 * Written by hand: with some twenty-five questions the page's own words are the index, and prefixes find them. The
 * documentation's search (read-question.ts) can do more but weighs more.
 */
export interface Findable {
  readonly question: string;
  readonly answer: string;
}

const WORD_LENGTH_MIN = 2;
/** Words that appear in any question and carry no meaning. */
const emptyWords: ReadonlySet<string> = new Set(
  (
    'as com como da de do em esta eu faco fazer ha isso me meu meus minha minhas na nao no onde os ou ' +
    'para pelo por posso qual quais quando quanto quantos que quem quero se ser sao tem tenho um uma voce voces'
  ).split(' '),
);
/** A match in the answer counts less than one in the question. */
const IN_ANSWER = 0.6;

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** "cobranças" → "cobran", the prefix of its other forms. Empty while too little is typed. */
const beginningsOf = (typed: string): readonly string[] =>
  (fold(typed).match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length >= WORD_LENGTH_MIN && !emptyWords.has(word))
    .map((word) => word.slice(0, Math.max(4, word.length - 3)));

/** Indices into the list, best first: all whose score comes near the best. `null` while too little is typed. */
export function findQuestions(typed: string, entries: readonly Findable[]): readonly number[] | null {
  const beginnings = beginningsOf(typed);
  if (beginnings.length === 0) return null;
  const scored = entries.map(({ question, answer }, index) => {
    const [asked, answered] = [` ${fold(question)}`, ` ${fold(answer)}`];
    const scores = beginnings.map((beginning) => {
      const start = new RegExp(String.raw`[^\p{L}\p{N}]${beginning}`, 'u');
      return start.test(asked) ? 1 : start.test(answered) ? IN_ANSWER : 0;
    });
    return { index, score: scores.reduce<number>((sum, score) => sum + score, 0) };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > best / 2)
    .toSorted((a, b) => b.score - a.score)
    .map(({ index }) => index);
}
