/** The pause between two tries of work that failed. */

const FIRST_MS = 5_000;
const LAST_MS = 3_600_000;

/**
 * Doubles from 5 seconds to one hour: the first tries are at the pace of the scheduled job, and a service that is down
 * for hours gets one call an hour per item.
 * @param attempts Failed tries, from 1.
 * @param lastMs The longest pause, for work that a person waits for.
 */
export const backoffMs = (attempts: number, lastMs: number = LAST_MS): number =>
  Math.min(lastMs, FIRST_MS * 2 ** (attempts - 1));
