/**
 * Hand-overs in D1. A unique index allows one open offer per environment; a lease decides who works on it.
 *
 * Every method that takes a leased hand-over writes only while its `leaseUntil` is still the row's.
 */
import { startOfDay } from '#domain/billing/days.ts';
import { HANDOVERS_PER_DAY } from '#domain/people/handover.ts';
import { GROUP_DUE } from '#functions/people/people-store.ts';
import { all, exists, first, run, statement } from '#functions/platform/db.ts';
import { CHARGING_MS_MAX } from '#functions/platform/lease.ts';
import { type ChangeReport, changeAndReport } from '#functions/platform/outbox.ts';
import { isDueByAge } from '#functions/platform/pace.ts';
import type { Handover, HandoverFacts } from './handover.ts';

/** Row columns under the field names of `Handover`. */
const columns = {
  ...{ id: 'id', orderId: 'order_id', fromSubject: 'from_subject', toSubject: 'to_subject' },
  ...{ toEmail: 'to_email', toName: 'to_name', membershipId: 'membership_id', state: 'state' },
  ...{ amountCentavos: 'amount_centavos', cycle: 'ciclo', firstDueOn: 'first_due_on' },
  ...{ termsVersion: 'terms_version', rulesVersion: 'rules_version' },
  ...{ termsAcceptedAt: 'terms_accepted_at', termsAddress: 'terms_address' },
  ...{ customerId: 'customer_id', subscriptionId: 'subscription_id', payer: 'payer', pageId: 'page_id' },
  ...{ payUrl: 'pay_url', pageUntil: 'page_until', unclearUntil: 'unclear_until', expiresAt: 'expires_at' },
  ...{ leaseUntil: 'lease_until', createdAt: 'created_at', settledAt: 'settled_at' },
} as const satisfies Record<keyof Handover, string>;

const RECORD = Object.entries(columns)
  .map(([field, column]) => `${column} AS ${field}`)
  .join(', ');

export type NewHandover = Pick<
  Handover,
  'id' | 'orderId' | 'fromSubject' | 'toSubject' | 'toEmail' | 'membershipId' | 'expiresAt'
>;

/** Makes the store over a D1 database. */
export function createHandoverStore(db: D1Database) {
  const one = (sql: string, ...values: unknown[]) => first<Handover>(db, sql, ...values);
  const written = (leased: Handover, facts: HandoverFacts): [string, unknown[]] => {
    const given = Object.entries(facts).filter(([field, value]) => field in columns && value !== undefined);
    const names = given.map(([field]) => `${columns[field as keyof Handover]} = ?`);
    return [
      `UPDATE handovers SET ${[...names, 'lease_until = ?'].join(', ')}
       WHERE id = ? AND lease_until = ? AND settled_at IS NULL`,
      [...given.map(([, value]) => value), ...[leased.id, leased.leaseUntil]],
    ];
  };
  return {
    /** Stores an offer with its event and mail; false while another one is open, or when the owner made too many today. */
    offer(handover: NewHandover, report: ChangeReport, now: number, today: string): Promise<boolean> {
      const { id, orderId, fromSubject, toSubject, toEmail, membershipId, expiresAt } = handover;
      return changeAndReport(
        db,
        statement(
          db,
          `INSERT INTO handovers (id, order_id, from_subject, to_subject, to_email, membership_id, state, expires_at,
             touched_at, created_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, 'offered', ?7, ?8, ?8
           WHERE ${HANDOVERS_PER_DAY} > (SELECT COUNT(*) FROM handovers WHERE from_subject = ?3 AND created_at >= ?9)
           ON CONFLICT DO NOTHING`,
          ...[id, orderId, fromSubject, toSubject, toEmail, membershipId, expiresAt, now, startOfDay(today)],
        ),
        report,
        now,
      );
    },
    findOpen: (orderId: string) =>
      one(`SELECT ${RECORD} FROM handovers WHERE order_id = ? AND settled_at IS NULL`, orderId),
    findOpenTo: (subject: string) =>
      one(`SELECT ${RECORD} FROM handovers WHERE to_subject = ? AND settled_at IS NULL`, subject),
    /** The last hand-over that made this account the owner. */
    findDoneTo: (subject: string) =>
      one(
        `SELECT ${RECORD} FROM handovers WHERE to_subject = ? AND state = 'done' ORDER BY created_at DESC LIMIT 1`,
        subject,
      ),
    /** The open hand-over that a charge belongs to, found by our reference, its page or its subscription. */
    findByPurchase: (reference: string | null, pageId: string | null, subscriptionId: string | null) =>
      one(
        `SELECT ${RECORD} FROM handovers WHERE settled_at IS NULL AND id IN (
           SELECT id FROM handovers WHERE id = ?1 UNION SELECT id FROM handovers WHERE page_id = ?2
           UNION SELECT id FROM handovers WHERE subscription_id = ?3)`,
        ...[reference, pageId, subscriptionId],
      ),
    /** Leases an open hand-over; `null` when another caller holds it. */
    acquire: (id: string, now: number) =>
      one(
        `UPDATE handovers SET lease_until = ?1 + ?2 WHERE id = ?3 AND lease_until < ?1 AND settled_at IS NULL
         RETURNING ${RECORD}`,
        ...[now, CHARGING_MS_MAX, id],
      ),
    release: ({ id, leaseUntil }: Handover) =>
      run(db, 'UPDATE handovers SET lease_until = 0 WHERE id = ? AND lease_until = ?', id, leaseUntil),
    /** Writes progress and renews the lease; `null` when another caller took it. */
    async move(leased: Handover, facts: HandoverFacts, now: number): Promise<Handover | null> {
      const [sql, values] = written(leased, facts);
      const [id, lease] = values.splice(-2);
      return one(`${sql} RETURNING ${RECORD}`, ...values, now + CHARGING_MS_MAX, id, lease);
    },
    /** Closes a hand-over without effect, with its event and mails; false when another caller took the lease. */
    close: (leased: Handover, report: ChangeReport, now: number): Promise<boolean> =>
      changeAndReport(
        db,
        statement(
          db,
          `UPDATE handovers SET state = 'closed', settled_at = ?, pay_url = NULL, lease_until = 0
           WHERE id = ? AND lease_until = ? AND settled_at IS NULL`,
          ...[now, leased.id, leased.leaseUntil],
        ),
        report,
        now,
      ),
    /** True while a card change of this order is open. */
    isCardChanging: (orderId: string): Promise<boolean> =>
      exists(db, 'SELECT 1 FROM card_changes WHERE order_id = ? AND settled_at IS NULL', orderId),
    /** Open hand-overs due for a check. One that waits is checked less often the longer it waits. */
    listDue: (now: number, pauseMs: number, limit: number) =>
      all<Handover>(
        db,
        `SELECT ${RECORD} FROM handovers WHERE settled_at IS NULL AND touched_at < ?1 - ?2
           AND (state NOT IN ('offered', 'waiting') OR ${isDueByAge("IIF(state = 'waiting', terms_accepted_at, created_at)", "IIF(state = 'waiting', page_until, expires_at)")})
         ORDER BY touched_at LIMIT ?3`,
        ...[now, pauseMs, limit],
      ),
    touch: (id: string, now: number) => run(db, 'UPDATE handovers SET touched_at = ? WHERE id = ?', now, id),
    /** Statements that make the receiver the owner; they run in one batch with the contract. */
    moveStatements: (leased: Handover, membershipId: string, now: number) =>
      moveStatements(db, leased, membershipId, now),
  };
}

