/** Rows of `orders`, and their mapping to what the verbs use. */
import type { CardEntry } from '#domain/api-schemas/checkout.ts';
import type { ProvisioningOverallStatus } from '#domain/api-schemas/provisioning.ts';
import { normalEmail } from '#domain/email/email.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { all, type Sql, sql } from '#functions/platform/db.ts';
import type { TenantState } from '#functions/tenants/tenant.ts';
import type { CloseReason, Order, OrderPayment, OrderProgress, PaymentReferences } from './order.ts';

export interface OrderRow {
  id: string;
  subject: string;
  email: string | null;
  name: string | null;
  email_proven: number;
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
  paid_at: number | null;
  first_due_on: string | null;
  payer: string | null;
  card_entry: CardEntry;
  attempt: number;
  group_id: string | null;
  synced: number;
  healthy: number;
  ping_ok: number;
  retrying_since: number | null;
  lease_until: number;
  reserved_until: number;
  terms_version: string;
  rules_version: string | null;
  terms_accepted_at: number;
  touched_at: number;
  created_at: number;
  updated_at: number;
  released_at: number | null;
  erased_at: number | null;
  cancelled_at: number | null;
  close_reason: CloseReason | null;
  given_back_centavos: number | null;
}

/**
 * Condition of the index on unfinished orders. A statement must repeat it word for word for SQLite to use that index.
 */
export const UNFINISHED = sql`released_at IS NULL AND status <> 'CONCLUIDO'`;

/** SQL condition: the order matches an operator's input. */
export const isMeant = (who: string): Sql => sql`id = ${who} OR subdominio = ${who} OR subject = ${who}
    OR email = ${who} OR email = ${normalEmail(who)} OR subscription_id = ${who} OR payment_id = ${who}
    OR id IN (SELECT order_id FROM tenants WHERE subscription_id = ${who})
    OR id IN (SELECT order_id FROM plan_changes WHERE subscription_id = ${who})`;

/** What `findProgress` reads. */
export const polledColumns = [
  'subdominio',
  'plano',
  'ciclo',
  'status',
  'payment',
  'pay_url',
  'synced',
  'healthy',
  'ping_ok',
  'retrying_since',
  'lease_until',
  'created_at',
  'updated_at',
  'cancelled_at',
  'amount_centavos',
  'given_back_centavos',
] as const satisfies readonly (keyof OrderRow)[];
type PolledColumn = (typeof polledColumns)[number];

/** The fields that a poll of the order returns. */
function polledFacts(row: Pick<OrderRow, PolledColumn>): Omit<OrderProgress, 'contract'> {
  return {
    subdomain: row.subdominio,
    plan: row.plano,
    cycle: row.ciclo,
    status: row.status,
    payment: row.payment,
    payUrl: row.pay_url,
    synced: row.synced === 1,
    healthy: row.healthy === 1,
    pingOk: row.ping_ok === 1,
    retryingSince: row.retrying_since,
    leaseUntil: row.lease_until,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.cancelled_at,
    amountCentavos: row.amount_centavos,
    givenBackCentavos: row.given_back_centavos,
  };
}

export function toOrder(row: OrderRow): Order {
  return {
    ...polledFacts(row),
    id: row.id,
    subject: row.subject,
    email: row.email,
    name: row.email_proven === 1 ? row.name : null,
    unclearUntil: row.unclear_until,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    paymentId: row.payment_id,
    paidAt: row.paid_at,
    firstDueOn: row.first_due_on,
    payer: row.payer,
    cardEntry: row.card_entry,
    attempt: row.attempt,
    groupId: row.group_id,
    reservedUntil: row.reserved_until,
    termsVersion: row.terms_version,
    rulesVersion: row.rules_version,
    termsAcceptedAt: row.terms_accepted_at,
    touchedAt: row.touched_at,
    releasedAt: row.released_at,
    erasedAt: row.erased_at,
    closeReason: row.close_reason,
  };
}

/** The orders that a query finds. */
export const allOrders = async (db: D1Database, query: Sql): Promise<Order[]> =>
  (await all<OrderRow>(db)`${query}`).map(toOrder);

/** The order columns that a poll reads, plus the contract's row if there is one. */
export interface ProgressRow extends Pick<OrderRow, PolledColumn> {
  contract_state: TenantState | null;
  contract_plano: PlanId;
  contract_ciclo: BillingCycle;
}

export function toProgress(row: ProgressRow): OrderProgress {
  const { contract_state: state, contract_plano: plan, contract_ciclo: cycle } = row;
  return { ...polledFacts(row), contract: state === null ? null : { state, plan, cycle } };
}

/** SQL: writes the given references; the others stay unchanged. */
export const setReferences = (references: PaymentReferences | null): Sql =>
  sql`customer_id = COALESCE(${references?.customerId ?? null}, customer_id),
      subscription_id = COALESCE(${references?.subscriptionId ?? null}, subscription_id),
      payment_id = COALESCE(${references?.paymentId ?? null}, payment_id),
      pay_url = COALESCE(${references?.payUrl ?? null}, pay_url),
      first_due_on = COALESCE(${references?.dueOn ?? null}, first_due_on)`;
