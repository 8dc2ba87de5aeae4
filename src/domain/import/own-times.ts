/**
 * What we choose for a monitor that we make, so that its fall is told within a minute.
 *
 * Of the instance's own choices, a time-out of 48 s and retries after 60 s, each alone is nearly that minute or longer.
 */
import { RETRY_SECONDS_MIN } from '../limits/monitors.ts';

/** Seconds, and tries after the first. */
export const ownTimes = { timeout: 10, maxretries: 1, retryInterval: RETRY_SECONDS_MIN } as const;
