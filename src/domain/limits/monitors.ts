/** Monitors of an environment, and which of them a plan's limits are about. */

/** A monitor as the companion reports it (deploy/tenant-chart/files/limits.mjs); groups are left out. */
export interface LimitedMonitor {
  /** Grows with each new monitor: the highest is the newest. */
  readonly id: number;
  readonly name: string;
  /** As the instance stores it: `http`, `push`, … */
  readonly type: string;
  /** Active, and so is every group around it. */
  readonly isRunning: boolean;
  /** Seconds between two checks. */
  readonly interval: number;
  /** Seconds between two tries after a failure; `null` where it uses none. */
  readonly retryInterval: number | null;
}

/** A monitor whose interval was raised: from which value, to which. */
interface RaisedMonitor {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** The retry interval before, where that was raised too. */
  readonly retryFrom?: number | undefined;
}

/** What the companion holds back, as it recorded it: never what the customer paused or chose. */
export interface HeldMonitors {
  readonly paused: readonly number[];
  readonly raised: readonly RaisedMonitor[];
}

export interface LimitsReport extends HeldMonitors {
  readonly monitors: readonly LimitedMonitor[];
}

/** What a plan allows. */
export interface MonitorLimits {
  readonly monitors: number;
  readonly heartbeatSeconds: number;
}

/** For every plan. */
export const RETRY_SECONDS_MIN = 20;

/** For these the interval is no time between checks: a deadline for the one that pushes, or nothing at all. */
const typesKeepingInterval: ReadonlySet<string> = new Set(['push', 'manual', 'group']);

/** The interval that a monitor has to have under a plan, at least. */
export function leastInterval(
  { type }: Pick<LimitedMonitor, 'type'>,
  { heartbeatSeconds }: MonitorLimits,
): number {
  return typesKeepingInterval.has(type) ? 0 : heartbeatSeconds;
}

/** Whether a monitor checks more often than the plan allows. */
export function isTooOften(monitor: LimitedMonitor, limits: MonitorLimits): boolean {
  const { interval, retryInterval, type } = monitor;
  const isRetryShort = retryInterval !== null && retryInterval < RETRY_SECONDS_MIN;
  return interval < leastInterval(monitor, limits) || (isRetryShort && !typesKeepingInterval.has(type));
}

/** Running monitors, the newest first: what the number of a plan counts. */
export function runningOf(monitors: readonly LimitedMonitor[]): readonly LimitedMonitor[] {
  return monitors.filter(({ isRunning }) => isRunning).toSorted((a, b) => b.id - a.id);
}

/** What is over the plan. */
export interface Over {
  /** Running monitors beyond the number. */
  readonly beyond: number;
  /** Running monitors that check too often, the newest first. */
  readonly tooOften: readonly LimitedMonitor[];
}

export function overOf(monitors: readonly LimitedMonitor[], limits: MonitorLimits): Over {
  const running = runningOf(monitors);
  return {
    beyond: Math.max(0, running.length - limits.monitors),
    tooOften: running.filter((monitor) => isTooOften(monitor, limits)),
  };
}

/**
 * The monitors to pause: so many as are beyond the number, the newest first.
 * @param kept Ids that the owner chose to keep running; they go last.
 */
export function pausedFirst(
  monitors: readonly LimitedMonitor[],
  limits: MonitorLimits,
  kept: readonly number[],
): readonly LimitedMonitor[] {
  const running = runningOf(monitors);
  const isKept = ({ id }: LimitedMonitor): boolean => kept.includes(id);
  const inOrder = [...running.filter((monitor) => !isKept(monitor)), ...running.filter(isKept)];
  return inOrder.slice(0, overOf(monitors, limits).beyond);
}
