/** Failed renewals in D1, and the statement that puts a mail into the outbox. */
import type { BillingMail, BillingStore, Dunning } from './billing.ts';

interface DunningRow {
  payment_id: string;
  subscription_id: string;
  subdominio: string;
  failures: number;
  failed_at: number;
}

const toDunning = (row: DunningRow): Dunning => ({
  paymentId: row.payment_id,
  subscriptionId: row.subscription_id,
  subdomain: row.subdominio,
  failures: row.failures,
  failedAt: row.failed_at,
});

/**
 * A mail into the outbox, once per id. With `isOnlyAfterChange` it leaves only if the statement before it in the same
 * batch changed a row.
 */
export function mailStatement(
  db: D1Database,
  { id, template, payload }: BillingMail,
  now: number,
  isOnlyAfterChange = false,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO outbox (id, template, payload, due_at, created_at) SELECT ?, ?, ?, ?, ?
       WHERE ${isOnlyAfterChange ? 'changes() = 1' : 'TRUE'} ON CONFLICT (id) DO NOTHING`,
    )
    .bind(id, template, payload, now, now);
}

type DunningPart = Pick<
  BillingStore,
  'openDunning' | 'claimDunning' | 'listDunning' | 'countFailure' | 'postponeDunning' | 'closeDunning'
>;

export function createDunningPart(db: D1Database): DunningPart {
  /** One change and the mail about it; true when the change was made. */
  const changeAndTell = async (
    statement: D1PreparedStatement,
    mail: BillingMail | null,
    now: number,
  ): Promise<boolean> => {
    const [changed] = await db.batch([
      statement,
      ...(mail === null ? [] : [mailStatement(db, mail, now, true)]),
    ]);
    return changed?.meta.changes === 1;
  };

  return {
    openDunning: (row, dueAt, mail) =>
      changeAndTell(
        db
          .prepare(
            `INSERT INTO dunning (payment_id, subscription_id, subdominio, failed_at, due_at)
             VALUES (?, ?, ?, ?, ?) ON CONFLICT (payment_id) DO NOTHING`,
          )
          .bind(row.paymentId, row.subscriptionId, row.subdomain, row.failedAt, dueAt),
        mail,
        row.failedAt,
      ),
    async claimDunning(now, leaseUntil, limit) {
      const { results } = await db
        .prepare(
          `UPDATE dunning SET due_at = ?
           WHERE payment_id IN (SELECT payment_id FROM dunning WHERE closed_at IS NULL AND due_at <= ? ORDER BY due_at LIMIT ?)
           RETURNING *`,
        )
        .bind(leaseUntil, now, limit)
        .all<DunningRow>();
      return results.map(toDunning);
    },
    async listDunning(subscriptionId) {
      const { results } = await db
        .prepare('SELECT * FROM dunning WHERE subscription_id = ? AND closed_at IS NULL ORDER BY failed_at')
        .bind(subscriptionId)
        .all<DunningRow>();
      return results.map(toDunning);
    },
    countFailure: (row, dueAt, mail) =>
      changeAndTell(
        db
          .prepare(
            `UPDATE dunning SET failures = failures + 1, due_at = ?
             WHERE payment_id = ? AND failures = ? AND closed_at IS NULL`,
          )
          .bind(dueAt, row.paymentId, row.failures),
        mail,
        row.failedAt,
      ),
    async postponeDunning(paymentId, dueAt) {
      await db
        .prepare('UPDATE dunning SET due_at = ? WHERE payment_id = ? AND closed_at IS NULL')
        .bind(dueAt, paymentId)
        .run();
    },
    async closeDunning(paymentId, outcome, now) {
      const { meta } = await db
        .prepare('UPDATE dunning SET closed_at = ?, outcome = ? WHERE payment_id = ? AND closed_at IS NULL')
        .bind(now, outcome, paymentId)
        .run();
      return meta.changes === 1;
    },
  };
}
