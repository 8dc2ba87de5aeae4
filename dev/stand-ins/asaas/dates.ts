/** Calendar dates as the vendor counts them: in America/Sao_Paulo, whatever the machine's time zone. */
import type { Cycle } from './objects.ts';

const timeZone = 'America/Sao_Paulo';
// Swedish date format equals ISO.
const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
const dayAndTime = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

/** `YYYY-MM-DD`. */
export function dateAt(epochMs: number): string {
  return day.format(epochMs);
}

/** `YYYY-MM-DD HH:mm:ss`. */
export function dateTimeAt(epochMs: number): string {
  return dayAndTime.format(epochMs);
}

const months: Record<Cycle, number> = { MONTHLY: 1, YEARLY: 12 };

export const cycles = Object.keys(months) as Cycle[];

/** The due date one cycle later; the 31st falls on the last day of a shorter month. */
export function nextDueDate(from: string, cycle: Cycle): string {
  const date = new Date(`${from}T00:00:00Z`);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months[cycle]);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, lastDay));
  return date.toISOString().slice(0, 10);
}

/** The calendar day so many days earlier. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
