/**
 * The deadline of monitors that wait for signs, which is ours: the instance makes their first check a whole interval
 * after each start, edit and resume (Uptime Kuma 2.5.3, server/model/monitor.js), so a silent job may never be told.
 */
import type { KnownMonitor, Run, Span } from './alert-record.ts';

/** Beyond what the customer allows a job. */
const LATE_MS = 60_000;

/** What the instance writes when its own clock found no sign; of one that says that it failed, the sign's own text. */
const TIMER_MESSAGE = 'No heartbeat in the time window';

/** Whether a failing check is the instance's own clock; "clear events" takes its text away. */
export const isSignTimer = (message: string): boolean => message === TIMER_MESSAGE || message === '';

/** What the deadline depends on. */
interface Waiting {
  readonly type: string;
  readonly isUpsideDown: boolean;
  readonly interval: number;
  readonly retryInterval: number;
  readonly maxretries: number;
}

/** Whether a monitor waits for signs. One that is upside-down waits for none to come, which the instance itself tells. */
export const waitsForSigns = ({
  type,
  isUpsideDown,
}: {
  readonly type: string;
  readonly isUpsideDown: boolean;
}): boolean => type === 'push' && !isUpsideDown;

/** Since when a monitor waits for a sign, and from when on it is late. */
function waitOf(
  { signAt, waitsFrom, freshFrom, createdAt }: KnownMonitor,
  { interval, retryInterval, maxretries }: Waiting,
): { readonly from: number; readonly deadline: number } {
  const from = Math.max(signAt ?? 0, waitsFrom ?? 0, freshFrom, createdAt);
  return { from, deadline: from + (interval + maxretries * retryInterval) * 1000 + LATE_MS };
}

/** When the sign of a monitor is late that is watched and up as far as is known; `null` for any other. */
export const deadlineOf = (known: KnownMonitor, watched: Waiting): number | null =>
  known.state === 'outside' || known.run !== null || !waitsForSigns(watched)
    ? null
    : waitOf(known, watched).deadline;

/**
 * The fall of a monitor whose sign is late at a moment; `null` for one that is in time, or waits for none.
 * @param deaf When the instance could not take signs: then the job may have been right.
 */
export function overdueRun(known: KnownMonitor, watched: Waiting, at: number, deaf: Span | null): Run | null {
  if (!waitsForSigns(watched)) return null;
  const { from, deadline } = waitOf(known, watched);
  if (at <= deadline) return null;
  const deafBefore = (until: number) =>
    deaf !== null && deaf.from < until && deaf.until > from ? deaf : null;
  return {
    ...{
      since: from + watched.interval * 1000,
      hasDown: true,
      downAt: deadline,
      message: '',
      isFirst: false,
    },
    // Where no sign could arrive, how long it was silent is not known.
    gap: deafBefore(at) === null ? null : 'unseen',
    unseen: deafBefore(deadline),
    signAt: known.signAt ?? from,
  };
}
