/**
 * Orders in D1, from the reservation of a name to its payment; provisioning/store.ts has the later states.
 *
 * Every state change names the expected state in its WHERE clause: of two racing callers one changes the row, and the
 * other learns that nothing changed.
 */

import { BILLING_RULES_VERSION } from '#domain/order/order.ts';
import type { ChosenTerms, NewOrder, Order, PaymentReferences } from '#functions/orders/order.ts';
import {
  type OrderRow,
  type ProgressRow,
  polledColumns,
  referenceValues,
  setReferences,
  toOrder,
  toProgress,
} from '#functions/orders/order-row.ts';
import { isQuarantined } from '#functions/orders/quarantined-names.ts';
import {
  AMONG_FIRST,
  all,
  changesOne,
  exists,
  first,
  firstValue,
  list,
  run,
  statement,
} from '#functions/platform/db.ts';
import { CHARGING_MS_MAX, PREPARING_LEASE_MS } from '#functions/platform/lease.ts';
import { changeAndReport, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { type ClusterCapacity, leastLoadedCluster, ONE_CLUSTER } from './cluster-loads.ts';

/** A free order calls no processor, so its lease is short: after a crash the customer waits less. */
const FREE_LEASE_MS = 10_000;
/** How long an unpaid name stays reserved for its account. */
export const RESERVATION_MS = 15 * 60_000;
/** The same for a charge on the processor's page. */
export const HOSTED_RESERVATION_MS = 24 * 3_600_000;

/**
 * SQL condition: true while the account is a member of another customer's environment. `subject` is an SQL expression.
 */
const isMember = (subject: string): string =>
  `EXISTS (SELECT 1 FROM memberships WHERE subject = ${subject} AND ended_at IS NULL)`;

/** The unique index that refused a row; rethrows any other error. */
function conflictOf(error: unknown): 'subdomain-taken' | 'subject-has-order' {
  const text = error instanceof Error ? error.message : '';
  if (text.includes('orders.subdominio')) return 'subdomain-taken';
  if (text.includes('orders.subject')) return 'subject-has-order';
  throw error;
}

/** The kind of work that asks for the payment of an order and releases its name; its key is the order. */
export const UNPAID_WORK = 'unpaid-order';
/** First check of an order; usually the webhook arrives earlier. */
export const FIRST_CHECK_MS = 20_000;

/**
 * Makes the store over a D1 database.
 * @param capacities The clusters that a new order may go to.
 */
export function createOrderStore(db: D1Database, capacities: readonly ClusterCapacity[] = ONE_CLUSTER) {
  const one = async (sql: string, ...values: unknown[]): Promise<Order | null> => {
    const row = await first<OrderRow>(db, sql, ...values);
    return row === null ? null : toOrder(row);
  };
  const isInQuarantine = (subdomain: string, now: number): Promise<boolean> =>
    exists(db, `SELECT 1 WHERE ${isQuarantined('?1', '?2')}`, subdomain, now);

  return {
    /**
     * Inserts a reserved order under a lease, in the cluster with the most room. Otherwise returns the reason: a unique
     * index refused it, the name is in quarantine, no cluster has room, or the account is a member elsewhere.
     */
    async reserve(order: NewOrder, now: number) {
      try {
        const { id: orderId, plan, cycle } = order;
        const inserting = statement(
          db,
          `INSERT INTO orders (id, subject, email, name, subdominio, plano, ciclo, amount_centavos, terms_version,
             terms_accepted_at, terms_address, status, payment, lease_until, reserved_until, touched_at, created_at, updated_at, email_proven, rules_version, cluster)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'AGUARDANDO', 'none', ?12, ?13, ?10, ?10, ?10, ?14, ?15, least_loaded.name
           FROM (${leastLoadedCluster('?16')}) AS least_loaded WHERE NOT ${isQuarantined('?5', '?10')} AND NOT ${isMember('?2')}`,
          order.id,
          order.subject,
          order.email,
          order.name,
          order.subdomain,
          order.plan,
          order.cycle,
          order.amountCentavos,
          order.termsVersion,
          now,
          order.termsAddress,
          now + (order.plan === 'free' ? FREE_LEASE_MS : PREPARING_LEASE_MS),
          now + RESERVATION_MS,
          Number(order.emailVerified),
          BILLING_RULES_VERSION,
          JSON.stringify(capacities),
        );
        const events = [{ kind: 'order-reserved', orderId, detail: `${plan} ${cycle}` }];
        const work = [{ kind: UNPAID_WORK, key: orderId, orderId, dueAt: now + FIRST_CHECK_MS }];
        if (await changeAndReport(db, inserting, { events, work }, now)) return 'reserved';
        if (await isInQuarantine(order.subdomain, now)) return 'subdomain-taken';
        return (await exists(db, `SELECT 1 WHERE ${isMember('?1')}`, order.subject)) ? 'member' : 'no-room';
      } catch (error) {
        return conflictOf(error);
      }
    },

    findById: (id: string) => one('SELECT * FROM orders WHERE id = ?', id),

    findLiveBySubject: (subject: string) =>
      one('SELECT * FROM orders WHERE subject = ? AND released_at IS NULL', subject),

    /** The processor's customer of the account's newest purchase, even one that ended long ago. */
    findCustomer: (subject: string) =>
      firstValue<string>(
        db,
        `SELECT customer_id AS value FROM orders WHERE subject = ? AND customer_id IS NOT NULL
         ORDER BY created_at DESC LIMIT 1`,
        subject,
      ),
    findLiveBySubdomain: (subdomain: string) =>
      one('SELECT * FROM orders WHERE subdominio = ? AND released_at IS NULL', subdomain),

    findBySubscription: (subscriptionId: string) =>
      one('SELECT * FROM orders WHERE subscription_id = ?', subscriptionId),

    /**
     * The newest order of an account if it was closed without an environment; `null` when another order followed, and
     * for an order that expired unpaid.
     */
    findClosedBySubject: (subject: string) =>
      one(
        `SELECT * FROM (
           SELECT * FROM orders WHERE subject = ? ORDER BY released_at IS NOT NULL, created_at DESC, rowid DESC LIMIT 1)
         WHERE cancelled_at IS NOT NULL
           AND (released_at IS NULL OR close_reason IN ('customer', 'undelivered') OR given_back_centavos > 0)`,
        subject,
      ),

    /** The account's live order with only the columns that a poll needs, in one query. */
    async findProgress(subject: string) {
      const row = await first<ProgressRow>(
        db,
        `SELECT ${polledColumns.map((column) => `o.${column}`).join(', ')},
             t.state AS contract_state, t.plano AS contract_plano, t.ciclo AS contract_ciclo
           FROM orders o LEFT JOIN tenants t ON t.subdominio = o.subdominio AND o.status = 'CONCLUIDO'
           WHERE o.subject = ? AND o.released_at IS NULL`,
        subject,
      );
      return row === null ? null : toProgress(row);
    },

    /**
     * The names that are taken, in one query: held by a live order (even with an expired reservation) or in quarantine.
     */
    async findTakenAmong(subdomains: readonly string[], now: number) {
      const rows = await all<Pick<OrderRow, 'subdominio'>>(
        db,
        `SELECT subdominio FROM orders WHERE released_at IS NULL AND subdominio IN ${AMONG_FIRST}
           UNION SELECT subdominio FROM quarantined_names WHERE subdominio IN ${AMONG_FIRST} AND quarantined_until > ?2`,
        list(subdomains),
        now,
      );
      return new Set(rows.map(({ subdominio }) => subdominio));
    },

    /** Leases the order, for longer when it has a charge; `null` while another request holds the lease. */
    acquire: (id: string, now: number) =>
      one(
        // An existing charge may be removed under the lease, which takes the long lease.
        `UPDATE orders SET lease_until = ?1 + CASE
           WHEN payment = 'unclear' OR (payment = 'none' AND unclear_until = 0) THEN ?2 ELSE ?3 END
         WHERE id = ?4 AND lease_until < ?1 AND released_at IS NULL RETURNING *`,
        now,
        PREPARING_LEASE_MS,
        CHARGING_MS_MAX,
        id,
      ),

    /** Releases the lease that this row was read with. */
    release: ({ id, leaseUntil }: Pick<Order, 'id' | 'leaseUntil'>) =>
      run(db, 'UPDATE orders SET lease_until = 0 WHERE id = ? AND lease_until = ?', id, leaseUntil),

    /** Changes the terms of an unpaid order; `not-open` also when the lease was lost. */
    async choose(id: string, lease: number, terms: ChosenTerms, now: number) {
      try {
        const changed = await run(
          db,
          `UPDATE orders SET subdominio = ?1, plano = ?2, ciclo = ?3, amount_centavos = ?4, terms_version = ?5,
             terms_address = ?6, terms_accepted_at = ?7, reserved_until = ?8, updated_at = ?7, rules_version = ?11
           WHERE id = ?9 AND lease_until = ?10 AND payment = 'none' AND released_at IS NULL
             AND NOT ${isQuarantined('?1', '?7')}`,
          terms.subdomain,
          terms.plan,
          terms.cycle,
          terms.amountCentavos,
          terms.termsVersion,
          terms.termsAddress,
          now,
          now + RESERVATION_MS,
          id,
          lease,
          BILLING_RULES_VERSION,
        );
        if (changed === 1) return 'chosen';
        return (await isInQuarantine(terms.subdomain, now)) ? 'subdomain-taken' : 'not-open';
      } catch (error) {
        if (conflictOf(error) === 'subdomain-taken') return 'subdomain-taken';
        throw error;
      }
    },

    /** Releases a name whose unpaid reservation has expired; false when it is still held. */
    releaseExpired: (id: string, now: number) =>
      changesOne(
        db,
        `UPDATE orders SET released_at = ?, updated_at = ?
        WHERE id = ? AND released_at IS NULL AND payment = 'none' AND reserved_until < ? AND lease_until < ?`,
        now,
        now,
        id,
        now,
        now,
      ),

    /**
     * Releases the name of an order that was not paid in time and whose charge is removed; false when it is still held
     * or another caller has the lease.
     */
    releaseUnpaid: (id: string, lease: number, now: number) =>
      changeAndReport(
        db,
        statement(
          db,
          `UPDATE orders SET payment = 'none', pay_url = NULL, released_at = ?, updated_at = ?
          WHERE id = ? AND lease_until = ? AND released_at IS NULL AND status = 'AGUARDANDO'
            AND payment = 'pending' AND reserved_until < ?`,
          now,
          now,
          id,
          lease,
          now,
        ),
        { events: [{ kind: 'order-expired', orderId: id }] },
        now,
      ),

    /**
     * Records that a subscription may be created until `unclearUntil` and where its card is typed, and renews the lease
     * for that long. `null` when the lease was lost or the order cancelled: nothing may be created then.
     */
    markUnclear: (
      { id, leaseUntil }: Pick<Order, 'id' | 'leaseUntil'>,
      { unclearUntil, cardEntry }: Pick<Order, 'unclearUntil' | 'cardEntry'>,
      now: number,
    ) =>
      one(
        `UPDATE orders SET payment = 'unclear', unclear_until = ?, card_entry = ?, lease_until = ?, updated_at = ?
         WHERE id = ? AND lease_until = ? AND payment IN ('none', 'unclear')
           AND status = 'AGUARDANDO' AND released_at IS NULL RETURNING *`,
        unclearUntil,
        cardEntry,
        now + CHARGING_MS_MAX,
        now,
        id,
        leaseUntil,
      ),

    /**
     * Records that nothing exists at the processor, if the order is unchanged since `seen`; the name stays reserved.
     * @param unclearUntil 0 when that is certain; after a look-up more, so that the processor is asked again before a
     *   create call.
     */
    markUnpaid: (
      { id, leaseUntil, unclearUntil: seen }: Pick<Order, 'id' | 'leaseUntil' | 'unclearUntil'>,
      unclearUntil: number,
      now: number,
    ) =>
      run(
        db,
        `UPDATE orders SET payment = 'none', unclear_until = ?, reserved_until = ?,
           subscription_id = NULL, payment_id = NULL, pay_url = NULL, updated_at = ?
         WHERE id = ? AND lease_until = ? AND unclear_until = ? AND payment IN ('none', 'unclear', 'pending')
           AND status = 'AGUARDANDO'`,
        unclearUntil,
        now + RESERVATION_MS,
        now,
        id,
        leaseUntil,
        seen,
      ),

    /**
     * Records the payer.
     * @param payer Keyed hash of the CPF or CNPJ.
     */
    notePayer: (id: string, payer: string) => run(db, 'UPDATE orders SET payer = ? WHERE id = ?', payer, id),

    /**
     * Records the open charge, however it was found: from then on it is looked up before another one is made. A hosted
     * page holds the name for a day, counted from its first charge.
     */
    markPending: (
      id: string,
      references: PaymentReferences,
      now: number,
      mails: readonly OutgoingMail[] = [],
    ) =>
      changeAndReport(
        db,
        statement(
          db,
          `UPDATE orders SET payment = 'pending', unclear_until = MAX(unclear_until, 1), ${setReferences}, updated_at = ?,
          reserved_until = CASE WHEN card_entry = 'hosted' AND payment <> 'pending' THEN ? ELSE reserved_until END
        WHERE id = ? AND payment <> 'confirmed'`,
          ...referenceValues(references),
          now,
          now + HOSTED_RESERVATION_MS,
          id,
        ),
        { mails },
        now,
      ),

    /**
     * Copies the account's name and e-mail into its live order, which later mails use; false when they are unchanged.
     * An unverified address never replaces a verified one, and values missing in the token are kept.
     */
    async followAccount({
      subject,
      email,
      emailVerified,
      name,
    }: Pick<Identity, 'subject' | 'email' | 'emailVerified' | 'name'>) {
      const isTaken = '?2 IS NOT NULL AND email_proven <= ?3';
      const sql = `UPDATE orders SET name = COALESCE(?4, name), email = IIF(${isTaken}, ?2, email),
          email_proven = IIF(${isTaken}, ?3, email_proven)
        WHERE subject = ?1 AND released_at IS NULL
          AND (name IS NOT COALESCE(?4, name) OR (${isTaken} AND (email IS NOT ?2 OR email_proven <> ?3)))`;
      return (await run(db, sql, subject, email, Number(emailVerified), name)) === 1;
    },

    /** Marks an order as checked: it moves to the end of the jobs' queue. */
  };
}
