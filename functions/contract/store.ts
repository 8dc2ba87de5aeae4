/** Money after the sale in D1: contracts that end, notices to operators, the daily comparison, the end of a tenant. */

import { retireName } from '#functions/checkout/resting-names.ts';
import type { BillingStore, ContractEnd, ContractEndKind, Reconciliation } from './billing.ts';
import { createDunningPart, mailStatement } from './dunning-store.ts';

interface EndRow {
  subscription_id: string;
  subdominio: string;
  order_id: string;
  kind: ContractEndKind;
  ends_on: string;
  requested_at: number;
  done_at: number | null;
}

const toEnd = (row: EndRow): ContractEnd => ({
  subscriptionId: row.subscription_id,
  subdomain: row.subdominio,
  orderId: row.order_id,
  kind: row.kind,
  endsOn: row.ends_on,
  requestedAt: row.requested_at,
  doneAt: row.done_at,
});

/** Makes the store over a D1 database. */
export function createBillingStore(db: D1Database): BillingStore {
  const statement = (sql: string, ...values: unknown[]) => db.prepare(sql).bind(...values);
  const oneEnd = async (sql: string, ...values: unknown[]): Promise<ContractEnd | null> => {
    const row = await statement(sql, ...values).first<EndRow>();
    return row === null ? null : toEnd(row);
  };

  return {
    ...createDunningPart(db),

    async requestEnd(end) {
      const { subscriptionId, subdomain, orderId, kind, endsOn, requestedAt } = end;
      const row = await oneEnd(
        `INSERT INTO contract_ends (subscription_id, subdominio, order_id, kind, ends_on, requested_at, due_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (subscription_id) DO UPDATE SET
           kind = excluded.kind, ends_on = excluded.ends_on, due_at = excluded.due_at, done_at = NULL
         WHERE contract_ends.kind = 'cancellation' AND excluded.kind <> 'cancellation'
         RETURNING *`,
        ...[subscriptionId, subdomain, orderId, kind, endsOn, requestedAt, requestedAt],
      );
      const kept =
        row ?? (await oneEnd('SELECT * FROM contract_ends WHERE subscription_id = ?', subscriptionId));
      if (kept === null) throw new Error('The end just written cannot be read.');
      return kept;
    },
    findEnd: (id) => oneEnd('SELECT * FROM contract_ends WHERE subscription_id = ?', id),
    findNewestEnd: (orderId) =>
      oneEnd('SELECT * FROM contract_ends WHERE order_id = ? ORDER BY requested_at DESC LIMIT 1', orderId),
    async claimEnds(now, leaseUntil, limit) {
      const { results } = await statement(
        `UPDATE contract_ends SET due_at = ?
         WHERE subscription_id IN
           (SELECT subscription_id FROM contract_ends WHERE done_at IS NULL AND due_at <= ? ORDER BY due_at LIMIT ?)
         RETURNING *`,
        ...[leaseUntil, now, limit],
      ).all<EndRow>();
      return results.map(toEnd);
    },
    claimEnd: (id, now, leaseUntil) =>
      oneEnd(
        `UPDATE contract_ends SET due_at = ?
         WHERE subscription_id = ? AND done_at IS NULL AND due_at <= ? RETURNING *`,
        ...[leaseUntil, id, now],
      ),
    async postponeEnd(id, dueAt) {
      await statement(
        'UPDATE contract_ends SET due_at = ? WHERE subscription_id = ? AND done_at IS NULL',
        ...[dueAt, id],
      ).run();
    },
    async finishEnd({ subscriptionId, kind }, endsOn, mails, now) {
      const [done] = await db.batch([
        statement(
          'UPDATE contract_ends SET done_at = ?, ends_on = ? WHERE subscription_id = ? AND kind = ? AND done_at IS NULL',
          ...[now, endsOn, subscriptionId, kind],
        ),
        // Another kind of end may have come in between, which has mails of its own.
        ...mails.map((mail) => mailStatement(db, mail, now, true)),
      ]);
      return done?.meta.changes === 1;
    },
    async reopenEnd(id, now) {
      await statement(
        'UPDATE contract_ends SET done_at = NULL, due_at = ? WHERE subscription_id = ? AND done_at IS NOT NULL',
        ...[now, id],
      ).run();
    },

    async notice(kind, reference, mail, now) {
      const [noted] = await db.batch([
        statement(
          'INSERT INTO billing_notices (kind, reference, noticed_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
          ...[kind, reference, now],
        ),
        ...(mail === null ? [] : [mailStatement(db, mail, now, true)]),
      ]);
      return noted?.meta.changes === 1;
    },
    async isNoticed(kind, reference) {
      const sql = 'SELECT 1 FROM billing_notices WHERE kind = ? AND reference = ?';
      return (await statement(sql, kind, reference).first()) !== null;
    },
    async enqueue(mail, now) {
      await mailStatement(db, mail, now).run();
    },

    async beginReconciliation(day, since, now) {
      await statement(
        'INSERT INTO reconciliations (day, since, due_at) VALUES (?, ?, ?) ON CONFLICT (day) DO NOTHING',
        ...[day, since, now],
      ).run();
    },
    claimReconciliation: (now, leaseUntil) =>
      statement(
        `UPDATE reconciliations SET due_at = ?
         WHERE day = (SELECT day FROM reconciliations WHERE finished_at IS NULL AND due_at <= ? ORDER BY day LIMIT 1)
         RETURNING day, since, stage, position, compared, found`,
        ...[leaseUntil, now],
      ).first<Reconciliation>(),
    async saveReconciliation({ day, stage, position, compared, found }, dueAt, now) {
      await statement(
        `UPDATE reconciliations SET stage = ?, position = ?, compared = ?, found = ?, due_at = ?, finished_at = ?
         WHERE day = ?`,
        ...[stage, position, compared, found, dueAt, stage === 'done' ? now : null, day],
      ).run();
    },

    async endTenant(subdomain, endsOn, mail, now) {
      const [ended] = await db.batch([
        statement(
          `UPDATE tenants SET state = 'ended', state_since = ?
           WHERE subdominio = ? AND state <> 'ended' AND subscription_id IS NULL AND ends_on = ?`,
          ...[now, subdomain, endsOn],
        ),
        mailStatement(db, mail, now, true),
      ]);
      return ended?.meta.changes === 1;
    },
    async removeTenant(subdomain, orderId, now) {
      const [removed] = await db.batch([
        statement(
          `DELETE FROM tenants WHERE subdominio = ? AND order_id = ? AND state = 'ended'`,
          ...[subdomain, orderId],
        ),
        statement(
          'UPDATE orders SET released_at = ?, updated_at = ? WHERE id = ? AND released_at IS NULL AND changes() = 1',
          ...[now, now, orderId],
        ),
        retireName(db, orderId, now),
      ]);
      // What hangs on the row goes with it and may be counted.
      return (removed?.meta.changes ?? 0) > 0;
    },
  };
}
