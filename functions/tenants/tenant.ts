/** Tenants: who owns an environment, and its last applied state. */
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import type { TenantState } from '#domain/tenants/states.ts';

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
  /** Start of the current paid contract, milliseconds UTC; `null` for the free plan. */
  readonly contractedAt: number | null;
  /** Last day of a cancelled contract, `YYYY-MM-DD` in São Paulo. */
  readonly endsOn: string | null;
  readonly stateSince: number;
  readonly createdAt: number;
}
