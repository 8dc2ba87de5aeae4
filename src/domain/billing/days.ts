/**
 * Calendar days as `YYYY-MM-DD`, and which of them are working days all over Brazil.
 *
 * Owns: the business's current day, its notation, adding days and billing periods, national holidays.
 */
import { atTime, timeOfDay } from '../text/time-of-day.ts';

/** A day without a clock change, in milliseconds. */
export const DAY_MS = 86_400_000;

/** The business counts days in this zone: after 21h it is already tomorrow in UTC. */
export const BUSINESS_TIME_ZONE = 'America/Sao_Paulo';

const dayFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: BUSINESS_TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const timeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: BUSINESS_TIME_ZONE,
  timeStyle: 'medium',
});

/** Calendar day in São Paulo, `YYYY-MM-DD`. */
export function businessDay(epochMs: number): string {
  return dayFormat.format(epochMs);
}

/** Seconds until the next calendar day begins in São Paulo, at least one. */
export function secondsToNextDay(epochMs: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = timeFormat.format(epochMs).split(':').map(Number);
  return DAY_MS / 1000 - (hours * 3600 + minutes * 60 + seconds);
}

/** `2026-12-20` → `20/12/2026`. */
export function formatDay(day: string): string {
  return day.split('-').reverse().join('/');
}

/** A moment in São Paulo: `20/12/2026 às 23h59`. @param moment ISO 8601, or milliseconds, UTC. */
export function formatMoment(moment: string | number): string {
  const epochMs = new Date(moment).getTime();
  return `${formatDay(businessDay(epochMs))} ${atTime(timeOfDay(epochMs, BUSINESS_TIME_ZONE))}`;
}

/** The same in a table for a spreadsheet, which reads it as a moment: `20/12/2026 23:59`. */
export function tableMoment(moment: string | number): string {
  const epochMs = new Date(moment).getTime();
  return `${formatDay(businessDay(epochMs))} ${timeFormat.format(epochMs).slice(0, 5)}`;
}

/**
 * First renewal after `day`: one month or one year later, on the last day of the month when that day does not exist.
 *
 * @param day `YYYY-MM-DD`.
 */
export function renewalDay(day: string, cycle: 'monthly' | 'yearly'): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const months = month - 1 + (cycle === 'monthly' ? 1 : 12);
  const lastDate = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, months, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** The day `days` after `day`; before it when negative. */
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

/** True on weekdays that are not national holidays; Good Friday counts as one, because every state observes it. */
export function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6 || nationalHolidays.has(day.slice(5))) return false;
  return day !== addDays(easter(Number(day.slice(0, 4))), -2);
}

/** Days from one day to another; negative when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

const offsetFormat = new Intl.DateTimeFormat('en', {
  timeZone: BUSINESS_TIME_ZONE,
  timeZoneName: 'longOffset',
});

/** Midnight of a day in São Paulo, milliseconds UTC. */
export function startOfDay(day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const zone = offsetFormat.formatToParts(noon).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return Date.parse(`${day}T00:00:00${zone.replace('GMT', '') || 'Z'}`);
}

/** The last day on which the data of an environment that ended at `endedAt` are kept, that day included. */
export function dataUntil(
  { environmentKeptDays }: { readonly environmentKeptDays: number },
  endedAt: number,
): string {
  return businessDay(endedAt + environmentKeptDays * DAY_MS);
}
