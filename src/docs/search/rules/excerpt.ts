/** What a result shows: the passage with most of the question's words, and its title, with the words found marked. */

import type { Token } from '#domain/text/tokens.ts';
import type { Nearness } from './nearness.ts';

export interface ExcerptPart {
  readonly text: string;
  readonly isMatch: boolean;
}

const WORDS_MAX = 28;
/** Words that only mean something similar are shown but not highlighted. */
const MARK_MIN = 0.4;
/** Words shown before the first match. */
const WORDS_BEFORE = 4;

/** @param nearness One function per word of the question. */
export function excerptOf(
  text: string,
  textTokens: readonly Token[],
  nearness: readonly Nearness[],
): readonly ExcerptPart[] {
  const tokens = measured(textTokens, nearness);
  const first = densest(tokens.map(({ near }) => near));
  const from = Math.max(0, Math.min(first - WORDS_BEFORE, tokens.length - WORDS_MAX));
  const shown = tokens.slice(from, from + WORDS_MAX);
  const start = from === 0 ? 0 : (shown[0]?.start ?? 0);
  const last = from + WORDS_MAX >= tokens.length ? text.length : (shown.at(-1)?.end ?? text.length);
  return [
    ...(from > 0 ? [{ text: '… ', isMatch: false }] : []),
    ...marked(text, start, last, shown),
    ...(last < text.length ? [{ text: ' …', isMatch: false }] : []),
  ];
}

/** The whole of a title, in parts. */
export const markedTitle = (
  title: string,
  tokens: readonly Token[],
  nearness: readonly Nearness[],
): readonly ExcerptPart[] => marked(title, 0, title.length, measured(tokens, nearness));

interface MeasuredToken extends Token {
  readonly near: readonly number[];
}

const measured = (tokens: readonly Token[], nearness: readonly Nearness[]): readonly MeasuredToken[] =>
  tokens.map((token) => ({ ...token, near: nearness.map((near) => near(token)) }));

function marked(
  text: string,
  from: number,
  to: number,
  tokens: readonly MeasuredToken[],
): readonly ExcerptPart[] {
  const parts: ExcerptPart[] = [];
  let at = from;
  const add = (part: string, isMatch: boolean): void => {
    if (part !== '') parts.push({ text: part, isMatch });
  };
  for (const { start, end, near } of tokens) {
    if (Math.max(...near) < MARK_MIN) continue;
    add(text.slice(at, start), false);
    add(text.slice(start, end), true);
    at = end;
  }
  add(text.slice(at, to), false);
  return parts;
}

/** Start of the passage with most of the words, each counted once. */
function densest(near: readonly (readonly number[])[]): number {
  let best = 0;
  let most = 0;
  near.forEach((words, start) => {
    if (Math.max(0, ...words) === 0) return;
    const passage = near.slice(start, start + WORDS_MAX - WORDS_BEFORE);
    const matched = words.reduce(
      (sum, _word, index) => sum + Math.max(...passage.map((one) => one[index] ?? 0)),
      0,
    );
    if (matched <= most) return;
    most = matched;
    best = start;
  });
  return best;
}
