/**
 * What the companion is to do so that an environment keeps its plan: pause and raise what is over and due, and undo what
 * was held back as far as a larger plan allows.
 *
 * A pure function of what there is: asked again after a lost answer, it gives what is left to do.
 */
import {
  type HeldMonitors,
  isTooOften,
  type LimitedMonitor,
  type LimitsReport,
  leastInterval,
  type MonitorLimits,
  pausedFirst,
  RETRY_SECONDS_MIN,
  runningOf,
} from './monitors.ts';

interface IntervalOrder {
  readonly id: number;
  readonly interval: number;
  /** Left out where it stays. */
  readonly retryInterval?: number;
}

/** Ids of monitors; each order is carried out at most once, however often it is sent. */
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
  /** Whose grace is over. */
  readonly due: { readonly number: boolean; readonly interval: boolean };
  /** The number that held when the environment was last in order: only a larger one lets paused monitors run again. */
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

/** Those that wait longest first, up to the number. */
function resumed({ report, limits, monitorsBefore }: OrderFacts): readonly number[] {
  if (limits.monitors <= monitorsBefore) return [];
  const room = Math.max(0, limits.monitors - runningOf(report.monitors).length);
  return report.paused.toSorted((a, b) => a - b).slice(0, room);
}

function raised(monitors: readonly LimitedMonitor[], limits: MonitorLimits): readonly IntervalOrder[] {
  return monitors
    .filter((monitor) => isTooOften(monitor, limits))
    .map((monitor) => {
      const { id, interval, retryInterval } = monitor;
      const isRetryShort = retryInterval !== null && retryInterval < RETRY_SECONDS_MIN;
      return {
        id,
        interval: Math.max(interval, leastInterval(monitor, limits)),
        ...(isRetryShort ? { retryInterval: RETRY_SECONDS_MIN } : {}),
      };
    });
}

/** Back towards the interval that the customer had chosen. */
function lowered({ monitors, raised: held }: LimitsReport, limits: MonitorLimits): readonly IntervalOrder[] {
  return held.flatMap(({ id, from, to }) => {
    const monitor = monitors.find((each) => each.id === id);
    if (monitor === undefined) return [];
    const interval = Math.max(from, leastInterval(monitor, limits));
    return interval < to ? [{ id, interval }] : [];
  });
}

/** What is held back in one report and not in another. */
export function newlyHeld(held: HeldMonitors, known: HeldMonitors): HeldMonitors {
  return {
    paused: held.paused.filter((id) => !known.paused.includes(id)),
    raised: held.raised.filter(({ id, to }) => !known.raised.some((each) => each.id === id && each.to >= to)),
  };
}
