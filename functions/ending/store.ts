/** Ending contracts and their environments in D1. */
import { quarantineName } from '#functions/orders/quarantined-names.ts';
import { all, first, statement } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { type ChangeReport, changeAndReport } from '#functions/platform/outbox.ts';
import { type NewWork, workStatement } from '#functions/platform/work/work-store.ts';

/** `chargeback`: the cardholder won a dispute. */
type ContractEndKind = 'cancellation' | 'withdrawal' | 'chargeback';

/** A contract that is ending. */
export interface ContractEnd {
  readonly subscriptionId: string;
  readonly subdomain: string;
  readonly orderId: string;
  readonly kind: ContractEndKind;
  /** Last day of the environment, `YYYY-MM-DD` in São Paulo. */
  readonly endsOn: string;
  readonly requestedAt: number;
  /** When the processor had confirmed every step; `null` while work is left. */
  readonly doneAt: number | null;
}

/** The columns of a row, named as the fields of `ContractEnd`. */
const RECORD = `subscription_id AS subscriptionId, subdominio AS subdomain, order_id AS orderId, kind, ends_on AS endsOn,
  requested_at AS requestedAt, done_at AS doneAt`;

/** Makes the store over a D1 database. */
export function createEndsStore(db: D1Database) {
  const one = (sql: string, ...values: unknown[]) => first<ContractEnd>(db, sql, ...values);
  const findEnd = (subscriptionId: string) =>
    one(`SELECT ${RECORD} FROM contract_ends WHERE subscription_id = ?`, subscriptionId);

  return {
    findEnd,
    /** The newest end of a tenant's contracts; looked up by order, because the name may have had another owner. */
    findNewestEnd: (orderId: string) =>
      one(
        `SELECT ${RECORD} FROM contract_ends WHERE order_id = ? ORDER BY requested_at DESC LIMIT 1`,
        orderId,
      ),
    /** Subscriptions of an order whose end is not done. */
    async listOpenEnds(orderId: string): Promise<string[]> {
      const sql = 'SELECT subscription_id AS id FROM contract_ends WHERE order_id = ? AND done_at IS NULL';
      return (await all<{ id: string }>(db, sql, orderId)).map(({ id }) => id);
    },
    /**
     * Marks an end as done, with its mails and event; false, with neither, when the end's kind has changed: the new kind
     * has other mails.
     */
    finishEnd: (
      { subscriptionId, kind }: ContractEnd,
      endsOn: string,
      report: ChangeReport,
      now: number,
    ): Promise<boolean> =>
      changeAndReport(
        db,
        statement(
          db,
          'UPDATE contract_ends SET done_at = ?, ends_on = ? WHERE subscription_id = ? AND kind = ? AND done_at IS NULL',
          now,
          endsOn,
          subscriptionId,
          kind,
        ),
        report,
        now,
      ),

    /**
     * Deletes the row of an ended tenant whose data are gone, and releases its name; false when the tenant is not
     * ended.
     */
    async removeTenant(subdomain: string, orderId: string, now: number, work: NewWork): Promise<boolean> {
      const [removed] = await db.batch([
        statement(
          db,
          `DELETE FROM tenants WHERE subdominio = ? AND order_id = ? AND state = 'ended'`,
          subdomain,
          orderId,
        ),
        eventStatement(db, { kind: 'tenant-removed', orderId }, now, 'changes() > 0'),
        statement(
          db,
          'UPDATE orders SET released_at = ?, updated_at = ? WHERE id = ? AND released_at IS NULL AND changes() = 1',
          now,
          now,
          orderId,
        ),
        quarantineName(db, orderId, now),
        workStatement(db, work, now),
      ]);
      // The count may include dependent rows deleted with this one.
      return (removed?.meta.changes ?? 0) > 0;
    },
  };
}
