/** Position of a row of slides. Pure arithmetic for the carousel. */

/** The slide `step` away, wrapping around. */
export function stepped(index: number, step: number, count: number): number {
  return (((index + step) % count) + count) % count;
}

/** Measurements of the track. */
export interface TrackGeometry {
  readonly scrollLeft: number;
  /** Maximum scroll distance. */
  readonly scrollMax: number;
  /** Scroll distance that brings each slide to the front. */
  readonly starts: readonly number[];
}

/** The slide in front; the last one at the end of the track, because it may never reach the front. */
export function frontSlide({ scrollLeft, scrollMax, starts }: TrackGeometry): number {
  if (starts.length > 1 && scrollMax > 0 && scrollLeft >= scrollMax - 1) return starts.length - 1;
  let nearest = 0;
  for (const [index, start] of starts.entries()) {
    if (Math.abs(start - scrollLeft) < Math.abs((starts[nearest] ?? 0) - scrollLeft)) nearest = index;
  }
  return nearest;
}
