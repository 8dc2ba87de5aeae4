/** What a message about alerts shows, so that mail, its text and chats are rendered from one thing. Pure. */
import type { AlertLine } from './lines.ts';

/** The colour of what is told; every place that shows it also has words. */
export const tones = ['down', 'warning', 'up', 'neutral'] as const;
export type Tone = (typeof tones)[number];

/** One thing that a message tells. */
export interface AlertBlock {
  readonly tone: Tone;
  /** "Fora do ar". */
  readonly state: string;
  /** Of the monitor, or the window; empty for neither. */
  readonly name: string;
  readonly address: string | null;
  /** Of the panel's page about it. */
  readonly monitor: number | null;
  /** "desde 3h13". */
  readonly when: string;
  /** "recusou a conexão". */
  readonly cause: string | null;
  /** What to look at, a sentence. */
  readonly look: string | null;
  /** What the instance said, raw. */
  readonly raw: string | null;
  /** Sentences. */
  readonly notes: readonly string[];
  readonly hour: Hour | null;
  /** The customer's own text about it, for chats (own-text.ts). */
  readonly own?: string;
}

/** A monitor's hour before the message. */
export interface Hour {
  /** Of each twelfth, the oldest first: `u` without a fall, `d` with one, `-` not known. */
  readonly bars: string;
  /** The same in words. */
  readonly words: string;
}

/** Before what to look at, and before what the instance said. */
export const LOOK_LABEL = 'O que olhar:';
export const RAW_LABEL = 'Mensagem da checagem:';

/** A message as it is shown; kept as it was written, so that a repeat has the same bytes. */
export interface ShownAlert {
  /** Name of whom it is for. */
  readonly to: string | null;
  /** In the order of the message's first lines. */
  readonly blocks: readonly AlertBlock[];
  /** Sentences about the whole message, and who else gets it. */
  readonly notes: readonly string[];
  /** What its reader may do beside looking: say "Estou vendo", or choose who else is told; `null` for nothing. */
  readonly next: 'seen' | 'recipients' | null;
}

/** Whether a line tells a fall that goes on, of which somebody may say "Estou vendo". */
export const isOfOpenFall = (
  line: AlertLine,
): line is Extract<AlertLine, { readonly what: 'fell' | 'still-down' }> =>
  line.what === 'fell' || line.what === 'still-down';

const toneOfKind: Readonly<Record<AlertLine['what'], Tone>> = {
  fell: 'down',
  'still-down': 'down',
  unstable: 'warning',
  folded: 'warning',
  left: 'warning',
  brief: 'warning',
  certificate: 'warning',
  domain: 'warning',
  returned: 'up',
  stable: 'up',
  first: 'up',
  'maintenance-soon': 'neutral',
  maintenance: 'neutral',
  'maintenance-over': 'neutral',
  seen: 'neutral',
  test: 'neutral',
};

export const toneOf = (line: AlertLine): Tone =>
  line.what === 'stable' && line.isDown
    ? 'down'
    : line.what === 'stable' && line.hasLeft
      ? 'neutral'
      : toneOfKind[line.what];

const rankOf = (tone: Tone): number => tones.indexOf(tone);

/** The most urgent tone of some. */
export const worstOf = (all: readonly Tone[]): Tone =>
  all.toSorted((one, other) => rankOf(one) - rankOf(other))[0] ?? 'neutral';

/**
 * Falls first, then what is in doubt, then returns. Lines about one monitor stay together in their order: the last of them is
 * what is true now, and decides.
 */
export function urgentFirst(lines: readonly AlertLine[]): readonly AlertLine[] {
  const groups = new Map<string, AlertLine[]>();
  for (const [place, line] of lines.entries()) {
    const key = 'createdAt' in line ? `${line.monitor.id}:${line.createdAt}` : `at ${place}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const rank = (group: readonly AlertLine[]): number => {
    const last = group.at(-1);
    return last === undefined ? 0 : rankOf(toneOf(last));
  };
  return [...groups.values()].toSorted((one, other) => rank(one) - rank(other)).flat();
}
