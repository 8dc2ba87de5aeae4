/**
 * Support hours (requirements 000 §9).
 *
 * Owns: whether support is open at a moment, in São Paulo time.
 */
import { BUSINESS_TIME_ZONE, businessDay } from '../billing/days.ts';

/** Opening hours on some days of the week. */
export interface OpeningHours {
  /** 0 is Sunday, 6 is Saturday. */
  readonly weekdays: readonly number[];
  /** Whole hours of the day; `toHour` is the first closed hour. */
  readonly fromHour: number;
  readonly toHour: number;
}

const clockFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: BUSINESS_TIME_ZONE,
  weekday: 'short',
  hour: 'numeric',
  hourCycle: 'h23',
});
const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** True when support is open at the moment. @param holidays Closed days, `YYYY-MM-DD`. */
export function isSupportOpen(
  epochMs: number,
  hours: readonly OpeningHours[],
  holidays: readonly string[] = [],
): boolean {
  if (holidays.includes(businessDay(epochMs))) return false;
  const parts = new Map(clockFormat.formatToParts(epochMs).map(({ type, value }) => [type, value]));
  const weekday = weekdayNames.indexOf(parts.get('weekday') ?? '');
  const hour = Number(parts.get('hour'));
  return hours.some(
    ({ weekdays, fromHour, toHour }) => weekdays.includes(weekday) && hour >= fromHour && hour < toHour,
  );
}

/** "8h às 18h". */
export function formatOpening({ fromHour, toHour }: Pick<OpeningHours, 'fromHour' | 'toHour'>): string {
  return `${fromHour}h às ${toHour}h`;
}
