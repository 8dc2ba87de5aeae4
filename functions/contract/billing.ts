/** Due work about money after the sale. Every change names the state it expects, so of two racing callers one makes it. */

/** A mail that leaves with a change, in one transaction with it; the same id leaves once. */
export interface BillingMail {
  readonly id: string;
  readonly template: string;
  /** JSON, read by the template. */
  readonly payload: string;
}

/** A renewal that was not paid. */
export interface Dunning {
  readonly paymentId: string;
  readonly subscriptionId: string;
  readonly subdomain: string;
  /** How often the charge has failed, from 1. */
  readonly failures: number;
  /** First failure, milliseconds UTC; the days of the next tries count from here. */
  readonly failedAt: number;
}

export type DunningOutcome =
  /** The charge itself was paid. */
  | 'paid'
  /** The contract ended, or another one took its place. */
  | 'ended'
  /** The charge was removed or paid back at the processor. */
  | 'gone';

/** `chargeback`: the money was taken back by the card's holder. */
export type ContractEndKind = 'cancellation' | 'withdrawal' | 'chargeback';

/** A contract that ends. */
export interface ContractEnd {
  readonly subscriptionId: string;
  readonly subdomain: string;
  readonly orderId: string;
  readonly kind: ContractEndKind;
  /** Last day of the environment, `YYYY-MM-DD` in São Paulo. */
  readonly endsOn: string;
  readonly requestedAt: number;
  /** When the processor had confirmed everything; `null` while there is work left. */
  readonly doneAt: number | null;
}

export interface Reconciliation {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** First day of what is compared. */
  readonly since: string;
  readonly stage: 'payments' | 'tenants' | 'done';
  readonly position: string;
  readonly compared: number;
  readonly found: number;
}

export interface BillingStore {
  /** Begins to work a failed renewal, with the mail about it; false when it is known. */
  openDunning(row: Omit<Dunning, 'failures'>, dueAt: number, mail: BillingMail | null): Promise<boolean>;
  /** Takes the failed renewals that are due; each stays with the caller until `leaseUntil`. */
  claimDunning(now: number, leaseUntil: number, limit: number): Promise<readonly Dunning[]>;
  /** Open failed renewals of a subscription. */
  listDunning(subscriptionId: string): Promise<readonly Dunning[]>;
  /** Counts one more failure, with the mail about it; false when somebody counted it before. */
  countFailure(row: Dunning, dueAt: number, mail: BillingMail | null): Promise<boolean>;
  postponeDunning(paymentId: string, dueAt: number): Promise<void>;
  /** Closes a failed renewal; false when it was closed. */
  closeDunning(paymentId: string, outcome: DunningOutcome, now: number): Promise<boolean>;

  /**
   * Writes down that a contract ends; the first request decides, but a withdrawal or a chargeback takes the place of
   * a cancellation.
   */
  requestEnd(end: Omit<ContractEnd, 'doneAt'>): Promise<ContractEnd>;
  findEnd(subscriptionId: string): Promise<ContractEnd | null>;
  /** The newest end of a tenant's contracts; by its order, because a name may have had another owner. */
  findNewestEnd(orderId: string): Promise<ContractEnd | null>;
  /** Takes the ends that are due; each stays with the caller until `leaseUntil`. */
  claimEnds(now: number, leaseUntil: number, limit: number): Promise<readonly ContractEnd[]>;
  /** Takes one end; `null` when it is done or somebody works on it. */
  claimEnd(subscriptionId: string, now: number, leaseUntil: number): Promise<ContractEnd | null>;
  postponeEnd(subscriptionId: string, dueAt: number): Promise<void>;
  /** Work on an end is done, with the mails about it; false, without them, when it is of another kind by now. */
  finishEnd(end: ContractEnd, endsOn: string, mails: readonly BillingMail[], now: number): Promise<boolean>;
  /** A charge came through after the end was worked: it is worked again. */
  reopenEnd(subscriptionId: string, now: number): Promise<void>;

  /** Notes something an operator must see, with the mail about it; false when it was noted before. */
  notice(kind: string, reference: string, mail: BillingMail | null, now: number): Promise<boolean>;
  isNoticed(kind: string, reference: string): Promise<boolean>;
  /** Puts a mail into the outbox, once. */
  enqueue(mail: BillingMail, now: number): Promise<void>;

  /** Makes the row of a day unless there is one. */
  beginReconciliation(day: string, since: string, now: number): Promise<void>;
  /** Takes the oldest day that is not finished and due. */
  claimReconciliation(now: number, leaseUntil: number): Promise<Reconciliation | null>;
  saveReconciliation(row: Reconciliation, dueAt: number, now: number): Promise<void>;

  /** Ends a tenant whose last day, `endsOn`, is over, with the mail about it; false when that is not its last day (any more). */
  endTenant(subdomain: string, endsOn: string, mail: BillingMail, now: number): Promise<boolean>;
  /** Forgets an ended tenant whose data are gone: its row goes and its name is free; false when it is not ended. */
  removeTenant(subdomain: string, orderId: string, now: number): Promise<boolean>;
}
