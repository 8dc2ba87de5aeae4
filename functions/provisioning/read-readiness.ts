/** Whether an environment is available again after a change to it. */
import type { ReadinessResponse } from '#domain/api-schemas/readiness.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { findTenantByName } from '#functions/tenants/store.ts';

/**
 * Asks the cluster first: the old instance may still answer for a moment.
 * @throws DomainError `tenant-missing`, `cluster-unavailable`, `cluster-refused`
 */
export async function readReadiness(
  { db, cluster, instances }: Pick<Deps, 'db' | 'cluster' | 'instances'>,
  subdomain: string,
): Promise<ReadinessResponse> {
  const tenant = await findTenantByName(db, subdomain);
  if (tenant === null || tenant.state === 'ended') throw new DomainError('tenant-missing');
  const application = await cluster.readApplication(tenant.orderId);
  const isRolledOut = application?.synced === true && application.healthy;
  return { isReady: isRolledOut && (await instances.isReady(subdomain)) };
}
