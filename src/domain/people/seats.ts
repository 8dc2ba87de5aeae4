/**
 * How many people an environment has room for, and what happens when the plan shrinks (docs/people.md).
 *
 * The number is the plan's `limits.users`, owner included. Nobody is removed: people beyond it lose access, and get it back
 * when there is room again.
 */
import { DAY_MS } from '../billing/days.ts';
import type { PlanId } from '../plans/ids.ts';

/** For how long an invitation can be accepted. */
export const INVITATION_DAYS = 7;
/** Mails with an invitation that an owner may send on a day. */
export const INVITATIONS_PER_DAY = 20;
/** Time to choose who stays, once for a tenant and plan within a year. */
export const SEATS_GRACE_DAYS = 14;
const GRACE_AGAIN_DAYS = 365;
/** Notice that members get before an environment is deleted. */
export const DELETION_NOTICE_DAYS = 7;

/** The seats of a plan beside the owner's. */
export const seatsBesideOwner = ({ users }: { readonly users: number }): number => users - 1;

export interface SeatFacts {
  readonly now: number;
  readonly plan: PlanId;
  /** As `seatsBesideOwner`. */
  readonly seats: number;
  /** Members with access, in the order in which they joined. */
  readonly active: readonly string[];
  /** Members without access because of the plan, in the order in which they joined. */
  readonly paused: readonly string[];
  /** Since when there are too many; `null` when that is new. */
  readonly overSince: number | null;
  /** The last time to choose that was given. */
  readonly grace: { readonly plan: string; readonly at: number } | null;
}

export type SeatStep =
  /** As it should be; `resume` get their access back. */
  | { readonly kind: 'fits'; readonly resume: readonly string[] }
  /** Too many: `until` is when the newest lose access. `isNew` where the owner is to be told. */
  | { readonly kind: 'grace'; readonly until: number; readonly isNew: boolean }
  /** The newest beyond the number lose access now. */
  | { readonly kind: 'pause'; readonly pause: readonly string[] };

/** What is to be done now about the people of an environment. */
export function seatStep({ now, plan, seats, active, paused, overSince, grace }: SeatFacts): SeatStep {
  const room = Math.max(0, seats);
  if (active.length <= room) return { kind: 'fits', resume: paused.slice(0, room - active.length) };
  const hadGrace = grace !== null && grace.plan === plan && now - grace.at < GRACE_AGAIN_DAYS * DAY_MS;
  const began = overSince ?? now;
  const until = began + SEATS_GRACE_DAYS * DAY_MS;
  const isNew = overSince === null;
  if (now < until && (!hadGrace || (!isNew && grace.at === overSince)))
    return { kind: 'grace', until, isNew };
  return { kind: 'pause', pause: active.slice(room) };
}