/**
 * Makes the whole batch fail if another caller took the lease or anything changed in between: the owner, the
 * membership, a plan or card change, a deletion.
 */
function moveStatements(
  db: D1Database,
  leased: Handover,
  membershipId: string,
  now: number,
): D1PreparedStatement[] {
  const { id, orderId, fromSubject, toSubject, leaseUntil, subscriptionId } = leased;
  const of = (sql: string, ...values: unknown[]) => statement(db, sql, ...values);
  return [
    of(
      `UPDATE handovers SET state = CASE WHEN state = 'moving' AND lease_until = ?1 AND settled_at IS NULL
           AND EXISTS (SELECT 1 FROM tenants WHERE order_id = ?2 AND subject = ?3 AND deletion_told_at IS NULL)
           AND EXISTS (SELECT 1 FROM memberships WHERE id = handovers.membership_id AND order_id = ?2 AND subject = ?4
             AND ended_at IS NULL AND paused_at IS NULL)
           AND NOT EXISTS (SELECT 1 FROM orders WHERE subject = ?4 AND released_at IS NULL)
           AND NOT EXISTS (SELECT 1 FROM plan_changes WHERE order_id = ?2 AND settled_at IS NULL)
           AND NOT EXISTS (SELECT 1 FROM card_changes WHERE order_id = ?2 AND settled_at IS NULL)
           AND NOT EXISTS (SELECT 1 FROM deletions WHERE subject IN (?3, ?4) AND done_at IS NULL) THEN 'done' END,
         settled_at = ?5, lease_until = 0, pay_url = NULL,
         from_email = (SELECT email FROM orders WHERE id = ?2), from_name = (SELECT name FROM orders WHERE id = ?2),
         from_terms = (SELECT json_object('termos', terms_version, 'regras', rules_version, 'aceitosEm', terms_accepted_at,
           'endereco', terms_address) FROM orders WHERE id = ?2),
         from_contacts = (SELECT json_object('emails', json(emails), 'pedido', purchase_order) FROM fiscal_contacts
           WHERE order_id = ?2)
       WHERE id = ?6`,
      ...[leaseUntil, orderId, fromSubject, toSubject, now, id],
    ),
    // The former owner becomes a member; the receiver stops being one.
    of(
      `INSERT INTO memberships (id, order_id, subject, email, name, token_hash, joined_at, group_due_at)
       SELECT ?1, ?2, ?3, COALESCE(email, ''), name, '', ?4, ?4 FROM orders WHERE id = ?2`,
      ...[membershipId, orderId, fromSubject, now],
    ),
    of(
      `UPDATE memberships SET ended_at = ?1, group_due_at = ${GROUP_DUE} WHERE order_id = ?2 AND subject = ?3 AND ended_at IS NULL`,
      ...[now, orderId, toSubject],
    ),
    of(
      `UPDATE orders SET subject = h.to_subject, email = h.to_email, name = h.to_name, email_proven = 1,
         terms_version = h.terms_version, rules_version = h.rules_version, terms_accepted_at = h.terms_accepted_at,
         terms_address = h.terms_address, customer_id = h.customer_id, subscription_id = h.subscription_id, payment_id = NULL, payer = h.payer
       FROM handovers h WHERE orders.id = h.order_id AND h.id = ?`,
      id,
    ),
    of(`UPDATE tenants SET subject = ?, customer_id = NULL WHERE order_id = ?`, toSubject, orderId),
    of(
      `UPDATE contracts SET former_subject = ?1 WHERE order_id = ?2 AND former_subject IS NULL AND subscription_id IS NOT ?3`,
      ...[fromSubject, orderId, subscriptionId],
    ),
    of('DELETE FROM fiscal_contacts WHERE order_id = ?', orderId),
    of('DELETE FROM quotes WHERE order_id = ?', orderId),
  ];
}
