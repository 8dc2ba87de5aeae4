/** Chance that can be repeated: the same seed draws the same numbers (mulberry32). */

export interface Chance {
  /** From 0 up to, never reaching, 1. */
  fraction(): number;
  /** True in this share of all draws. */
  hits(share: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  /** A stream of its own, so that what one part draws does not move the others. */
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
