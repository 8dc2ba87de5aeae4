/** A message about alerts as the text of a chat: the state first, whole paragraphs up to the messenger's bound, and its end. */
import { wholeText } from '../text/cut-text.ts';
import { CHAT_TEXT_MAX, type MarkedText, type TextMark } from '../text/marked-text.ts';
import { ALERTS_PAGE } from './alerts-page.ts';
import { type AlertBlock, LOOK_LABEL, RAW_LABEL, type Tone } from './blocks.ts';
import { monitorUrl } from './message-links.ts';
import type { WrittenAlert } from './words.ts';

const signs: Readonly<Record<Tone, string>> = { down: '🔴', warning: '🟠', up: '🟢', neutral: '🔵' };

/** Of a text that grows, with marks. */
type Piece = readonly [text: string, what?: TextMark['what']];

const SUBJECT_MAX = 300;
const GAP = '\n\n';

/** @param panel Address of the environment. @param siteUrl Address of the site. */
export function chatTextOf(
  { subject, lines, tone, shown }: WrittenAlert,
  panel: string,
  siteUrl: string,
): MarkedText {
  const blocks = shown?.blocks ?? [];
  const [only, ...others] = blocks;
  const isMany = others.length > 0;
  const first: Piece[] = [[`${signs[tone]} ${wholeText(subject, SUBJECT_MAX)}`, 'bold']];
  const page = isMany ? null : monitorUrl(panel, only?.monitor ?? null);
  const last: Piece[] = [
    ...(shown?.notes ?? []).flatMap((note): Piece[] => [[note], [GAP]]),
    [`No painel: ${page ?? panel}`],
    [`\nAvisos: ${siteUrl}${ALERTS_PAGE}`],
  ];
  const said =
    blocks.length === 0
      ? lines.map((line): Piece[] => [[line]])
      : blocks.map((block, place) => paragraphOf(block, lines[place] ?? '', isMany));
  return joined([first, ...fitting(said, CHAT_TEXT_MAX - sizeOf([...first, [GAP], ...last])), last]);
}

/** One state; among many with its sign, and without what to look at. */
function paragraphOf({ tone, look, raw }: AlertBlock, sentence: string, isMany: boolean): Piece[] {
  if (isMany) return [[`${signs[tone]} ${sentence}`]];
  return [
    [sentence],
    ...(look === null ? [] : ([[`\n\n${LOOK_LABEL} ${look}`]] as const)),
    ...(raw === null || sentence.includes(raw) ? [] : ([[`\n\n${RAW_LABEL} `], [raw, 'code']] as const)),
  ];
}

const sizeOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, [text]) => sum + text.length, 0);

/** As many whole paragraphs as fit, and how many do not. */
function fitting(paragraphs: readonly (readonly Piece[])[], room: number): (readonly Piece[])[] {
  const rest = (left: number): Piece => [`E mais ${left}; veja no painel.`];
  const kept: (readonly Piece[])[] = [];
  let size = 0;
  for (const [place, each] of paragraphs.entries()) {
    const left = paragraphs.length - place - 1;
    size += sizeOf(each) + GAP.length;
    const needed = size + (left > 0 ? sizeOf([rest(left)]) + GAP.length : 0);
    if (needed > room) return [...kept, [rest(left + 1)]];
    kept.push(each);
  }
  return kept;
}

function joined(paragraphs: readonly (readonly Piece[])[]): MarkedText {
  const marks: TextMark[] = [];
  let text = '';
  for (const [place, pieces] of paragraphs.entries()) {
    if (place > 0) text += GAP;
    for (const [piece, what] of pieces) {
      if (what !== undefined) marks.push({ what, from: text.length, length: piece.length });
      text += piece;
    }
  }
  return { text, marks };
}
