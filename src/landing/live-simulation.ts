/**
 * The simulated checks of the hero's example monitor, the same on every visit.
 *
 * Owns: the result of the n-th check. Does not own: timing and drawing (live-example.astro).
 */

export interface SimulatedCheck {
  /** `null`: the site did not answer. */
  readonly responseMs: number | null;
}

/** Number of visible checks. */
export const WINDOW = 48;
/** The site goes down once per this many checks and recovers three checks later. */
const CYCLE = 64;
const FALLS_AT = 54;
const BACK_AT = 57;

export function simulatedCheck(index: number): SimulatedCheck {
  const place = index % CYCLE;
  if (place >= FALLS_AT && place < BACK_AT) return { responseMs: null };
  // A slow wave, like traffic, with a little noise.
  const wave = 34 * Math.sin(index / 5.3) + 16 * Math.sin(index / 1.9);
  const noise = ((index * 2_654_435_761) >>> 0) % 23;
  return { responseMs: Math.round(118 + wave + noise) };
}

/** The visible checks up to `last`, oldest first. */
export function checksUntil(last: number): SimulatedCheck[] {
  return Array.from({ length: WINDOW }, (_, index) => simulatedCheck(last - WINDOW + 1 + index));
}

export interface Bar {
  readonly y: number;
  readonly height: number;
  readonly state: 'up' | 'down';
}

/** Height of the drawing, in its units. */
export const BAR_SPACE = 40;
const SLOWEST_MS = 220;
const SMALLEST_BAR = 6;

/** Bar of a check; without a response it has full height. */
export function bar({ responseMs }: SimulatedCheck): Bar {
  if (responseMs === null) return { y: 0, height: BAR_SPACE, state: 'down' };
  const height = Math.max(
    SMALLEST_BAR,
    Math.round((BAR_SPACE * Math.min(responseMs, SLOWEST_MS)) / SLOWEST_MS),
  );
  return { y: BAR_SPACE - height, height, state: 'up' };
}

/** Width of a slot and of its bar, in the drawing's units. */
export const STEP = 5;
export const BAR_WIDTH = 3.5;

/** Path of all bars of one state, as vertical strokes with round ends. */
export function barsPath(checks: readonly SimulatedCheck[], state: Bar['state']): string {
  const half = BAR_WIDTH / 2;
  return checks
    .map(bar)
    .map(({ y, height, ...bar }, index) =>
      bar.state === state ? `M${index * STEP + half} ${y + half}v${height - BAR_WIDTH}` : '',
    )
    .join('');
}

/** Text next to the drawing. */
export function reading(check: SimulatedCheck): { value: string; state: string } {
  return check.responseMs === null
    ? { value: 'sem resposta', state: 'fora do ar, aviso enviado' }
    : { value: `${check.responseMs} ms`, state: 'no ar' };
}
