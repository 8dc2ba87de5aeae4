/**
 * Rows that one worker at a time takes from step to step, as a card change or a plan change: opened under a lease,
 * leased again by the next worker, and settled.
 *
 * Every write names the lease and the state that the row was read with. It returns the new row, or `null` when another
 * caller took the lease: the caller must stop then. An open row is due work, whose key is its id. The table needs the
 * columns of `LeasedRow`, and a unique index that allows one open row.
 */
import { among, columnOf, first, joined, raw, run, type Sql, sql } from './db.ts';
import { CHARGING_MS_MAX, PREPARING_LEASE_MS } from './lease.ts';
import { type ChangeReport, changeReportAndRead } from './outbox.ts';

/** Times are milliseconds UTC. */
export interface LeasedRow {
  readonly id: string;
  readonly orderId: string;
  readonly state: string;
  /** After a lost response: until this time the processor may still carry out the call; 0 before any call. */
  readonly unclearUntil: number;
  /** End of the lease; the value is also the lease holder's token. */
  readonly leaseUntil: number;
  /** When it ended; `null` while it is open. */
  readonly settledAt: number | null;
}

/** First pause before an open row is looked at; usually the processor's event or the person comes earlier. */
export const FIRST_LOOK_MS = 20_000;

interface Table<Row> {
  readonly name: string;
  /** The kind of work that continues an open row. */
  readonly work: string;
  /** The row's fields; each is a column. */
  readonly fields: readonly (keyof Row & string)[];
}

/** The statements of such a table. */
export function leasedRows<Row extends LeasedRow>({ name, work, fields }: Table<Row>) {
  const table = raw(name);
  const record = raw(fields.map(columnOf).join(', '));
  /** The report of an opening: the row will be looked at. */
  const looked = (
    { id, orderId }: Pick<LeasedRow, 'id' | 'orderId'>,
    report: ChangeReport,
    now: number,
  ): ChangeReport => ({ ...report, work: [{ kind: work, key: id, orderId, dueAt: now + FIRST_LOOK_MS }] });

  return {
    /** The first row of a condition. */
    find: (db: D1Database, where: Sql) =>
      first<Row>(db)`SELECT ${record} FROM ${table} WHERE ${where} LIMIT 1`,

    /**
     * Opens a row under a lease; `null` when another one is open.
     * @param unless SQL condition that refuses it.
     */
    open(
      db: D1Database,
      row: Partial<Row> & Pick<LeasedRow, 'id' | 'orderId'>,
      now: number,
      report: ChangeReport = {},
      unless: Sql = sql`FALSE`,
    ): Promise<Row | null> {
      const given = fields.flatMap((field) =>
        row[field] === undefined ? [] : [[columnOf(field), row[field]]],
      );
      const written = {
        ...Object.fromEntries(given),
        lease_until: now + PREPARING_LEASE_MS,
        created_at: now,
      };
      const values = Object.values(written).map((value) => sql`${value}`);
      return changeReportAndRead<Row>(db, looked(row, report, now), now)`
        INSERT INTO ${table} (${raw(Object.keys(written).join(', '))})
        SELECT ${joined(values, ', ')} WHERE NOT (${unless})
        ON CONFLICT DO NOTHING RETURNING ${record}`;
    },

    /**
     * Leases a row; `null` while another caller has it, and when it does not meet the condition.
     * @param preparing States in which nothing at the processor can be undone by accident: they take the short lease.
     */
    acquire: (
      db: D1Database,
      id: string,
      now: number,
      preparing: readonly string[] = [],
      where = sql`settled_at IS NULL`,
    ) =>
      first<Row>(db)`UPDATE ${table}
        SET lease_until = ${now} + IIF(state IN ${among(preparing)}, ${PREPARING_LEASE_MS},
          ${CHARGING_MS_MAX})
        WHERE id = ${id} AND lease_until < ${now} AND ${where} RETURNING ${record}`,

    /** Writes the given fields and renews the lease, with events and mails in one transaction. */
    move(
      db: D1Database,
      row: Row,
      to: Partial<Row>,
      now: number,
      report: ChangeReport = {},
    ): Promise<Row | null> {
      const facts: Partial<Row> = { unclearUntil: row.unclearUntil, ...to };
      const written = fields.filter((field) => facts[field] !== undefined && field !== 'leaseUntil');
      const isReopened = row.settledAt !== null && to.settledAt === null;
      const values = written.map((field) => sql`, ${raw(columnOf(field))} = ${facts[field]}`);
      return changeReportAndRead<Row>(db, isReopened ? looked(row, report, now) : report, now)`
        UPDATE ${raw(isReopened ? 'OR IGNORE' : '')} ${table}
        SET lease_until = ${now + CHARGING_MS_MAX}${joined(values, '')}
        WHERE id = ${row.id} AND lease_until = ${row.leaseUntil} AND state = ${row.state}
        RETURNING ${record}`;
    },

    /** Releases the lease. */
    release: (db: D1Database, { id, leaseUntil }: Row) =>
      run(db)`UPDATE ${table} SET lease_until = 0 WHERE id = ${id} AND lease_until = ${leaseUntil}`,
  };
}
