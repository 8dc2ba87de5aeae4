/**
 * How long a request leases a row, and how it works under the lease.
 *
 * A lease is also a token: each write names it, and a request that lost it writes nothing. Its length therefore only
 * decides how long others wait after a crash, except while a call that cannot be undone may be running; that needs the
 * long lease.
 */
import { DomainError } from '#domain/errors.ts';

/**
 * How long the processor may work on a charge, even without a response: tokenising and charging, 60 s each. A lease
 * taken before such a call must last at least this long.
 */
export const CHARGING_MS_MAX = 130_000;
/** Lease before such a call: long enough for a processor that answers, and short after a crash. */
export const PREPARING_LEASE_MS = 30_000;

/** A row under its lease. Each step stores the row it wrote here, so that the newest lease is released at the end. */
export interface Leased<Row> {
  row: Row;
}

/**
 * What a lease or a write under it returned.
 * @throws DomainError `idempotency-in-progress` for `null`: another caller has the lease.
 */
export function requireLease<T>(leased: T | null): T {
  if (leased === null) throw new DomainError('idempotency-in-progress');
  return leased;
}

/**
 * Runs steps on a leased row, then releases the lease, also after a failure.
 * @param release Gives the lease back.
 * @param row What taking the lease returned.
 * @throws DomainError As `requireLease`; whatever a step throws.
 */
export async function withLease<Row, T>(
  db: D1Database,
  release: (db: D1Database, row: Row) => Promise<unknown>,
  row: Row | null,
  steps: (leased: Leased<Row>) => Promise<T>,
): Promise<T> {
  const leased: Leased<Row> = { row: requireLease(row) };
  try {
    return await steps(leased);
  } finally {
    await release(db, leased.row);
  }
}
