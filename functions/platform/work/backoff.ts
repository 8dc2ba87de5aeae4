/** The pause between two tries of work that failed. */

const FIRST_MS = 5_000;
const LAST_MS = 3_600_000;

/**
 * Doubles from 5 seconds to one hour: the first tries are at the pace of the scheduled job, and a service that is down
 * for hours gets one call an hour per item.
 * @param attempts Failed tries, from 1.
 */
export const backoffMs = (attempts: number): number => Math.min(LAST_MS, FIRST_MS * 2 ** (attempts - 1));
