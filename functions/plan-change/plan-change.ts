/**
 * Changes of plan as the use cases see them. One unique row decides who opens one; a lease decides who works on it.
 *
 * Every method that takes a held change writes only while its lease (`leaseUntil`) still is the row's, and returns the
 * row as it then is, or `null` when somebody else took over: then nothing more may be done for it.
 */
import type { PaidPlanId } from '#domain/contracts/checkout.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import type { Tenant, TenantContract } from '#functions/contract/tenant.ts';

/** See the `state` column of plan_changes. */
export type PlanChangeState = 'asked' | 'unclear' | 'waiting' | 'applying' | 'applied' | 'closed';
/** See the `way` column of plan_changes. */
export type PlanChangeWay = 'subscription' | 'purchase';

export interface PlanChange {
  readonly id: string;
  readonly orderId: string;
  readonly subdomain: string;
  readonly plan: PaidPlanId;
  readonly cycle: BillingCycle;
  /** Price of one period as offered. */
  readonly amountCentavos: number;
  readonly way: PlanChangeWay;
  /** First charge of a purchase, `YYYY-MM-DD` in São Paulo; `null` for a running subscription. */
  readonly firstDueOn: string | null;
  readonly state: PlanChangeState;
  /** While the processor may still be working on a call whose answer was lost; 0 before any. */
  readonly unclearUntil: number;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly paymentId: string | null;
  readonly pageId: string | null;
  readonly payUrl: string | null;
  readonly expiresAt: number;
  readonly leaseUntil: number;
  /** When it was applied or closed; `null` while it is open. */
  readonly settledAt: number | null;
}

export interface NewPlanChange
  extends Pick<
    PlanChange,
    'id' | 'orderId' | 'subdomain' | 'plan' | 'cycle' | 'amountCentavos' | 'way' | 'firstDueOn'
  > {
  /** The running subscription; `null` for a purchase. */
  readonly subscriptionId: string | null;
  readonly terms: { readonly version: string; readonly address: string } | null;
  readonly expiresAt: number;
}

/** What the processor holds for a purchase. Missing parts leave what is known. */
export interface PurchaseReferences {
  readonly customerId?: string | null;
  readonly subscriptionId?: string | null;
  readonly paymentId?: string | null;
  readonly pageId?: string | null;
  /** Where to pay; replaces what was known when given, also by `null`. */
  readonly payUrl?: string | null;
}

export interface PlanChangeStore {
  /** Opens a change under a lease; `null` when the tenant has an open one. */
  open(change: NewPlanChange, now: number): Promise<PlanChange | null>;
  findById(id: string): Promise<PlanChange | null>;
  findOpen(orderId: string): Promise<PlanChange | null>;
  /** The change that was put in force last. */
  findLastApplied(orderId: string): Promise<PlanChange | null>;
  /** The purchase that a payment belongs to. */
  findByPurchase(payment: {
    readonly subscriptionId: string | null;
    readonly pageId: string | null;
  }): Promise<PlanChange | null>;
  /** Takes a change that is open, or closed without effect; `null` when somebody works on it or it is not in `as`. */
  acquire(id: string, as: 'open' | 'closed', now: number): Promise<PlanChange | null>;
  /** Gives it back. */
  release(held: PlanChange): Promise<void>;
  /** Notes that a subscription may come into being until `unclearUntil`, and renews the lease for as long. */
  markUnclear(held: PlanChange, unclearUntil: number, now: number): Promise<PlanChange | null>;
  markWaiting(held: PlanChange, references: PurchaseReferences, now: number): Promise<PlanChange | null>;
  /** From here on it ends in force; renews the lease, because a price at the processor follows. */
  markApplying(held: PlanChange, references: PurchaseReferences, now: number): Promise<PlanChange | null>;
  /** Ends it without effect. */
  close(held: PlanChange, now: number): Promise<PlanChange | null>;
  /** A closed purchase was paid after all: `applying` again; `null` also when another change is open. */
  reopen(held: PlanChange, references: PurchaseReferences, now: number): Promise<PlanChange | null>;
  /**
   * Puts it in force: contract, end of the change and mail, in one transaction. `null` when the lease was lost or the
   * tenant's row no longer is as `seen`; read both again.
   */
  apply(
    held: PlanChange,
    seen: Pick<Tenant, 'plan' | 'subscriptionId' | 'state'>,
    contract: TenantContract,
    mail: { readonly id: string; readonly payload: string },
    now: number,
  ): Promise<PlanChange | null>;
  /**
   * Open changes due to be looked at, the longest unseen first: after `pauseMs`; one that waits to be paid after longer
   * the longer it waits, and at once `graceMs` after it has run out.
   */
  listOpen(
    now: number,
    pace: { readonly pauseMs: number; readonly graceMs: number },
    limit: number,
  ): Promise<readonly PlanChange[]>;
  /** Marks one as looked at, so that the sweep goes round. */
  touch(id: string, now: number): Promise<void>;
}
