/**
 * The companion's orders that bring an environment within its plan: pause and raise what exceeds it after the grace,
 * and undo that as far as a larger plan allows.
 *
 * Pure: called again after a lost answer, it returns what is left to do.
 */
import {
  isRetryShort,
  isTooOften,
  type LimitedMonitor,
  type LimitsReport,
  leastInterval,
  type MonitorLimits,
  pausedFirst,
  RETRY_SECONDS_MIN,
  type RestrictedMonitors,
  runningOf,
} from './monitors.ts';

interface IntervalOrder {
  readonly id: number;
  readonly interval: number;
  /** Absent when it stays the same. */
  readonly retryInterval?: number;
}

/** Ids of monitors; carrying out an order twice has no further effect. */
export interface LimitsOrders {
  readonly pause: readonly number[];
  readonly intervals: readonly IntervalOrder[];
  readonly resume: readonly number[];
}

export interface OrderFacts {
  readonly report: LimitsReport;
  readonly limits: MonitorLimits;
  /** Ids that the owner chose to keep running. */
  readonly kept: readonly number[];
  /** Which grace periods are over. */
  readonly due: { readonly number: boolean; readonly interval: boolean };
  /**
   * The plan's number of monitors when the environment last complied; paused monitors resume only under a larger one.
   */
  readonly monitorsBefore: number;
}

export function ordersFor(facts: OrderFacts): LimitsOrders {
  const { report, limits, kept, due } = facts;
  const pause = due.number ? pausedFirst(report.monitors, limits, kept).map(({ id }) => id) : [];
  const resume = resumed(facts);
  const remaining = report.monitors.filter(
    ({ id, isRunning }) => (due.interval && isRunning && !pause.includes(id)) || resume.includes(id),
  );
  return { pause, intervals: [...raised(remaining, limits), ...lowered(report, limits)], resume };
}

export const isNothing = ({ pause, intervals, resume }: LimitsOrders): boolean =>
  pause.length + intervals.length + resume.length === 0;

/** The monitors paused longest, up to the limit. */
function resumed({ report, limits, monitorsBefore }: OrderFacts): readonly number[] {
  if (limits.monitors <= monitorsBefore) return [];
  const room = Math.max(0, limits.monitors - runningOf(report.monitors).length);
  return report.paused.toSorted((a, b) => a - b).slice(0, room);
}

function raised(monitors: readonly LimitedMonitor[], limits: MonitorLimits): readonly IntervalOrder[] {
  return monitors
    .filter((monitor) => isTooOften(monitor, limits))
    .map((monitor) => {
      const { id, interval } = monitor;
      return {
        id,
        interval: Math.max(interval, leastInterval(monitor, limits)),
        ...(isRetryShort(monitor) ? { retryInterval: RETRY_SECONDS_MIN } : {}),
      };
    });
}

/** Lowers raised intervals towards the customer's own choice, as far as the plan allows. */
function lowered(
  { monitors, raised: restricted }: LimitsReport,
  limits: MonitorLimits,
): readonly IntervalOrder[] {
  return restricted.flatMap(({ id, from, to }) => {
    const monitor = monitors.find((each) => each.id === id);
    if (monitor === undefined) return [];
    const interval = Math.max(from, leastInterval(monitor, limits));
    return interval < to ? [{ id, interval }] : [];
  });
}

/** Monitors that the first report lists as paused or raised and the second does not. */
export function newlyRestricted(
  restricted: RestrictedMonitors,
  known: RestrictedMonitors,
): RestrictedMonitors {
  return {
    paused: restricted.paused.filter((id) => !known.paused.includes(id)),
    raised: restricted.raised.filter(
      ({ id, to }) => !known.raised.some((each) => each.id === id && each.to >= to),
    ),
  };
}
