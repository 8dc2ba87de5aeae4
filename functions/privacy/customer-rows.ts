/**
 * The rows about one person in every table, for an export and for a deletion.
 *
 * Owns: how a row is known to be somebody's. Which tables know people: content/legal/retention.json.
 */
import type { Customer, Row } from '#functions/operations/customer.ts';
import { AMONG, list } from '#functions/platform/json-list.ts';
import { callersOf } from '#functions/platform/processor-share.ts';

/** Orders that never became a contract: nothing was paid and no environment came of them. */
export const NEVER_A_CONTRACT = `released_at IS NOT NULL AND status <> 'CONCLUIDO' AND payment <> 'confirmed'`;

type Where = readonly [condition: string, ...values: string[]];

interface Conditions {
  readonly outbox: Where;
  readonly idempotency: Where;
  readonly asks: Where;
  readonly webhookEvents: Where;
  readonly notices: Where;
}

function conditionsOf({ subjects, emails, orders, subscriptionIds, paymentIds }: Customer): Conditions {
  const ids = list(orders.map(({ id }) => id));
  const notices: Where = [
    `(reference IN ${AMONG} OR reference IN (SELECT id FROM plan_changes WHERE order_id IN ${AMONG}))`,
    ...[list([...subscriptionIds, ...paymentIds]), ids],
  ];
  return {
    notices,
    // Some mails go to nobody or to operators: what they speak of counts. A name may have had another owner before the
    // terms were accepted for it. CROSS and +: the orders first, so that the index finds their mails.
    outbox: [
      `(COALESCE(json_extract(payload, '$.to'), json_extract(payload, '$.email')) IN ${AMONG}
        OR id IN (SELECT m.id FROM orders o CROSS JOIN outbox m ON json_extract(m.payload, '$.subdominio') = +o.subdominio
          WHERE o.id IN ${AMONG} AND m.created_at >= o.terms_accepted_at
            AND (o.released_at IS NULL OR m.created_at <= o.released_at))
        OR id IN (SELECT 'operator-' || kind || '-' || reference FROM billing_notices WHERE ${notices[0]}))`,
      ...[list(emails), ids, ...notices.slice(1)],
    ],
    idempotency: [`subject IN ${AMONG}`, list(subjects)],
    asks: [`caller IN ${AMONG}`, list(subjects.flatMap(callersOf))],
    webhookEvents: [
      `(payment_id IN ${AMONG} OR subscription_id IN ${AMONG})`,
      ...[list(paymentIds), list(subscriptionIds)],
    ],
  };
}

/** See `OperationsStore.recordsOf`. */
export async function recordsOf(
  db: D1Database,
  customer: Customer,
): Promise<Readonly<Record<string, readonly Row[]>>> {
  const { emails, orders, subscriptionIds } = customer;
  const { outbox, idempotency, asks, webhookEvents, notices } = conditionsOf(customer);
  const ids = list(orders.map(({ id }) => id));
  const names = list(orders.map(({ subdominio: subdomain }) => subdomain));
  const tables: Readonly<Record<string, Where>> = {
    orders: [`id IN ${AMONG}`, ids],
    tenants: [`order_id IN ${AMONG}`, ids],
    plan_changes: [`order_id IN ${AMONG}`, ids],
    quota_readings: [`subdominio IN (SELECT subdominio FROM tenants WHERE order_id IN ${AMONG})`, ids],
    contract_ends: [`order_id IN ${AMONG}`, ids],
    dunning: [`subscription_id IN ${AMONG} AND subdominio IN ${AMONG}`, list(subscriptionIds), names],
    billing_notices: notices,
    events: [`order_id IN ${AMONG}`, ids],
    support_messages: [`email IN ${AMONG}`, list(emails)],
    outbox,
    idempotency,
    processor_asks: asks,
    webhook_events: webhookEvents,
  };
  const read = await Promise.all(
    Object.entries(tables).map(async ([table, [where, ...values]]) => {
      const { results } = await db
        .prepare(`SELECT * FROM ${table} WHERE ${where}`)
        .bind(...values)
        .all<Row>();
      return [table, results] as const;
    }),
  );
  return Object.fromEntries(read);
}

/** See `OperationsStore.erase`. */
export async function erase(db: D1Database, customer: Customer): Promise<Readonly<Record<string, number>>> {
  const { outbox, idempotency, asks, webhookEvents } = conditionsOf(customer);
  const ids = list(customer.orders.map(({ id }) => id));
  const abandoned = `SELECT id FROM orders WHERE id IN ${AMONG} AND ${NEVER_A_CONTRACT}`;
  const [worked, ...ofEvents] = webhookEvents;
  const steps: readonly (readonly [table: string, ...Where])[] = [
    ['outbox', ...outbox],
    ['idempotency', ...idempotency],
    ['processor_asks', ...asks],
    ['webhook_events', `processed_at IS NOT NULL AND ${worked}`, ...ofEvents],
    // What refers to an order goes before it.
    ['plan_changes', `order_id IN (${abandoned})`, ids],
    ['contract_ends', `order_id IN (${abandoned})`, ids],
    ['events', `order_id IN (${abandoned}) AND operator IS NULL`, ids],
    ['orders', `id IN (${abandoned})`, ids],
  ];
  const done = await db.batch(
    steps.map(([table, where, ...values]) =>
      db.prepare(`DELETE FROM ${table} WHERE ${where}`).bind(...values),
    ),
  );
  return Object.fromEntries(steps.map(([table], index) => [table, done[index]?.meta.changes ?? 0]));
}
