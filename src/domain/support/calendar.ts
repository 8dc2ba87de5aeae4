/**
 * When the support team works, as content/site.json says: `hours` and `holidays`.
 *
 * Owns: the shape of both fields, for pages and Worker. The file is the only list of holidays that closes the team's day; city
 * holidays and bridge days that an operator adds to it count like the national ones.
 */
import * as z from 'zod/mini';
import { businessDay } from '../billing/days.ts';
import type { OpeningHours } from './hours.ts';

const text = z
  .string('precisa ser um texto entre aspas')
  .check(z.trim(), z.minLength(1, 'não pode ficar vazio'));
const hourOfDay = z.int('use uma hora inteira, de 0 a 24.').check(z.minimum(0), z.maximum(24));

/** Hours that are counted: whether support is open now, and until when a message has to be answered. */
export const CountedHours = z.strictObject({
  days: text,
  weekdays: z.array(z.int().check(z.minimum(0), z.maximum(6))),
  fromHour: hourOfDay,
  toHour: hourOfDay,
});
/** Hours as free text. */
export const WrittenHours = z.strictObject({ days: text, time: text });

/** Days without business hours, by year; a year that is missing has none, and readiness says so in December. */
export const Holidays = z.record(
  z.string().check(z.regex(/^20\d\d$/, 'precisa de um ano, como "2027"')),
  z.array(z.iso.date('precisa ser um dia, como "2027-03-26"'), 'precisa ser uma lista de dias'),
);

const SupportDays = z.object({
  hours: z.array(z.union([CountedHours, WrittenHours])),
  holidays: Holidays,
});

/** Opening hours and closed days of the team. */
export interface SupportCalendar {
  readonly hours: readonly OpeningHours[];
  /** `YYYY-MM-DD`. */
  readonly holidays: readonly string[];
}

/** @param json content/site.json. @throws Error For a field that is missing or malformed. */
export function createSupportCalendar(json: unknown): SupportCalendar {
  const { hours, holidays } = SupportDays.parse(json);
  return {
    hours: hours.flatMap((each) => ('weekdays' in each ? [each] : [])),
    holidays: Object.values(holidays).flat(),
  };
}

/** In December, or later, the year whose holidays the file does not have yet; `null` when it has them. */
export function yearWithoutHolidays({ holidays }: SupportCalendar, now: number): string | null {
  const [year = '', month] = businessDay(now).split('-');
  const years = month === '12' ? [year, String(Number(year) + 1)] : [year];
  return years.find((each) => !holidays.some((day) => day.startsWith(each))) ?? null;
}
