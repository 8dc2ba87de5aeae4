/** What is public about availability. */
import type { AvailabilityAnswer, PartState } from '#domain/api-schemas/availability.ts';
import { alertTimes, lastMonth } from '#domain/availability/alert-time.ts';
import {
  type Counts,
  currentLooks,
  type Look,
  lookAt,
  type MeasuredId,
  measuredIds,
  percentUp,
  shownDays,
  shownMonths,
} from '#domain/availability/measured.ts';
import { minutesCsv } from '#domain/availability/minutes-csv.ts';
import { businessDay, DAY_MS, startOfDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { dayState } from '#domain/reports/words.ts';
import type { Deps } from '#functions/compose.ts';
import type { Frozen } from '#functions/http/route.ts';
import { findNewestMinute, listAlertTimes, listDays, listIncidents, listMinutes } from './store.ts';

type Needs = Pick<Deps, 'db' | 'availabilityTenant' | 'availabilityKeptDays' | 'clock'>;

/** The longest that the table of months reaches back. */
const READ_DAYS = 400;

const stateOf = (look: Look): PartState => (look === null ? 'unmeasured' : look ? 'up' : 'down');
const barOf = ({ up, down }: Counts) =>
  dayState({ availability: up + down === 0 ? null : up / (up + down), failures: down, maintenance: 0 });

export async function readAvailability(needs: Needs): Promise<Frozen<AvailabilityAnswer>> {
  const { db, availabilityTenant, clock } = needs;
  const now = clock.now();
  const { month, ...hours } = lastMonth(now);
  const [newest, days, incidents, times] = await Promise.all([
    findNewestMinute(db),
    listDays(db, businessDay(now - READ_DAYS * DAY_MS)),
    listIncidents(db),
    listAlertTimes(db, hours),
  ]);
  const looks = currentLooks(newest, now);
  const countedOf = (id: MeasuredId) => days.filter(({ part }) => part === id);
  return {
    isMeasured: availabilityTenant !== null,
    measuredAt: newest?.at ?? null,
    parts: measuredIds.map((id) => ({
      id,
      state: stateOf(looks && lookAt(looks, id)),
      days: shownDays(countedOf(id), now).map((each) => ({ ...each, bar: barOf(each) })),
    })),
    months: shownMonths(countedOf('platform'), now).map((each) => ({
      ...each,
      percent: percentUp(each),
      hasMinutes: hasMinutes(needs, each.month),
    })),
    alerts: { month, ...alertTimes(times) },
    incidents,
  };
}

/** Whether all minutes of a month are still kept. */
const hasMinutes = ({ clock, availabilityKeptDays }: Needs, month: string): boolean =>
  startOfDay(`${month}-01`) >= clock.now() - availabilityKeptDays * DAY_MS;

/**
 * The minutes of a month, as CSV.
 * @throws DomainError `not-found` for a month that has not begun, or whose minutes are not kept any more.
 */
export async function readMinutes(needs: Needs, month: string): Promise<string> {
  const now = needs.clock.now();
  const from = startOfDay(`${month}-01`);
  if (from > now || !hasMinutes(needs, month)) throw new DomainError('not-found');
  const before = startOfDay(`${businessDay(from + 32 * DAY_MS).slice(0, 7)}-01`);
  return minutesCsv(month, await listMinutes(needs.db, from, before), now);
}
