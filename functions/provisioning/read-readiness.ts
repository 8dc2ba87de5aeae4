/** Whether an environment is available again after a change to it. */
import type { ReadinessResponse } from '#domain/api-schemas/readiness.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { findTenantByName } from '#functions/tenants/store.ts';

type Needs = Pick<Deps, 'db' | 'cluster' | 'instances'>;

/** @throws DomainError `tenant-missing`, `cluster-unavailable`, `cluster-refused` */
export async function readReadiness(needs: Needs, subdomain: string): Promise<ReadinessResponse> {
  const tenant = await findTenantByName(needs.db, subdomain);
  if (tenant === null || tenant.state === 'ended') throw new DomainError('tenant-missing');
  return { isReady: await isAnswering(needs, tenant) };
}

/**
 * Whether the cluster runs the newest configuration and the environment answers. Asks the cluster first: the old instance
 * may still answer for a moment.
 * @throws DomainError `cluster-unavailable`, `cluster-refused`
 */
export async function isAnswering(
  { cluster, instances }: Omit<Needs, 'db'>,
  { orderId, subdomain }: { readonly orderId: string; readonly subdomain: string },
): Promise<boolean> {
  const application = await cluster.readApplication(orderId);
  const isRolledOut = application?.synced === true && application.healthy;
  return isRolledOut && (await instances.isReady(subdomain));
}
