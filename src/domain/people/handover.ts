/**
 * An environment passes to another account (product decisions, "Leaving and handing over").
 *
 * Owns: which obstacles there are and what is said about each. The first one that the two can end counts. Does not own: debts
 * and disputes that follow the receiver (contract/holds.ts).
 */
import { addDays, businessDay } from '../billing/days.ts';
import type { Facts } from '../contract/facts.ts';
import type { Hold } from '../contract/holds.ts';
import { openPurchases } from '../contract/purchases.ts';
import { standing } from '../contract/standing.ts';
import type { MessageId } from '../messages.ts';

/** For how long an offer can be accepted. */
export const HANDOVER_DAYS = 7;
/** Offers that an owner may make on a day. */
export const HANDOVERS_PER_DAY = 5;
/** So close to the next charge nothing is handed over: the old subscription must be gone before it charges. */
export const CHARGE_DAYS_MIN = 3;

/** What is known of the environment and of its owner. */
export interface HandedEnvironment {
  readonly now: number;
  readonly facts: Facts;
  /** What follows the owner, the payer or the environment; `null` for nothing. */
  readonly hold: Hold | null;
  /** A change of plan or of the card is open. */
  readonly isChanging: boolean;
  /** The environment or the owner's account is on its way to be deleted. */
  readonly isDeleting: boolean;
}

/** Why the environment cannot pass now; `null` when it can. */
export function environmentObstacle(environment: HandedEnvironment): MessageId | null {
  const { now, facts, hold, isChanging, isDeleting } = environment;
  const at = standing(facts, now);
  if (isDeleting) return 'handover.deleting';
  if (at.state === 'ended') return 'handover.ended';
  if (hold?.kind === 'debt' || at.overdue !== null) return 'handover.overdue';
  if (hold?.kind === 'dispute' || at.disputed !== null) return 'handover.disputed';
  if (openPurchases(facts, now).length > 0) return 'handover.withdrawal';
  if (isChanging) return 'handover.changing';
  const soon = addDays(businessDay(now), CHARGE_DAYS_MIN);
  return at.renewal !== null && at.renewal.dueOn < soon ? 'handover.charge-soon' : null;
}

/** What is known of the account that is to have it. */
export interface Receiver {
  /** `null` for an account that does not work in this environment. */
  readonly membership: { readonly pausedAt: number | null } | null;
  /** It has an environment of its own, or an order under way. */
  readonly hasOwn: boolean;
  readonly isDeleting: boolean;
}

/** Why this account cannot have the environment; `null` when it can. */
export function receiverObstacle({ membership, hasOwn, isDeleting }: Receiver): MessageId | null {
  if (hasOwn) return 'handover.receiver-owns';
  if (membership === null) return 'handover.receiver-gone';
  if (membership.pausedAt !== null) return 'handover.receiver-paused';
  return isDeleting ? 'handover.receiver-deleting' : null;
}

/** What is known of who accepts. */
export interface Accepting {
  readonly now: number;
  readonly expiresAt: number;
  readonly offeredTo: string;
  readonly email: string | null;
  readonly isProven: boolean;
  readonly requiresProof: boolean;
}

/** Why this acceptance does not count; `null` when it does. */
export function acceptanceObstacle(accepting: Accepting): MessageId | null {
  const { now, expiresAt, offeredTo, email, isProven, requiresProof } = accepting;
  if (expiresAt <= now) return 'handover.over';
  if (email !== offeredTo) return 'handover.other-email';
  return requiresProof && !isProven ? 'error.email-unproven' : null;
}
