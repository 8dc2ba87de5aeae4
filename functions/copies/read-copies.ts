/** When an environment was last copied, and a copy at once. */
import type { EnvironmentCopies } from '#domain/api-schemas/operation-environments.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { findTenant } from '#functions/tenants/store.ts';

/** @throws DomainError `not-found` with a sentence where copies are off. */
export async function startCopy({ cluster }: Pick<Deps, 'cluster'>, orderId: string): Promise<void> {
  if (await cluster.startCopy(orderId)) return;
  throw new DomainError('not-found', {
    sentence: 'As cópias estão desligadas neste cluster: veja "Cópias dos volumes" em docs/cluster.md.',
  });
}

/**
 * @param asksNow True: starts a copy outside the schedule; a repeated call shows whether it is there.
 * @throws DomainError `tenant-missing`, `tenant-unavailable`; `not-found` with a sentence where copies are off.
 */
export async function readEnvironmentCopies(
  needs: Deps,
  orderId: string,
  asksNow: boolean,
): Promise<EnvironmentCopies> {
  const tenant = await findTenant(needs.db, orderId);
  if (tenant === null) throw new DomainError('tenant-missing');
  const { at } = await needs.instances.readCopies(tenant.subdomain);
  if (asksNow) await startCopy(needs, orderId);
  return { orderId, subdomain: tenant.subdomain, copiedAt: at, isAsked: asksNow };
}
