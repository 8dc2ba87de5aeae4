/**
 * How long a request leases a row.
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

/**
 * What a lease or a write under it returned.
 * @throws DomainError `idempotency-in-progress` for `null`: another caller has the lease.
 */
export function requireLease<T>(leased: T | null): T {
  if (leased === null) throw new DomainError('idempotency-in-progress');
  return leased;
}
