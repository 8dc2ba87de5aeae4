/** A message about alerts as the text of a chat: the state first, whole paragraphs up to the messenger's bound, and its end. */
import { wholeText } from '../text/cut-text.ts';
import { CHAT_TEXT_MAX, type MarkedText, type TextMark } from '../text/marked-text.ts';
import { ALERTS_PAGE } from './alerts-page.ts';
import { type AlertBlock, LOOK_LABEL, RAW_LABEL, type Tone } from './blocks.ts';
import { monitorUrl } from './message-links.ts';
import { withLink } from './own-text.ts';
import type { WrittenAlert } from './words.ts';

const signs: Readonly<Record<Tone, string>> = { down: '🔴', warning: '🟠', up: '🟢', neutral: '🔵' };

/** Of a text that grows, with marks. */
type Piece = readonly [text: string, what?: TextMark['what']];

const SUBJECT_MAX = 300;
const GAP = '\n\n';

/** What a message says in a chat, before a messenger gives it a form. */
export interface ChatParts {
  /** The state, in one line. */
  readonly title: string;
  /** What happened, and what is said beside it. */
  readonly body: MarkedText;
  /** The panel's page about it. */
  readonly page: string;
  /** Where recipients are chosen. */
  readonly alertsPage: string;
}

/** @param panel Address of the environment. @param siteUrl Address of the site. */
export function chatTextOf(written: WrittenAlert, panel: string, siteUrl: string): MarkedText {
  const { tone, subject } = written;
  const first: Piece[] = [[`${signs[tone]} ${wholeText(subject, SUBJECT_MAX)}`, 'bold']];
  const notes = notesOf(written).flatMap((note): Piece[] => [[note], [GAP]]);
  const last: Piece[] = [
    ...notes,
    [`No painel: ${pageOf(written, panel)}`],
    [`\nAvisos: ${siteUrl}${ALERTS_PAGE}`],
  ];
  const room = CHAT_TEXT_MAX - sizeOf([...first, [GAP], ...last]);
  return joined([first, ...fitting(saidIn(written, panel), room), last]);
}

/**
 * The parts of a message for chats that show links and colours by themselves.
 * @param max Code units of `body`.
 */
export function chatPartsOf(
  written: WrittenAlert,
  { panel, siteUrl, max }: { readonly panel: string; readonly siteUrl: string; readonly max: number },
): ChatParts {
  const notes = notesOf(written).map((note): Piece[] => [[note]]);
  const room = max - notes.reduce((sum, note) => sum + sizeOf(note) + GAP.length, 0);
  return {
    title: wholeText(written.subject, SUBJECT_MAX),
    body: joined([...fitting(saidIn(written, panel), room), ...notes]),
    page: pageOf(written, panel),
    alertsPage: `${siteUrl}${ALERTS_PAGE}`,
  };
}

const notesOf = ({ shown }: WrittenAlert): readonly string[] => shown?.notes ?? [];

function pageOf({ shown }: WrittenAlert, panel: string): string {
  const [only, ...others] = shown?.blocks ?? [];
  return (others.length > 0 ? null : monitorUrl(panel, only?.monitor ?? null)) ?? panel;
}

function saidIn({ lines, shown }: WrittenAlert, panel: string): readonly (readonly Piece[])[] {
  const blocks = shown?.blocks ?? [];
  return blocks.length === 0
    ? lines.map((line): Piece[] => [[line]])
    : blocks.map((block, place) => paragraphOf(block, lines[place] ?? '', blocks.length > 1, panel));
}

/** One state; among many with its sign, and without what to look at. */
function paragraphOf(block: AlertBlock, sentence: string, isMany: boolean, panel: string): Piece[] {
  const { tone, look, raw, own } = block;
  if (own !== undefined) return [[withLink(own, monitorUrl(panel, block.monitor) ?? panel)]];
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
