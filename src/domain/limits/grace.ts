/**
 * How long an environment may stay over its plan before something is held back.
 *
 * Once for each environment, plan and kind of limit in twelve months; over it again in that time has its consequence with
 * the next look, which comes within the hour.
 */
import { DAY_MS } from '../billing/days.ts';

export const overKinds = ['number', 'interval'] as const;
export type OverKind = (typeof overKinds)[number];

export const graceDays: Readonly<Record<OverKind, number>> = { number: 14, interval: 7 };
/** Twelve months. */
const GRACE_AGAIN_MS = 365 * DAY_MS;

/** `enforce`: what is over is paused and raised after its grace. `notify`: the customer is told, and that is all. */
export const limitsModes = ['enforce', 'notify'] as const;
export type LimitsMode = (typeof limitsModes)[number];

/** A grace that was given. Times in milliseconds, UTC. */
export interface Grace {
  readonly kind: OverKind;
  readonly beganAt: number;
  /** `null`: the customer was only told, as `LIMITS=notify` has it. */
  readonly endsAt: number | null;
}

/** `new`: it begins now. `running`: until `endsAt`. `over`: the consequence is due. `told`: nothing is to be done. */
export type GraceState =
  | { readonly state: 'new' | 'running'; readonly endsAt: number | null }
  | { readonly state: 'over' | 'told'; readonly endsAt: null };

/**
 * What holds for an environment that is over a limit at `now`.
 * @param last The grace that was given last for this environment, plan and kind.
 */
export function graceState(
  { kind, last, mode }: { readonly kind: OverKind; readonly last: Grace | null; readonly mode: LimitsMode },
  now: number,
): GraceState {
  const isGiven = last !== null && now - last.beganAt < GRACE_AGAIN_MS;
  if (mode === 'notify') return isGiven ? { state: 'told', endsAt: null } : { state: 'new', endsAt: null };
  // One that was only told of it had no date to go by: the grace begins now.
  if (!isGiven || last.endsAt === null) return { state: 'new', endsAt: now + graceDays[kind] * DAY_MS };
  return now < last.endsAt ? { state: 'running', endsAt: last.endsAt } : { state: 'over', endsAt: null };
}
