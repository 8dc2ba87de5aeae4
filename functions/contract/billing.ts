/** Types of the scheduled work about money after the sale. */

/** An unpaid renewal that is being retried. */
export interface Dunning {
  readonly paymentId: string;
  readonly subscriptionId: string;
  readonly subdomain: string;
  /** How often the charge has failed, from 1. */
  readonly failures: number;
  /** First failure, milliseconds UTC; the retry days count from here. */
  readonly failedAt: number;
}

export type DunningOutcome =
  /** The charge was paid. */
  | 'paid'
  /** The contract ended or was replaced. */
  | 'ended'
  /** The charge was removed or refunded at the processor. */
  | 'gone';

/** `chargeback`: the cardholder won a dispute. */
type ContractEndKind = 'cancellation' | 'withdrawal' | 'chargeback';

/** A contract that is ending. */
export interface ContractEnd {
  readonly subscriptionId: string;
  readonly subdomain: string;
  readonly orderId: string;
  readonly kind: ContractEndKind;
  /** Last day of the environment, `YYYY-MM-DD` in São Paulo. */
  readonly endsOn: string;
  readonly requestedAt: number;
  /** When the processor had confirmed every step; `null` while work is left. */
  readonly doneAt: number | null;
}

export interface Reconciliation {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** First day of the compared charges. */
  readonly since: string;
  readonly stage: 'payments' | 'tenants' | 'done';
  readonly position: string;
  readonly compared: number;
  readonly found: number;
}
