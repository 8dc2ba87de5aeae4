/** Contracts that end, and then their environments, in D1. */
import { retireName } from '#functions/checkout/resting-names.ts';
import { all, first, run, statement } from '#functions/platform/db.ts';
import { changeAndTell, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { ContractEnd } from './billing.ts';

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
    /** The newest end of a tenant's contracts; by its order, because a name may have had another owner. */
    findNewestEnd: (orderId: string) =>
      one(
        `SELECT ${RECORD} FROM contract_ends WHERE order_id = ? ORDER BY requested_at DESC LIMIT 1`,
        orderId,
      ),
    /** Takes the ends that are due, each under a lease. */
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
    /** Takes the ends of one order that are not done, each under a lease. */
    claimEndsOf: (orderId: string, now: number) =>
      all<ContractEnd>(
        db,
        `UPDATE contract_ends SET due_at = ?
         WHERE order_id = ? AND done_at IS NULL AND due_at <= ? RETURNING ${RECORD}`,
        now + LEASE_MS,
        orderId,
        now,
      ),
    async postponeEnd(subscriptionId: string, dueAt: number): Promise<void> {
      const sql = 'UPDATE contract_ends SET due_at = ? WHERE subscription_id = ? AND done_at IS NULL';
      await run(db, sql, dueAt, subscriptionId);
    },
    /**
     * Work on an end is done, with the mails about it; false, without them, when it is of another kind by now, which
     * has mails of its own.
     */
    finishEnd: (
      { subscriptionId, kind }: ContractEnd,
      endsOn: string,
      mails: readonly OutgoingMail[],
      now: number,
    ): Promise<boolean> =>
      changeAndTell(
        db,
        statement(
          db,
          'UPDATE contract_ends SET done_at = ?, ends_on = ? WHERE subscription_id = ? AND kind = ? AND done_at IS NULL',
          now,
          endsOn,
          subscriptionId,
          kind,
        ),
        mails,
        now,
      ),
    /** A charge came through after the end was worked: it is worked again. */
    async reopenEnd(subscriptionId: string, now: number): Promise<void> {
      const sql =
        'UPDATE contract_ends SET done_at = NULL, due_at = ? WHERE subscription_id = ? AND done_at IS NOT NULL';
      await run(db, sql, now, subscriptionId);
    },

    /**
     * A removal did not come to its end. @returns When the first try of this end was made; an earlier end of the same
     * environment, which was taken back, does not count.
     */
    async noteRemoval(orderId: string, now: number): Promise<number> {
      const row = await first<{ beganAt: number }>(
        db,
        `UPDATE tenants
         SET removal_began_at = CASE WHEN removal_began_at > COALESCE(state_since, 0) THEN removal_began_at ELSE ? END
         WHERE order_id = ? RETURNING removal_began_at AS beganAt`,
        now,
        orderId,
      );
      return row?.beganAt ?? now;
    },

    /** Forgets an ended tenant whose data are gone: its row goes and its name is free; false when it is not ended. */
    async removeTenant(subdomain: string, orderId: string, now: number): Promise<boolean> {
      const [removed] = await db.batch([
        statement(
          db,
          `DELETE FROM tenants WHERE subdominio = ? AND order_id = ? AND state = 'ended'`,
          subdomain,
          orderId,
        ),
        statement(
          db,
          'UPDATE orders SET released_at = ?, updated_at = ? WHERE id = ? AND released_at IS NULL AND changes() = 1',
          now,
          now,
          orderId,
        ),
        retireName(db, orderId, now),
      ]);
      // Rows that refer to this one go with it and may be counted.
      return (removed?.meta.changes ?? 0) > 0;
    },
  };
}
export type EndsStore = ReturnType<typeof createEndsStore>;
