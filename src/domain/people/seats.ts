/**
 * How many people an environment has room for, and what happens when the plan shrinks (docs/people.md).
 *
 * The number is the plan's `limits.users`, owner included. Nobody is removed: people beyond the number lose access and
 * regain it when there is room.
 */
import { DAY_MS } from '../billing/days.ts';
import type { PlanId } from '../plans/ids.ts';

/** Days for which an invitation can be accepted. */
export const INVITATION_DAYS = 7;
/** Invitation mails that an owner may send per day. */
export const INVITATIONS_PER_DAY = 20;
/** Days to choose who stays; given once per tenant and plan within a year. */
export const SEATS_GRACE_DAYS = 14;
const GRACE_AGAIN_DAYS = 365;
/** Days of notice that members get before an environment is deleted. */
export const DELETION_NOTICE_DAYS = 7;

/** Seats of a plan without the owner's. */
export const seatsBesideOwner = ({ users }: { readonly users: number }): number => users - 1;

export interface SeatFacts {
  readonly now: number;
  readonly plan: PlanId;
  /** Seats without the owner's. */
  readonly seats: number;
  /** Members with access, in the order in which they joined. */
  readonly active: readonly string[];
  /** Members who lost access because of the plan, in the order in which they joined. */
  readonly paused: readonly string[];
  /** Since when there are too many people; `null` if not recorded yet. */
  readonly overSince: number | null;
  /** The last grace period that was given. */
  readonly grace: { readonly plan: string; readonly at: number } | null;
}

export type SeatStep =
  /** The people fit; those in `resume` regain access. */
  | { readonly kind: 'fits'; readonly resume: readonly string[] }
  /** Too many people: the newest lose access at `until`. `isNew` when the owner must be notified. */
  | { readonly kind: 'grace'; readonly until: number; readonly isNew: boolean }
  /** The newest beyond the number lose access now. */
  | { readonly kind: 'pause'; readonly pause: readonly string[] };

/** Decides what happens now to the people of an environment. */
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
