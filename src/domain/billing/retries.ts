/** When a failed renewal is tried again. Days count from the first failure (terms, section 6). */
import { DAY_MS } from './days.ts';
import { billingTerms } from './terms.ts';

/**
 * Moment of the next try.
 *
 * @param failedAt When the charge first failed, milliseconds UTC.
 * @param failures How often it has failed, from 1.
 * @returns `null` when the last try has failed and the environment is suspended.
 */
export function nextRetryAt(failedAt: number, failures: number): number | null {
  const days = billingTerms.chargeRetryDays[failures - 1];
  return days === undefined ? null : failedAt + days * DAY_MS;
}
