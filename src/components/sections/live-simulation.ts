/**
 * The example monitor of the hero: checks that nobody made, the same on every visit.
 *
 * Owns: what the n-th check found. Does not own: when the next one comes, or how it is drawn (live-example.astro).
 */

export interface SimulatedCheck {
  /** `null`: the site did not answer. */
  readonly responseMs: number | null;
}

/** Checks in sight at once. */
export const WINDOW = 48;
/** Every so many checks the site falls, and comes back three checks later. */
const CYCLE = 64;
const FALLS_AT = 54;
const BACK_AT = 57;

export function simulatedCheck(index: number): SimulatedCheck {
  const place = index % CYCLE;
  if (place >= FALLS_AT && place < BACK_AT) return { responseMs: null };
  // A slow wave, as traffic has, with a little noise on it.
  const wave = 34 * Math.sin(index / 5.3) + 16 * Math.sin(index / 1.9);
  const noise = ((index * 2_654_435_761) >>> 0) % 23;
  return { responseMs: Math.round(118 + wave + noise) };
}

/** The checks in sight when `last` is the newest, from the oldest to the newest. */
export function checksUntil(last: number): SimulatedCheck[] {
  return Array.from({ length: WINDOW }, (_, index) => simulatedCheck(last - WINDOW + 1 + index));
}

export interface Bar {
  readonly y: number;
  readonly height: number;
  readonly state: 'up' | 'down';
}

/** Height of the drawing, in its own units. */
export const BAR_SPACE = 40;
const SLOWEST_MS = 220;
const SMALLEST_BAR = 6;

/** A check as a bar that stands on the ground; no answer is the full height in red. */
export function bar({ responseMs }: SimulatedCheck): Bar {
  if (responseMs === null) return { y: 0, height: BAR_SPACE, state: 'down' };
  const height = Math.max(
    SMALLEST_BAR,
    Math.round((BAR_SPACE * Math.min(responseMs, SLOWEST_MS)) / SLOWEST_MS),
  );
  return { y: BAR_SPACE - height, height, state: 'up' };
}

/** Width of a bar's place and of the bar itself, in the units of the drawing. */
export const STEP = 5;
export const BAR_WIDTH = 3.5;

/** All bars of one state as upright strokes with round ends, for one path. */
export function barsPath(checks: readonly SimulatedCheck[], state: Bar['state']): string {
  const half = BAR_WIDTH / 2;
  return checks
    .map(bar)
    .map(({ y, height, ...bar }, index) =>
      bar.state === state ? `M${index * STEP + half} ${y + half}v${height - BAR_WIDTH}` : '',
    )
    .join('');
}

/** What is written beside the drawing. */
export function reading(check: SimulatedCheck): { value: string; state: string } {
  return check.responseMs === null
    ? { value: 'sem resposta', state: 'fora do ar, aviso enviado' }
    : { value: `${check.responseMs} ms`, state: 'no ar' };
}
