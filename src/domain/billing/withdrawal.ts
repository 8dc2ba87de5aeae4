/**
 * Until when a purchase may be undone (CDC, art. 49).
 *
 * Days are counted as in Código Civil, art. 132: the day of the contract does not count, the last day counts until its
 * end, and a last day that is not a working day moves to the next one that is. All days are days in São Paulo.
 */
import { addDays, businessDay, isWorkingDay, startOfDay } from './days.ts';
import { billingTerms } from './terms.ts';

/** The last day, `YYYY-MM-DD`. @param contractedAt Milliseconds, UTC. */
export function lastWithdrawalDay(contractedAt: number): string {
  let day = addDays(businessDay(contractedAt), billingTerms.withdrawalDays);
  while (!isWorkingDay(day)) day = addDays(day, 1);
  return day;
}

/** The first moment that is too late, milliseconds UTC. */
export function withdrawalEnd(contractedAt: number): number {
  return startOfDay(addDays(lastWithdrawalDay(contractedAt), 1));
}
