/**
 * What the probe saw, minute by minute, and the figures made of it.
 *
 * Owns: which parts are looked at, when the platform counts as up, and one way from minutes to a figure, for page, SLA,
 * API and CSV. A minute that was not looked at is neither up nor down: it is left out of every figure and told beside it.
 */
import { addDays, businessDay, DAY_MS, startOfDay } from '../billing/days.ts';

/** Parts that the probe looks at. `entry`: the sign-in in front of all environments. */
const parts = ['entry', 'environment', 'alerts'] as const;
type Part = (typeof parts)[number];

/** `platform` is what the SLA promises; the others are the parts. */
export const measuredIds = ['platform', ...parts] as const;
export type MeasuredId = (typeof measuredIds)[number];

/** What a page says of a part. */
export const partStates = ['up', 'down', 'unmeasured'] as const;

/** True: up; false: down; `null`: not looked at. */
export type Look = boolean | null;
export type Looks = Readonly<Record<Part, Look>>;
/** A minute, by its start in milliseconds UTC. */
export type Minute = Looks & { readonly at: number };

export const MINUTE_MS = 60_000;
/** Days that the page draws. */
export const SHOWN_DAYS = 90;
/** Months in the table, the current one included. */
const SHOWN_MONTHS = 13;
/** A look is "now" until the next two did not come. */
const CURRENT_MS = 3 * MINUTE_MS;

export const startOfMinute = (epochMs: number): number => epochMs - (epochMs % MINUTE_MS);

/**
 * The platform in one minute: up while people get in and environments answer (content/legal/sla.mdx). Alerts are shown
 * but not counted, because their channels are others' services.
 */
export function platformLook({ entry, environment }: Looks): Look {
  if (entry === false || environment === false) return false;
  return entry ?? environment;
}

/** What one minute says of the platform or of a part. */
export const lookAt = (looks: Looks, id: MeasuredId): Look =>
  id === 'platform' ? platformLook(looks) : looks[id];

/** Minutes that were looked at. */
export interface Counts {
  readonly up: number;
  readonly down: number;
}

const noCounts: Counts = { up: 0, down: 0 };

export const countsOf = (look: Look): Counts => ({ up: look === true ? 1 : 0, down: look === false ? 1 : 0 });

const addCounts = (one: Counts, other: Counts): Counts => ({
  up: one.up + other.up,
  down: one.down + other.down,
});

/** Per cent of the minutes that were looked at, cut to two decimals: never rounded up to 100. `null` for none. */
export function percentUp({ up, down }: Counts): number | null {
  return up + down === 0 ? null : Math.floor((up * 10_000) / (up + down)) / 100;
}

/** Counts of one day in São Paulo, `YYYY-MM-DD`. */
export interface DayCounts extends Counts {
  readonly day: string;
}

/** A period as it is shown. `unseen`: minutes of it that have passed and were not looked at. */
export interface Period extends Counts {
  readonly unseen: number;
}

/** Minutes of a day that have passed. */
function passedMinutes(day: string, now: number): number {
  const start = startOfDay(day);
  const end = Math.min(startOfDay(addDays(day, 1)), startOfMinute(now));
  return Math.max(0, (end - start) / MINUTE_MS);
}

const periodOf = (counts: Counts, passed: number): Period => ({
  up: counts.up,
  down: counts.down,
  unseen: Math.max(0, passed - counts.up - counts.down),
});

/** The newest days, the oldest first; a day without counts was not looked at. */
export function shownDays(counted: readonly DayCounts[], now: number): readonly (Period & { day: string })[] {
  const byDay = new Map(counted.map((each) => [each.day, each]));
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const day = businessDay(now - (SHOWN_DAYS - 1 - index) * DAY_MS);
    return { day, ...periodOf(byDay.get(day) ?? noCounts, passedMinutes(day, now)) };
  });
}

/** Months since the first counted day, the newest first; `month` is `YYYY-MM`. */
export function shownMonths(
  counted: readonly DayCounts[],
  now: number,
): readonly (Period & { month: string })[] {
  const [first] = counted.map(({ day }) => day).toSorted();
  if (first === undefined) return [];
  const byDay = new Map(counted.map((each) => [each.day, each]));
  const months = new Map<string, { counts: Counts; passed: number }>();
  for (let day = first; day <= businessDay(now); day = addDays(day, 1)) {
    const month = day.slice(0, 7);
    const { counts, passed } = months.get(month) ?? { counts: noCounts, passed: 0 };
    months.set(month, {
      counts: addCounts(counts, byDay.get(day) ?? noCounts),
      passed: passed + passedMinutes(day, now),
    });
  }
  return [...months]
    .map(([month, { counts, passed }]) => ({ month, ...periodOf(counts, passed) }))
    .toReversed()
    .slice(0, SHOWN_MONTHS);
}

/** The newest minute, unless it is too old to say anything about now. */
export const currentLooks = (newest: Minute | null, now: number): Looks | null =>
  newest !== null && now - newest.at < CURRENT_MS ? newest : null;
