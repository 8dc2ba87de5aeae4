/** How cost grows with the number of articles. */

export interface Point {
  readonly size: number;
  readonly cpuSeconds: number;
}

interface Growth {
  /** Seconds per additional article, between the smallest and the largest size. */
  readonly each: number;
  readonly exponent: number;
}

/**
 * Exponent of the cost by number of articles, without the fixed cost of a build, which is extrapolated linearly from
 * the two smallest sizes.
 *
 * @returns `null` with fewer than three sizes.
 */
export function growthOf(points: readonly Point[]): Growth | null {
  const [small, middle] = points;
  const large = points.at(-1);
  if (small === undefined || middle === undefined || large === undefined || large === middle) return null;
  const early = (middle.cpuSeconds - small.cpuSeconds) / (middle.size - small.size);
  const fixed = small.cpuSeconds - early * small.size;
  const exponent =
    Math.log((large.cpuSeconds - fixed) / (middle.cpuSeconds - fixed)) / Math.log(large.size / middle.size);
  return { each: (large.cpuSeconds - small.cpuSeconds) / (large.size - small.size), exponent };
}
