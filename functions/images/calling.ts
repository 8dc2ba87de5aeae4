/** When a known hole in an image calls a person. */
import { businessDay, isWorkingDay, startOfDay } from '#domain/billing/days.ts';
import { isSupportOpen, type OpeningHours } from '#domain/support/hours.ts';

/** Closing a hole means raising a version: work for the office, not for the night. */
const officeHours: OpeningHours = { weekdays: [1, 2, 3, 4, 5], fromHour: 9, toHour: 18 };
const HOUR_MS = 3_600_000;
/**
 * How long a call lasts. Long enough for an alarm that asks every few minutes, and no longer: while an alarm stands, the
 * next cause would not be heard.
 */
const CALL_MS = HOUR_MS / 2;

/**
 * True for half an hour on each working day: from nine on, on the first day from when it was found.
 * @param foundAt Milliseconds, UTC.
 */
export function isCalling(foundAt: number, now: number): boolean {
  const today = businessDay(now);
  const from = Math.max(startOfDay(today) + officeHours.fromHour * HOUR_MS, foundAt);
  const isOffice = isWorkingDay(today) && isSupportOpen(now, [officeHours]);
  return isOffice && now >= from && now < from + CALL_MS;
}
