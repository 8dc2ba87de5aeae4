/** The monitors of an environment, and which of them exceed a plan's limits. */

/** A monitor as the companion reports it (companion/limits.ts), without groups. */
export interface LimitedMonitor {
  /** Ids grow, so the highest is the newest. */
  readonly id: number;
  readonly name: string;
  /** As the instance stores it: `http`, `push`, … */
  readonly type: string;
  /** The monitor's own switch: the instance goes on checking the monitors of a paused group. */
  readonly isRunning: boolean;
  /** Seconds between two checks. */
  readonly interval: number;
  /** Seconds between two tries after a failure; `null` for a type that has none. */
  readonly retryInterval: number | null;
  /** Host and path that it checks; absent for a type that checks none, and from an older companion. */
  readonly address?: string | undefined;
}

/** A monitor whose interval was raised, with the old and the new value. */
interface RaisedMonitor {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** The monitors that the companion paused or raised, as it recorded them; excludes the customer's own changes. */
export interface RestrictedMonitors {
  readonly paused: readonly number[];
  readonly raised: readonly RaisedMonitor[];
}

export interface LimitsReport extends RestrictedMonitors {
  readonly monitors: readonly LimitedMonitor[];
  /** When somebody last entered the panel, milliseconds UTC; absent when nobody did since the companion started. */
  readonly enteredAt?: number | undefined;
}

export interface MonitorLimits {
  readonly monitors: number;
  readonly heartbeatSeconds: number;
}

/** The same for every plan, so a shorter one is never given back. */
export const RETRY_SECONDS_MIN = 20;

/** For these types the interval is not a time between checks: it is the deadline for a push, or unused. */
const typesKeepingInterval: ReadonlySet<string> = new Set(['push', 'manual', 'group']);

/** The shortest interval that a monitor may have under a plan. */
export function leastInterval(
  { type }: Pick<LimitedMonitor, 'type'>,
  { heartbeatSeconds }: MonitorLimits,
): number {
  return typesKeepingInterval.has(type) ? 0 : heartbeatSeconds;
}

/** Whether a monitor's own interval is shorter than the plan's. */
export function isIntervalShort(
  monitor: Pick<LimitedMonitor, 'type' | 'interval'>,
  limits: MonitorLimits,
): boolean {
  return monitor.interval < leastInterval(monitor, limits);
}

/** Whether a monitor tries again too soon after a failure, under any plan. */
export function isRetryShort({
  retryInterval,
  type,
}: Pick<LimitedMonitor, 'type' | 'retryInterval'>): boolean {
  return retryInterval !== null && retryInterval < RETRY_SECONDS_MIN && !typesKeepingInterval.has(type);
}

/** Whether a monitor checks more often than the plan allows. */
export function isTooOften(monitor: LimitedMonitor, limits: MonitorLimits): boolean {
  return isIntervalShort(monitor, limits) || isRetryShort(monitor);
}

/** Running monitors, the newest first; the plan's number limits these. */
export function runningOf(monitors: readonly LimitedMonitor[]): readonly LimitedMonitor[] {
  return monitors.filter(({ isRunning }) => isRunning).toSorted((a, b) => b.id - a.id);
}

/** What exceeds the plan. */
export interface Over {
  /** Number of running monitors above the limit. */
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
 * Running monitors in the order in which to pause them, the newest first.
 * @param kept Ids that the owner chose to keep running; they come last.
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
