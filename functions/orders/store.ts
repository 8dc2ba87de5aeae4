/**
 * Orders in D1, from the reservation of a name to its payment; orders/run-rows.ts has the later states.
 *
 * Every state change names the expected state in its WHERE clause: of two racing callers one changes the row, and the
 * other learns that nothing changed.
 */

import { BILLING_RULES_VERSION } from '#domain/orders/order.ts';
import {
  all,
  among,
  changesOne,
  exists,
  first,
  firstValue,
  type Given,
  run,
  type Sql,
  sql,
  statement,
} from '#functions/platform/db.ts';
import { CHARGING_MS_MAX, PREPARING_LEASE_MS } from '#functions/platform/lease.ts';
import {
  CHANGED,
  changeAndReport,
  changeReportAndRead,
  type OutgoingMail,
} from '#functions/platform/outbox.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { acceptanceStatement } from './acceptances.ts';
import { type ClusterCapacity, leastLoadedCluster } from './cluster-loads.ts';
import { hasPlace } from './free-places.ts';
import type { ChosenTerms, NewOrder, Order, PaymentReferences } from './order.ts';
import { CHANGED_ORDER, ORDER, type OrderRow, setReferences, toOrder } from './order-row.ts';
import { isQuarantined } from './quarantined-names.ts';

/** A free order calls no processor, so its lease is short: after a crash the customer waits less. */
const FREE_LEASE_MS = 10_000;
/** How long an unpaid name stays reserved for its account. */
export const RESERVATION_MS = 15 * 60_000;
/** The same for a charge on the processor's page. */
export const HOSTED_RESERVATION_MS = 24 * 3_600_000;

/** SQL condition: true while the account is a member of another customer's environment. */
const isMember = (subject: string): Sql =>
  sql`EXISTS (SELECT 1 FROM members WHERE subject = ${subject} AND ended_at IS NULL)`;

/** The unique index that refused a row; rethrows any other error. */
function conflictOf(error: unknown): 'subdomain-taken' | 'subject-has-order' {
  const text = error instanceof Error ? error.message : '';
  if (text.includes('orders.subdomain')) return 'subdomain-taken';
  if (text.includes('orders.subject')) return 'subject-has-order';
  throw error;
}

/** The kind of work that asks for the payment of an order and releases its name; its key is the order. */
export const UNPAID_WORK = 'unpaid-order';
/** First check of an order; usually the webhook arrives earlier. */
export const FIRST_CHECK_MS = 20_000;

const one =
  (db: D1Database) =>
  async (...query: Given): Promise<Order | null> => {
    const row = await first<OrderRow>(db)(...query);
    return row === null ? null : toOrder(row);
  };

const isInQuarantine = (db: D1Database, subdomain: string, now: number): Promise<boolean> =>
  exists(db)`SELECT 1 WHERE ${isQuarantined(subdomain, now)}`;

interface Reserving {
  readonly db: D1Database;
  /** The clusters that a new order may go to. */
  readonly capacities: readonly ClusterCapacity[];
  /** `freeMax`: free environments that may exist; `null`: any number. */
  readonly environmentLimits: { readonly freeMax: number | null };
}

/**
 * Inserts a reserved order under a lease, in the cluster with the most room, and returns it. Otherwise returns the reason:
 * a unique index refused it, the name is in quarantine, the free plan or no cluster has room, or the account is a member
 * elsewhere.
 */
