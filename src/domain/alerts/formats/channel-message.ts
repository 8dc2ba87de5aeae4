/** What every team's channel is told: the message, and where its links lead. */
import type { Tone } from '../blocks.ts';
import type { WrittenAlert } from '../words.ts';

export interface ChannelMessage {
  readonly written: WrittenAlert;
  /** Address of the environment. */
  readonly panel: string;
  readonly siteUrl: string;
  /** Of "Estou vendo"; `null` where there is nothing to look after. */
  readonly seenUrl: string | null;
}

/** Requirements 001 §9: offline, online and maintenance; what only informs has the brand's own colour. */
export const toneColors: Readonly<Record<Tone, string>> = {
  down: '#ff4444',
  up: '#44ff44',
  warning: '#ffaa44',
  neutral: '#ffaa44',
};

export const linkWords = { panel: 'Abrir no painel', alerts: 'Quem recebe', seen: 'Estou vendo' } as const;

/** Where a message leads, in its order: the address and its words. */
export const linksOf = (
  { seenUrl }: ChannelMessage,
  { page, alertsPage }: { readonly page: string; readonly alertsPage: string },
): readonly (readonly [url: string, words: string])[] => [
  ...(seenUrl === null ? [] : [[seenUrl, linkWords.seen] as const]),
  [page, linkWords.panel],
  [alertsPage, linkWords.alerts],
];

const LESS = 0.8;
/** Of so little there are only the counts, which always fit. */
const SHORTEST = 20;

/** A text in parts, each plain or marked, in order. */
export function runsOf({
  text,
  marks,
}: {
  readonly text: string;
  readonly marks: readonly {
    readonly what: 'bold' | 'code';
    readonly from: number;
    readonly length: number;
  }[];
}): readonly { readonly text: string; readonly what: 'plain' | 'bold' | 'code' }[] {
  const runs: { text: string; what: 'plain' | 'bold' | 'code' }[] = [];
  let at = 0;
  for (const { what, from, length } of marks) {
    if (from > at) runs.push({ text: text.slice(at, from), what: 'plain' });
    runs.push({ text: text.slice(from, from + length), what });
    at = from + length;
  }
  if (at < text.length) runs.push({ text: text.slice(at), what: 'plain' });
  return runs;
}

/**
 * A text or body that its provider takes: made with less text, until it fits. What escapes and markup add is in the text
 * itself, so it is measured as it is sent.
 * @param render Makes it from at most so many code units. @param sizeOf In the unit of `size`.
 */
export function fitted<Made>(
  render: (max: number) => Made,
  sizeOf: (made: Made) => number,
  { max: most, size }: { readonly max: number; readonly size: number },
): Made {
  let max = most;
  let made = render(max);
  for (; sizeOf(made) > size && max > SHORTEST; made = render(max)) max = Math.floor(max * LESS);
  return made;
}
