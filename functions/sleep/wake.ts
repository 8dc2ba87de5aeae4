/** Wakes an environment that sleeps: for its owner, a member, or an operator. */
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import { findTenant } from '#functions/tenants/store.ts';
import { sleepWork } from './keep-sleep.ts';
import { noteWoken } from './store.ts';

/**
 * Wakes it, and begins to start it; the caller then asks for its readiness. Idempotent: one that runs is left alone. While
 * the cluster does not answer the due work starts it.
 * @returns Whether it was asleep.
 * @throws DomainError `tenant-missing`; `tenant-unavailable` for one that is stopped for another reason.
 */
export async function wake(needs: Deps, orderId: string): Promise<boolean> {
  const { db, clock } = needs;
  const events = [{ kind: 'environment-woken', orderId }];
  const isWoken = await noteWoken(db, orderId, { events }, clock.now());
  const tenant = await findTenant(db, orderId);
  if (tenant === null) throw new DomainError('tenant-missing');
  if (tenant.state !== 'active') throw new DomainError('tenant-unavailable', { message: tenant.state });
  await runWorkNow(needs, sleepWork, [orderId]);
  return isWoken;
}