export async function reserveOrder(
  { db, capacities, environmentLimits: { freeMax } }: Reserving,
  order: NewOrder,
  now: number,
) {
  try {
    const { id: orderId, plan, cycle } = order;
    const leaseUntil = now + (plan === 'free' ? FREE_LEASE_MS : PREPARING_LEASE_MS);
    const events = [{ kind: 'order-reserved', orderId, detail: `${plan} ${cycle}` }];
    const statements = [
      statement(db)`INSERT INTO buyers (order_id, email, email_proven, name)
        SELECT ${orderId}, ${order.email}, ${Number(order.emailVerified)}, ${order.name} WHERE ${CHANGED}`,
      acceptanceStatement(db, { ...order, orderId }, now),
    ];
    const work = [{ kind: UNPAID_WORK, key: orderId, orderId, dueAt: now + FIRST_CHECK_MS }];
    const reserved = await changeReportAndRead<OrderRow>(db, { statements, events, work }, now)`
            INSERT INTO orders (id, subject, subdomain, plan, cycle, amount_centavos, status, payment, lease_until,
            reserved_until, chosen_at, run_at, created_at, updated_at, cluster)
          SELECT ${orderId}, ${order.subject}, ${order.subdomain}, ${plan}, ${cycle}, ${order.amountCentavos},
            'AGUARDANDO', 'none', ${leaseUntil}, ${now + RESERVATION_MS}, ${now}, ${now}, ${now}, ${now},
            least_loaded.name
          FROM (${leastLoadedCluster(capacities)}) AS least_loaded
          WHERE NOT ${isQuarantined(order.subdomain, now)} AND NOT ${isMember(order.subject)}
            AND ${hasPlace(plan, freeMax)}
          RETURNING ${CHANGED_ORDER}`;
    if (reserved !== null) {
      const { email, emailVerified, name, termsVersion } = order;
      return toOrder({
        ...{ ...reserved, email, name: emailVerified ? name : null, termsVersion },
        rulesVersion: BILLING_RULES_VERSION,
      });
    }
    if (await isInQuarantine(db, order.subdomain, now)) return 'subdomain-taken';
    if (await exists(db)`SELECT 1 WHERE ${isMember(order.subject)}`) return 'member';
    return (await exists(db)`SELECT 1 WHERE ${hasPlace(plan, freeMax)}`) ? 'no-room' : 'free-full';
  } catch (error) {
    return conflictOf(error);
  }
}

export const findOrder = (db: D1Database, id: string) =>
  one(db)`SELECT ${ORDER} FROM order_rows WHERE id = ${id}`;

export const findLiveOrder = (db: D1Database, subject: string) =>
  one(db)`SELECT ${ORDER} FROM order_rows WHERE subject = ${subject} AND released_at IS NULL`;

/** The processor's customer of the account's newest purchase, even one that ended long ago. */
export const findCustomer = (db: D1Database, subject: string) =>
  firstValue<string>(db)`SELECT customer_id AS value FROM orders
        WHERE subject = ${subject} AND customer_id IS NOT NULL
        ORDER BY created_at DESC LIMIT 1`;

export const findLiveOrderByName = (db: D1Database, subdomain: string) =>
  one(db)`SELECT ${ORDER} FROM order_rows WHERE subdomain = ${subdomain} AND released_at IS NULL`;

export const findOrderBySubscription = (db: D1Database, subscriptionId: string) =>
  one(db)`SELECT ${ORDER} FROM order_rows WHERE subscription_id = ${subscriptionId}`;

/**
 * The newest order of an account if it was closed without an environment; `null` when another order followed, and
 * for an order that expired unpaid.
 */
export const findClosedOrder = (db: D1Database, subject: string) =>
  one(db)`SELECT ${ORDER} FROM order_rows WHERE id = (SELECT id FROM orders WHERE subject = ${subject}
          ORDER BY released_at IS NOT NULL, created_at DESC, rowid DESC LIMIT 1)
        AND closed_at IS NOT NULL AND (released_at IS NULL OR close_reason IN ('customer', 'undelivered')
            OR given_back_centavos > 0)`;

/**
 * The names that are taken, in one query: held by a live order (even with an expired reservation) or in quarantine.
 */
