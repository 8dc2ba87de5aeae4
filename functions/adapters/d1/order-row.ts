/** A row of `orders` as it is read, and what the use cases see of it. */
import type { CardEntry } from '#domain/contracts/checkout.ts';
import type { ProvisioningOverallStatus } from '#domain/contracts/provisioning.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import type { Order, OrderPayment } from '#functions/ports/order-store.ts';

export interface OrderRow {
  id: string;
  subject: string;
  email: string | null;
  name: string | null;
  subdominio: string;
  plano: PlanId;
  ciclo: BillingCycle;
  amount_centavos: number;
  status: ProvisioningOverallStatus;
  payment: OrderPayment;
  unclear_until: number;
  customer_id: string | null;
  subscription_id: string | null;
  payment_id: string | null;
  pay_url: string | null;
  card_entry: CardEntry;
  attempt: number;
  group_id: string | null;
  synced: number;
  healthy: number;
  ping_ok: number;
  retrying_since: number | null;
  lease_until: number;
  reserved_until: number;
  created_at: number;
  updated_at: number;
  released_at: number | null;
}

export function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    subject: row.subject,
    email: row.email,
    name: row.name,
    subdominio: row.subdominio,
    plano: row.plano,
    ciclo: row.ciclo,
    amountCentavos: row.amount_centavos,
    status: row.status,
    payment: row.payment,
    unclearUntil: row.unclear_until,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    paymentId: row.payment_id,
    payUrl: row.pay_url,
    cardEntry: row.card_entry,
    attempt: row.attempt,
    groupId: row.group_id,
    synced: row.synced === 1,
    healthy: row.healthy === 1,
    pingOk: row.ping_ok === 1,
    retryingSince: row.retrying_since,
    leaseUntil: row.lease_until,
    reservedUntil: row.reserved_until,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    releasedAt: row.released_at,
  };
}
