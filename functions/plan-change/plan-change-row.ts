/** A row of `plan_changes` and the record it is read as. */
import type { PlanChange } from './plan-change.ts';

export interface PlanChangeRow {
  id: string;
  order_id: string;
  subdominio: string;
  plano: PlanChange['plan'];
  ciclo: PlanChange['cycle'];
  amount_centavos: number;
  way: PlanChange['way'];
  first_due_on: string | null;
  state: PlanChange['state'];
  unclear_until: number;
  customer_id: string | null;
  subscription_id: string | null;
  payment_id: string | null;
  page_id: string | null;
  pay_url: string | null;
  expires_at: number;
  lease_until: number;
  settled_at: number | null;
}

export function toPlanChange(row: PlanChangeRow): PlanChange {
  return {
    id: row.id,
    orderId: row.order_id,
    subdomain: row.subdominio,
    plan: row.plano,
    cycle: row.ciclo,
    amountCentavos: row.amount_centavos,
    way: row.way,
    firstDueOn: row.first_due_on,
    state: row.state,
    unclearUntil: row.unclear_until,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    paymentId: row.payment_id,
    pageId: row.page_id,
    payUrl: row.pay_url,
    expiresAt: row.expires_at,
    leaseUntil: row.lease_until,
    settledAt: row.settled_at,
  };
}
