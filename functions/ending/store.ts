/** Ending contracts and their environments in D1. */
import { retireName } from '#functions/orders/resting-names.ts';
import { all, first, firstValue, run, statement } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { type ChangeReport, changeAndReport } from '#functions/platform/outbox.ts';

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

/** Longer than the calls of one end may take together. */
const LEASE_MS = 600_000;

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
    /** Claims the ends that are due, each under a lease. */
    claimEnds: (now: number, limit: number) =>
      all<ContractEnd>(
        db,
        `UPDATE contract_ends SET due_at = ?
         WHERE subscription_id IN
           (SELECT subscription_id FROM contract_ends WHERE done_at IS NULL AND due_at <= ? ORDER BY due_at LIMIT ?)
         RETURNING ${RECORD}`,
        now + LEASE_MS,
        now,
        limit,
      ),
    /** Claims the unfinished ends of one order, each under a lease. */
    claimEndsOf: (orderId: string, now: number) =>
      all<ContractEnd>(
        db,
        `UPDATE contract_ends SET due_at = ?
         WHERE order_id = ? AND done_at IS NULL AND due_at <= ? RETURNING ${RECORD}`,
        now + LEASE_MS,
        orderId,
        now,
      ),
    postponeEnd: (subscriptionId: string, dueAt: number) =>
      run(
        db,
        'UPDATE contract_ends SET due_at = ? WHERE subscription_id = ? AND done_at IS NULL',
        dueAt,
        subscriptionId,
      ),
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
     * Records an unfinished removal.
     * @returns When the first try for this end was made. An earlier end of the same environment that was taken back
     *   does not count.
     */
    async noteRemoval(orderId: string, now: number): Promise<number> {
      const beganAt = await firstValue<number>(
        db,
        `UPDATE tenants
         SET removal_began_at = CASE WHEN removal_began_at > COALESCE(state_since, 0) THEN removal_began_at ELSE ? END
         WHERE order_id = ? RETURNING removal_began_at AS value`,
        now,
        orderId,
      );
      return beganAt ?? now;
    },

    /**
     * Deletes the row of an ended tenant whose data are gone, and releases its name; false when the tenant is not
     * ended.
     */
    async removeTenant(subdomain: string, orderId: string, now: number): Promise<boolean> {
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
        retireName(db, orderId, now),
      ]);
      // The count may include dependent rows deleted with this one.
      return (removed?.meta.changes ?? 0) > 0;
    },
  };
}
