/**
 * Handing an environment over to another account (product decisions, "Leaving and handing over").
 *
 * Owns: the obstacles and their messages; the first obstacle that the two people can remove is reported. Does not own:
 * debts and disputes that follow the receiver (contract/holds.ts).
 */
import { addDays, businessDay } from '../billing/days.ts';
import type { Facts } from '../contract/facts.ts';
import type { Hold } from '../contract/holds.ts';
import { openPurchases } from '../contract/purchases.ts';
import { standing } from '../contract/standing.ts';
import type { MessageId } from '../messages.ts';

/** Days for which an offer can be accepted. */
export const HANDOVER_DAYS = 7;
/** Offers that an owner may make per day. */
export const HANDOVERS_PER_DAY = 5;
/** No handover this close to the next charge: the old subscription must be gone before it charges. */
export const CHARGE_DAYS_MIN = 3;

/** The facts about the environment and its owner. */
export interface HandedEnvironment {
  readonly now: number;
  readonly facts: Facts;
  /** What prevents a purchase by the owner, the payer or the environment; `null` for nothing. */
  readonly hold: Hold | null;
  /** True while a change of plan or card is open. */
  readonly isChanging: boolean;
  /** True while the environment or the owner's account is being deleted. */
  readonly isDeleting: boolean;
}

/** Returns why the environment cannot be handed over now; `null` when it can. */
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

/** The facts about the account that would receive it. */
export interface Receiver {
  /** `null` for an account that is not a member of this environment. */
  readonly membership: { readonly pausedAt: number | null } | null;
  /** True when the account has an environment of its own or an open order. */
  readonly hasOwn: boolean;
  readonly isDeleting: boolean;
}

/** Returns why this account cannot receive the environment; `null` when it can. */
export function receiverObstacle({ membership, hasOwn, isDeleting }: Receiver): MessageId | null {
  if (hasOwn) return 'handover.receiver-owns';
  if (membership === null) return 'handover.receiver-gone';
  if (membership.pausedAt !== null) return 'handover.receiver-paused';
  return isDeleting ? 'handover.receiver-deleting' : null;
}

/** The facts about the person who accepts. */
export interface Accepting {
  readonly now: number;
  readonly expiresAt: number;
  readonly offeredTo: string;
  readonly email: string | null;
  readonly isProven: boolean;
  readonly requiresProof: boolean;
}

/** Returns why this acceptance is refused; `null` when it is valid. */
export function acceptanceObstacle(accepting: Accepting): MessageId | null {
  const { now, expiresAt, offeredTo, email, isProven, requiresProof } = accepting;
  if (expiresAt <= now) return 'handover.over';
  if (email !== offeredTo) return 'handover.other-email';
  return requiresProof && !isProven ? 'error.email-unproven' : null;
}
