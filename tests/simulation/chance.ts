/** Repeatable random numbers: the same seed gives the same numbers (mulberry32). */

export interface Chance {
  /** A number from 0 up to, but not including, 1. */
  fraction(): number;
  /** True for this share of all draws. */
  hits(share: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  /** An independent stream, so that one part's draws do not change another's. */
  fork(name: string): Chance;
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + Math.floor(fraction() * (high - low + 1));
  return {
    fraction,
    hits: (share) => fraction() < share,
    between,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('Nothing to pick from.');
      return from[between(0, from.length - 1)] as T;
    },
    fork: (name) =>
      createChance([...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, seed)),
  };
}
