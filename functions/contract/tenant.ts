/** Tenants: who owns an environment and what it pays for now. */
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';

/** `suspended`: unpaid, stands still, lifted by payment. `ended`: cancelled or withdrawn; data go after the promised time. */
export type TenantState = 'active' | 'suspended' | 'ended';

export interface Tenant {
  readonly subdomain: string;
  readonly orderId: string;
  /** OIDC subject of the owner. */
  readonly subject: string;
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  /** Price of one period as sold; 0 for the free plan. */
  readonly amountCentavos: number;
  readonly customerId: string | null;
  /** The subscription that renews; `null` for the free plan and after a cancellation. */
  readonly subscriptionId: string | null;
  readonly state: TenantState;
  /** When the present paid contract began, milliseconds UTC; `null` for the free plan. */
  readonly contractedAt: number | null;
  /** Last day of a cancelled contract, `YYYY-MM-DD` in São Paulo. */
  readonly endsOn: string | null;
  readonly stateSince: number;
  readonly createdAt: number;
}

/** What a new contract brings. */
export interface TenantContract {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly amountCentavos: number;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly contractedAt: number | null;
}

export interface TenantStore {
  findBySubdomain(subdomain: string): Promise<Tenant | null>;
  findBySubject(subject: string): Promise<Tenant | null>;
  findBySubscription(subscriptionId: string): Promise<Tenant | null>;
  /** Changes the state from one to another; false when it was not in `from`. */
  setState(subdomain: string, from: TenantState, to: TenantState, now: number): Promise<boolean>;
  /** Notes that the renewal is cancelled: no subscription any more, last day `endsOn`. */
  scheduleEnd(subdomain: string, subscriptionId: string, endsOn: string, now: number): Promise<boolean>;
  /** Tenants by subdomain, after `after`, for jobs that go round. */
  listAfter(after: string, limit: number): Promise<readonly Tenant[]>;
  /** Tenants that have not ended and whose last day is before `day`. */
  listEnding(day: string, limit: number): Promise<readonly Tenant[]>;
  /** Tenants in `state` since before `before`, oldest first. */
  listInState(state: TenantState, before: number, limit: number): Promise<readonly Tenant[]>;
}
