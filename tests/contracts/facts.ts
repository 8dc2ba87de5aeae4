/**
 * What the outside saw of one sequence: plain data, so that the judge may be tested with records made by hand.
 *
 * Days are `YYYY-MM-DD` in São Paulo, amounts centavos. An account is told by its number; all accounts of a sequence
 * have one payer unless `payer` says otherwise.
 */
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import type { SoldFacts } from './sold-facts.ts';

/** A charge at the processor. */
export interface Charge {
  readonly id: string;
  readonly account: number;
  /** `debt`: for days on which the environment ran unpaid. */
  readonly kind: 'period' | 'difference' | 'debt';
  /** `null` for a single charge. */
  readonly subscription: string | null;
  readonly plan: PlanId;
  /** `null` for a single charge. */
  readonly cycle: BillingCycle | null;
  readonly centavos: number;
  readonly madeOn: string;
  readonly dueOn: string;
  readonly confirmedOn: string | null;
  /** Removed before it was paid. */
  readonly removedOn: string | null;
  /** Given back, by whomever. */
  readonly returnedOn: string | null;
  /** How often the product asked for its refund, and got it. */
  readonly refunds: number;
  readonly disputedOn: string | null;
  /** The holder's bank took it back for good, or a person at the processor gave it back. */
  readonly lostOn: string | null;
  readonly isDisputed: boolean;
}

export interface Subscription {
  readonly id: string;
  readonly account: number;
  readonly isLive: boolean;
  readonly plan: PlanId;
  readonly madeOn: string;
  /** Day of the next charge: of one that is open, else of one still to be made. */
  readonly nextDueOn: string;
}

/** How an environment ended a day. */
export interface RunDay {
  readonly day: string;
  readonly account: number;
  readonly plan: PlanId;
  readonly isSuspended: boolean;
  /** Something was broken, so that the cluster or the processor could not be told or asked. */
  readonly isExcused: boolean;
  /** What of the account's subscriptions was live and sold for, in the evening. */
  readonly livePlans: readonly PlanId[];
}

type Command = 'checkout' | 'upgrade' | 'cancel' | 'withdraw' | 'change-card' | 'erase' | 'release';

/** A command and what was answered. */
export interface Asked {
  readonly day: string;
  readonly account: number;
  readonly command: Command;
  readonly status: number;
  readonly code: string | null;
  /** Something was sold: a charge or subscription was made, or limits rose. */
  readonly didBuy: boolean;
  /** It is to be paid on a page of the processor, which says only then who pays. */
  readonly isOnPage: boolean;
  /** Which purchase a withdrawal named by its id, of a difference its charge's; `null` for the oldest. */
  readonly purchase: string | null;
  /** Charges that one could see confirmed, and not given back, when it was asked. */
  readonly paidBefore: readonly string[];
  /** A charge was disputed, and the processor's event had arrived. */
  readonly isDisputeOpen: boolean;
}

/** `/api/conta` of the newest account, with dates only where the product tells them. */
export interface Account {
  readonly account: number;
  readonly plan: PlanId;
  readonly state: string;
  readonly endsOn: string | null;
  readonly nextChargeOn: string | null;
  readonly paidThrough: string | null;
  readonly renewsOn: string | null;
  readonly undoUntil: string | null;
  readonly owes: boolean;
  /** Last four digits of the card that is charged next. */
  readonly card: string | null;
}

export interface Facts {
  readonly today: string;
  /** Days since something was broken, lost or late; 0 while it is. */
  readonly quietDays: number;
  readonly charges: readonly Charge[];
  readonly subscriptions: readonly Subscription[];
  readonly days: readonly RunDay[];
  readonly asked: readonly Asked[];
  /** Day on which an account's environment answered for the first time. */
  readonly stoodOn: ReadonlyMap<number, string>;
  /** Accounts that were deleted. */
  readonly erased: ReadonlySet<number>;
  /** Payer of each account. */
  readonly payers: ReadonlyMap<number, string>;
  readonly seen: Account | null;
  /** What `GET …/upgrade` says, where the product has it. */
  readonly offers: {
    readonly plan: PlanId;
    readonly paidThrough: string | null;
    readonly obstacle: string | null;
  } | null;
  /** Mails to customers that name a day, newest last. */
  readonly mails: readonly {
    readonly day: string;
    readonly account: number;
    readonly kind: string;
    readonly date: string;
  }[];
  readonly sold: SoldFacts;
}
