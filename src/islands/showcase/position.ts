/** Where a row of slides stands: pure arithmetic for the carousel. */

/** The slide `step` away, around the ends. */
export function stepped(index: number, step: number, count: number): number {
  return (((index + step) % count) + count) % count;
}

/** What decides which slide is in front, read from the page. */
export interface TrackGeometry {
  readonly scrollLeft: number;
  /** How far the track can scroll. */
  readonly scrollMax: number;
  /** Where each slide would stand in front, in scroll distance. */
  readonly starts: readonly number[];
}

/** The slide in front; at the very end it is the last one, though narrower slides may never reach the front. */
export function frontSlide({ scrollLeft, scrollMax, starts }: TrackGeometry): number {
  if (starts.length > 1 && scrollMax > 0 && scrollLeft >= scrollMax - 1) return starts.length - 1;
  let nearest = 0;
  for (const [index, start] of starts.entries()) {
    if (Math.abs(start - scrollLeft) < Math.abs((starts[nearest] ?? 0) - scrollLeft)) nearest = index;
  }
  return nearest;
}
