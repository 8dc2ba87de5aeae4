/** How pages and mails name a support message and its deadline. */
import { BUSINESS_TIME_ZONE, businessDay } from '../billing/days.ts';

/** What people call a message by: the first eight digits of its id. */
export const messageNumber = (id: string): string => id.slice(0, 8).toUpperCase();

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: BUSINESS_TIME_ZONE, timeStyle: 'short' });

/** The deadline in a subject line: "03:42", on another day "30/11 08:59". @param from The day that the reader is in. */
export function shortDeadline(dueAt: number, from: number): string {
  const day = businessDay(dueAt);
  const time = clock.format(dueAt);
  if (day === businessDay(from)) return time;
  const [, month, date] = day.split('-');
  return `${date}/${month} ${time}`;
}
