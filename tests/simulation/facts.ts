/**
 * What was visible from outside in one sequence, as plain data, so that the judge can be tested with hand-made records.
 *
 * Days are `YYYY-MM-DD` in São Paulo, amounts centavos. Accounts are numbered; all accounts of a sequence have one
 * payer unless `payer` says otherwise.
 */
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import type { SoldFacts } from './sold-facts.ts';

/** A charge at the processor. */
export interface Charge {
  readonly id: string;
  readonly account: number;
  /** `debt`: for unpaid days of use. */
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
  /** Refunded, by anyone. */
  readonly returnedOn: string | null;
  /** How often the product requested and got its refund, or the refund of a part. */
  readonly refunds: number;
  /** What has gone back of it. */
  readonly backCentavos: number;
  readonly disputedOn: string | null;
  /** Lost to a dispute, or refunded at the processor by hand. */
  readonly lostOn: string | null;
  readonly isDisputed: boolean;
}

export interface Subscription {
  readonly id: string;
  readonly account: number;
  readonly isLive: boolean;
  readonly plan: PlanId;
  readonly madeOn: string;
  /** Day of the next charge: the open one, or else the next to be created. */
  readonly nextDueOn: string;
}

/** A subscription or charge, and the accounts for which its customer and its card were first used. */
export interface Use {
  readonly id: string;
  readonly account: number;
  readonly customerOf: number;
  /** `null` without a card. */
  readonly cardOf: number | null;
}

/** An environment's state at the end of a day. */
export interface RunDay {
  readonly day: string;
  readonly account: number;
  readonly plan: PlanId;
  readonly isSuspended: boolean;
  /** True during a fault, when cluster or processor could not be reached. */
  readonly isExcused: boolean;
  /** Plans of the account's live subscriptions, in the evening. */
  readonly livePlans: readonly PlanId[];
}

type Command = 'checkout' | 'upgrade' | 'cancel' | 'withdraw' | 'change-card' | 'erase' | 'release';

/** A command and its response. */
export interface Asked {
  readonly day: string;
  readonly account: number;
  readonly command: Command;
  readonly status: number;
  readonly code: string | null;
  /** Something was sold: a charge or subscription was created, or limits rose. */
  readonly didBuy: boolean;
  /** To be paid on a page of the processor, which reveals the payer only then. */
  readonly isOnPage: boolean;
  /** The purchase that a withdrawal named: its id, or a difference's charge; `null` for the oldest. */
  readonly purchase: string | null;
  /** Charges visibly confirmed and not refunded at that time. */
  readonly paidBefore: readonly string[];
  /** A charge was disputed, and its event had arrived. */
  readonly isDisputeOpen: boolean;
}

/** `/api/conta` of the newest account, with the dates that it names. */
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
  /** Last four digits of the card of the next charge. */
  readonly card: string | null;
}

export interface Facts {
  readonly today: string;
  /** Days since the last fault, loss or delay; 0 during one. */
  readonly quietDays: number;
  readonly charges: readonly Charge[];
  readonly subscriptions: readonly Subscription[];
  readonly uses: readonly Use[];
  readonly days: readonly RunDay[];
  readonly asked: readonly Asked[];
  /** Day on which an account's environment first answered. */
  readonly stoodOn: ReadonlyMap<number, string>;
  /** Accounts that were deleted. */
  readonly erased: ReadonlySet<number>;
  /** Payer of each account. */
  readonly payers: ReadonlyMap<number, string>;
  readonly seen: Account | null;
  /** The response of `GET …/upgrade`, if there is one. */
  readonly offers: {
    readonly plan: PlanId;
    readonly paidThrough: string | null;
    readonly obstacle: string | null;
  } | null;
  /** Customer mails that name a day, newest last. */
  readonly mails: readonly {
    readonly day: string;
    readonly account: number;
    readonly kind: string;
    readonly date: string;
  }[];
  readonly sold: SoldFacts;
}