export async function findTakenAmong(db: D1Database, subdomains: readonly string[], now: number) {
  const names = among(subdomains);
  const rows = await all<{ name: string }>(db)`SELECT subdomain AS name FROM orders
        WHERE released_at IS NULL AND subdomain IN ${names}
        UNION SELECT subdomain FROM quarantined_names
        WHERE subdomain IN ${names} AND quarantined_until > ${now}`;
  return new Set(rows.map(({ name }) => name));
}

/**
 * Leases the order; `null` while another request holds the lease. An existing charge may be removed under the lease,
 * which takes the long one.
 */
export const acquireOrder = (db: D1Database, id: string, now: number) =>
  one(db)`UPDATE orders SET lease_until = ${now} + CASE
          WHEN payment = 'unclear' OR (payment = 'none' AND unclear_until = 0) THEN ${PREPARING_LEASE_MS}
          ELSE ${CHARGING_MS_MAX} END
        WHERE id = ${id} AND lease_until < ${now} AND released_at IS NULL RETURNING ${CHANGED_ORDER}`;

/** Releases the lease that this row was read with. */
export const releaseOrder = (db: D1Database, { id, leaseUntil }: Pick<Order, 'id' | 'leaseUntil'>) =>
  run(db)`UPDATE orders SET lease_until = 0 WHERE id = ${id} AND lease_until = ${leaseUntil}`;

/**
 * Changes the terms of an unpaid order, and returns it; `not-open` also when the lease was lost, `free-full` when the free
 * plan has no place for one that was not free before.
 */
export async function chooseTerms(
  { db, environmentLimits: { freeMax } }: Omit<Reserving, 'capacities'>,
  id: string,
  lease: number,
  terms: ChosenTerms,
  now: number,
) {
  try {
    const statements = [acceptanceStatement(db, { ...terms, id, orderId: id }, now)];
    const chosen = await changeReportAndRead<OrderRow>(
      db,
      { statements },
      now,
    )`UPDATE orders SET subdomain = ${terms.subdomain},
            plan = ${terms.plan}, cycle = ${terms.cycle}, amount_centavos = ${terms.amountCentavos},
            chosen_at = ${now}, reserved_until = ${now + RESERVATION_MS}, updated_at = ${now}
          WHERE id = ${id} AND lease_until = ${lease} AND payment = 'none' AND released_at IS NULL
            AND NOT ${isQuarantined(terms.subdomain, now)} AND (plan = 'free' OR ${hasPlace(terms.plan, freeMax)})
          RETURNING ${CHANGED_ORDER}`;
    if (chosen !== null)
      return toOrder({ ...chosen, termsVersion: terms.termsVersion, rulesVersion: BILLING_RULES_VERSION });
    if (await isInQuarantine(db, terms.subdomain, now)) return 'subdomain-taken';
    return (await exists(db)`SELECT 1 FROM orders WHERE id = ${id}
      AND (plan = 'free' OR ${hasPlace(terms.plan, freeMax)})`)
      ? 'not-open'
      : 'free-full';
  } catch (error) {
    if (conflictOf(error) === 'subdomain-taken') return 'subdomain-taken';
    throw error;
  }
}

/** Releases a name whose unpaid reservation has expired; false when it is still held. */
export const releaseExpired = (db: D1Database, id: string, now: number) =>
  changesOne(db)`UPDATE orders SET released_at = ${now}, updated_at = ${now}
        WHERE id = ${id} AND released_at IS NULL AND payment = 'none' AND reserved_until < ${now}
          AND lease_until < ${now}`;

/**
 * Releases the name of an order that was not paid in time and whose charge is removed; false when it is still held
 * or another caller has the lease.
 */
export const releaseUnpaid = (db: D1Database, id: string, lease: number, now: number) =>
  changeAndReport(db, { events: [{ kind: 'order-expired', orderId: id }] }, now)`
        UPDATE orders SET payment = 'none', pay_url = NULL, released_at = ${now},
            updated_at = ${now}
          WHERE id = ${id} AND lease_until = ${lease} AND released_at IS NULL AND status = 'AGUARDANDO'
            AND payment = 'pending' AND reserved_until < ${now}`;

