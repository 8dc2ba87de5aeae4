/** Due work about money after the sale. Every change names the state it expects, so one of two racing callers makes it. */

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

/** `chargeback`: the card's holder won a dispute. */
type ContractEndKind = 'cancellation' | 'withdrawal' | 'chargeback';

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
