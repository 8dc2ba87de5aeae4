/**
 * How long an environment may exceed its plan before the limit is enforced.
 *
 * The grace period is given once for each environment, plan and kind of limit in twelve months. An environment that
 * exceeds the limit again in that time is handled by the next check, within the hour.
 */
import { DAY_MS } from '../billing/days.ts';

export const overKinds = ['number', 'interval'] as const;
export type OverKind = (typeof overKinds)[number];

export const graceDays: Readonly<Record<OverKind, number>> = { number: 14, interval: 7 };
/** Twelve months. */
const GRACE_AGAIN_MS = 365 * DAY_MS;

/** `enforce`: after the grace, monitors are paused and intervals raised. `notify`: the customer is only notified. */
export const limitsModes = ['enforce', 'notify'] as const;
export type LimitsMode = (typeof limitsModes)[number];

/** A grace period that was given. Times in milliseconds, UTC. */
export interface Grace {
  readonly kind: OverKind;
  readonly beganAt: number;
  /** `null` when the customer was only notified (`LIMITS=notify`). */
  readonly endsAt: number | null;
}

/** `new`: the grace begins now. `running`: until `endsAt`. `over`: enforce the limit. `notified`: nothing to do. */
export type GraceState =
  | { readonly state: 'new' | 'running'; readonly endsAt: number | null }
  | { readonly state: 'over' | 'notified'; readonly endsAt: null };

/**
 * Decides what applies to an environment that exceeds a limit at `now`.
 * @param last The last grace given for this environment, plan and kind.
 */
export function graceState(
  { kind, last, mode }: { readonly kind: OverKind; readonly last: Grace | null; readonly mode: LimitsMode },
  now: number,
): GraceState {
  const isGiven = last !== null && now - last.beganAt < GRACE_AGAIN_MS;
  if (mode === 'notify')
    return isGiven ? { state: 'notified', endsAt: null } : { state: 'new', endsAt: null };
  // An environment that was only notified had no deadline, so its grace begins now.
  if (!isGiven || last.endsAt === null) return { state: 'new', endsAt: now + graceDays[kind] * DAY_MS };
  return now < last.endsAt ? { state: 'running', endsAt: last.endsAt } : { state: 'over', endsAt: null };
}