/**
 * Records that a subscription may be created until `unclearUntil` and where its card is typed, and renews the lease
 * for that long. `null` when the lease was lost or the order cancelled: nothing may be created then.
 */
export const markOrderUnclear = (
  db: D1Database,
  { id, leaseUntil }: Pick<Order, 'id' | 'leaseUntil'>,
  { unclearUntil, cardEntry }: Pick<Order, 'unclearUntil' | 'cardEntry'>,
  now: number,
) =>
  one(db)`UPDATE orders SET payment = 'unclear', unclear_until = ${unclearUntil}, card_entry = ${cardEntry},
          lease_until = ${now + CHARGING_MS_MAX}, updated_at = ${now}
        WHERE id = ${id} AND lease_until = ${leaseUntil} AND payment IN ('none', 'unclear')
          AND status = 'AGUARDANDO' AND released_at IS NULL RETURNING ${CHANGED_ORDER}`;

/**
 * Records that nothing exists at the processor, if the order is unchanged since `seen`; the name stays reserved.
 * @param unclearUntil 0 when that is certain; after a look-up more, so that the processor is asked again before a
 *   create call.
 */
export const markOrderUnpaid = (
  db: D1Database,
  { id, leaseUntil, unclearUntil: seen }: Pick<Order, 'id' | 'leaseUntil' | 'unclearUntil'>,
  unclearUntil: number,
  now: number,
) =>
  run(db)`UPDATE orders SET payment = 'none', unclear_until = ${unclearUntil},
          reserved_until = ${now + RESERVATION_MS}, subscription_id = NULL, payment_id = NULL, pay_url = NULL,
          updated_at = ${now}
        WHERE id = ${id} AND lease_until = ${leaseUntil} AND unclear_until = ${seen}
          AND payment IN ('none', 'unclear', 'pending') AND status = 'AGUARDANDO'`;

/**
 * Records the payer.
 * @param payer Keyed hash of the CPF or CNPJ.
 */
export const notePayer = (db: D1Database, id: string, payer: string) =>
  run(db)`UPDATE orders SET payer = ${payer} WHERE id = ${id}`;

/**
 * Records the open charge, however it was found: from then on it is looked up before another one is made. A hosted
 * page holds the name for a day, counted from its first charge.
 */
export const markOrderPending = (
  db: D1Database,
  id: string,
  references: PaymentReferences,
  now: number,
  mails: readonly OutgoingMail[] = [],
) =>
  changeAndReport(db, { mails }, now)`
        UPDATE orders SET payment = 'pending', unclear_until = MAX(unclear_until, 1),
            ${setReferences(references)}, updated_at = ${now},
            reserved_until = CASE WHEN card_entry = 'hosted' AND payment <> 'pending'
            THEN ${now + HOSTED_RESERVATION_MS}
            ELSE reserved_until END
          WHERE id = ${id} AND payment <> 'confirmed'`;

/**
 * Copies the account's name and e-mail into its live order, which later mails use; false when they are unchanged.
 * An unverified address never replaces a verified one, and values missing in the token are kept.
 */
export async function followOrderAccount(
  db: D1Database,
  { subject, email, emailVerified, name }: Pick<Identity, 'subject' | 'email' | 'emailVerified' | 'name'>,
) {
  const isProven = Number(emailVerified);
  const isTaken = sql`${email} IS NOT NULL AND email_proven <= ${isProven}`;
  return changesOne(db)`UPDATE buyers SET name = COALESCE(${name}, name),
          email = IIF(${isTaken}, ${email}, email), email_proven = IIF(${isTaken}, ${isProven}, email_proven)
        WHERE order_id = (SELECT id FROM orders WHERE subject = ${subject} AND released_at IS NULL) AND (name IS NOT COALESCE(${name}, name)
          OR (${isTaken} AND (email IS NOT ${email} OR email_proven <> ${isProven})))`;
}
