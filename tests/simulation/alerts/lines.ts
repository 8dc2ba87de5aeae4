/** Reads what messages say, as their reader does. */
import type { AlertKind } from '#domain/alerts/preferences.ts';
import type { Decided } from './world.ts';

export type What = 'fell' | 'brief' | 'returned' | 'unstable' | 'still-unstable' | 'stable' | 'still-down';

/** What a message says of a monitor; `E0M1` is monitor 1 of environment 0. */
export interface Line {
  readonly monitor: string;
  readonly what: What;
  readonly falls: number;
  /** What the reader takes for true afterwards. */
  readonly isDown: boolean;
  readonly decidedAt: number;
}

const whatOf: Readonly<Record<string, What>> = {
  'está fora do ar': 'fell',
  'a primeira checagem': 'fell',
  voltou: 'returned',
  'ficou fora do ar': 'brief',
  'está instável': 'unstable',
  'continua instável': 'still-unstable',
  'parou de oscilar': 'stable',
  'continua fora do ar': 'still-down',
};
const LINE = new RegExp(
  `^(E\\dM\\d)(?: \\([^)]*\\))?:? (${Object.keys(whatOf).join('|')}|caiu (\\d+) vezes)(.*)$`,
);
/** Which choice of a recipient it belongs to. */
export const kindOf = (what: What): AlertKind => (what === 'returned' ? 'return' : 'fall');

/** What a decided message says, monitor by monitor. */
export function linesOf({ lines, at }: Decided): Line[] {
  return lines.flatMap((text) => {
    const [, monitor, said = '', times, rest = ''] = LINE.exec(text) ?? [];
    if (monitor === undefined) return [];
    const what = times === undefined ? (whatOf[said] ?? 'fell') : 'brief';
    const falls = what === 'fell' || (what === 'brief' && times === undefined) ? 1 : Number(times ?? 0);
    const isDown = what === 'fell' || what === 'still-down' || /está fora do ar/.test(rest);
    return [{ monitor, what, falls, isDown, decidedAt: at }];
  });
}
