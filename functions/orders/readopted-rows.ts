/** The rows of an order that were lost with the database, while its environment runs. */
import { statement } from '#functions/platform/db.ts';
import type { Order } from './order.ts';

/** In the place of the version of terms whose acceptance was lost. */
const UNKNOWN_TERMS = 'perdida';

/** What is known of such an order. */
export interface ReadoptedOrder
  extends Pick<
      Order,
      'id' | 'subject' | 'email' | 'name' | 'subdomain' | 'plan' | 'cycle' | 'amountCentavos'
    >,
    Pick<Order, 'payer' | 'customerId' | 'subscriptionId' | 'paymentId' | 'firstDueOn' | 'createdAt'> {
  readonly isEmailProven: boolean;
  readonly cluster: string;
  readonly chartRevision: string | null;
}

/** Statements that write the order as one that is about to be completed. */
export const readoptedStatements = (
  db: D1Database,
  order: ReadoptedOrder,
  now: number,
): D1PreparedStatement[] => [
  statement(
    db,
  )`INSERT INTO orders (id, subject, subdomain, plan, cycle, amount_centavos, status, payment, payer,
      customer_id, subscription_id, payment_id, first_due_on, paid_at, cluster, chart_revision, reserved_until, chosen_at,
      run_at, created_at, updated_at)
    VALUES (${order.id}, ${order.subject}, ${order.subdomain}, ${order.plan}, ${order.cycle}, ${order.amountCentavos},
      'EM_ANDAMENTO', IIF(${order.plan} = 'free', 'free', 'confirmed'), ${order.payer}, ${order.customerId},
      ${order.subscriptionId}, ${order.paymentId}, ${order.firstDueOn},
      IIF(${order.plan} = 'free', NULL, ${order.createdAt}), ${order.cluster}, ${order.chartRevision}, 0,
      ${order.createdAt}, ${now}, ${order.createdAt}, ${now})`,
  statement(db)`INSERT INTO buyers (order_id, email, email_proven, name)
    VALUES (${order.id}, ${order.email}, ${Number(order.isEmailProven)}, ${order.name})`,
  statement(db)`INSERT INTO acceptances (id, order_id, terms_version, accepted_at, address)
    VALUES (${order.id}, ${order.id}, ${UNKNOWN_TERMS}, ${order.createdAt}, '')`,
  statement(
    db,
  )`INSERT INTO provisioning_runs (order_id, attempt, applied_at, synced, healthy, ping_ok, member_at,
      touched_at, updated_at)
    VALUES (${order.id}, 0, ${order.createdAt}, 1, 1, 1, ${order.createdAt}, ${now}, ${now})`,
];
