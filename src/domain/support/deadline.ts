/**
 * Until when a support message has to be answered, and how long an answer took, on the clock that the plan promises.
 *
 * Owns: counting business hours in São Paulo. Does not own: the hours and holidays (content/site.json), or the promised times
 * (content/plans.json).
 */
import { addDays, businessDay, startOfDay } from '../billing/days.ts';
import type { AnswerTime } from './answer-days.ts';
import type { SupportCalendar } from './calendar.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Further than any promise reaches; without it, a calendar that never opens would be searched for ever. */
const DAYS_MAX = 60;

/** A stretch of opening hours, milliseconds UTC. */
interface Opening {
  readonly from: number;
  readonly to: number;
}

/** The opening hours of one day, in order; none on a holiday. */
function openingsOf(day: string, { hours, holidays }: SupportCalendar): Opening[] {
  if (holidays.includes(day)) return [];
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const midnight = startOfDay(day);
  return hours
    .filter(({ weekdays }) => weekdays.includes(weekday))
    .map(({ fromHour, toHour }) => ({ from: midnight + fromHour * HOUR_MS, to: midnight + toHour * HOUR_MS }))
    .toSorted((a, b) => a.from - b.from);
}

/**
 * The last moment for the first answer to a message, milliseconds UTC.
 * @param receivedAt Milliseconds, UTC.
 */
export function answerDeadline(
  receivedAt: number,
  { minutes, isAroundTheClock }: AnswerTime,
  calendar: SupportCalendar,
): number {
  let left = minutes * MINUTE_MS;
  if (isAroundTheClock) return receivedAt + left;
  let day = businessDay(receivedAt);
  for (let days = 0; days < DAYS_MAX; days += 1, day = addDays(day, 1))
    for (const { from, to } of openingsOf(day, calendar)) {
      const start = Math.max(from, receivedAt);
      if (start >= to) continue;
      if (left <= to - start) return start + left;
      left -= to - start;
    }
  return receivedAt + minutes * MINUTE_MS;
}

/** How much of the time between two moments counts for this promise, in milliseconds. */
export function countedMs(
  from: number,
  to: number,
  { isAroundTheClock }: Pick<AnswerTime, 'isAroundTheClock'>,
  calendar: SupportCalendar,
): number {
  if (to <= from) return 0;
  if (isAroundTheClock) return to - from;
  let counted = 0;
  for (let day = businessDay(from); day <= businessDay(to); day = addDays(day, 1))
    for (const opening of openingsOf(day, calendar))
      counted += Math.max(0, Math.min(opening.to, to) - Math.max(opening.from, from));
  return counted;
}

/** The working day (Monday to Friday, no holiday) that many working days after a moment. @returns `YYYY-MM-DD`. */
export function workingDayAfter(moment: number, days: number, { holidays }: SupportCalendar): string {
  let day = businessDay(moment);
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !holidays.includes(day)) left -= 1;
  }
  return day;
}
