/** Customers, or their scripts, who undo again and again what was enforced. */
import { DAY_MS } from '../billing/days.ts';

/** From the third time within a day on, an environment is checked more often. */
const REPEATS = 3;

/** The times that matter later: the latest ones. */
export const withRepeat = (repeats: readonly number[], now: number): readonly number[] =>
  [...repeats, now].slice(-REPEATS);

/** Whether enforced limits were undone so often in the last day that the usual check comes too late. */
export function isInsistent(repeats: readonly number[], now: number): boolean {
  return repeats.filter((at) => now - at < DAY_MS).length >= REPEATS;
}
