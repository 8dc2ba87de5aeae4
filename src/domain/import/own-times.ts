/**
 * What we choose for a monitor that we make, so that its fall is told within a minute.
 *
 * Of the instance's own choices, a time-out of 48 s and retries after 60 s, each alone is nearly that minute or longer.
 */
import { RETRY_SECONDS_MIN } from '../limits/monitors.ts';

/** Seconds, and tries after the first. */
export interface CheckTimes {
  readonly timeout: number;
  readonly maxretries: number;
  readonly retryInterval: number;
}

export const ownTimes = {
  timeout: 10,
  maxretries: 1,
  retryInterval: RETRY_SECONDS_MIN,
} as const satisfies CheckTimes;

/**
 * Seconds from the start of the first failing check until the monitor is down: at once where a site refuses, and after every
 * time-out where it hangs. The instance begins a retry its interval after the start of the check before, or when that ends.
 */
export const secondsUntilDown = (
  { timeout, maxretries, retryInterval }: CheckTimes,
  site: 'refuses' | 'hangs',
): number =>
  site === 'refuses' ? maxretries * retryInterval : maxretries * Math.max(retryInterval, timeout) + timeout;
