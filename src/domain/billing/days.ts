/**
 * Calendar days as `YYYY-MM-DD`, and which of them are working days in all of Brazil.
 *
 * Owns: adding days, national holidays. Does not own: which day it is (order/order.ts `businessDay`).
 */

/** A day without a change of the clocks, in milliseconds. */
export const DAY_MS = 86_400_000;

/** `days` after `day`; negative ones before it. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Month and day of the national holidays (Leis 662/1949, 6.802/1980 and 14.759/2023). */
const nationalHolidays: ReadonlySet<string> = new Set([
  '01-01',
  '04-21',
  '05-01',
  '09-07',
  '10-12',
  '11-02',
  '11-15',
  '11-20',
  '12-25',
]);

/** Easter Sunday by the Gregorian computus (Meeus, Jones and Butcher). */
function easter(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return new Date(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1)).toISOString().slice(0, 10);
}

/** True on weekdays that are no national holiday; Good Friday, a holiday everywhere, counts as one. */
export function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6 || nationalHolidays.has(day.slice(5))) return false;
  return day !== addDays(easter(Number(day.slice(0, 4))), -2);
}
