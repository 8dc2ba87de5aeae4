/** The cluster told what a tenant's row says: running with its plan's limits, or standing still with its data kept. */
import { DAY_MS } from '#domain/billing/days.ts';
import { applicationName } from '#domain/order/order.ts';
import type { TenantApplication } from '#functions/ports/cluster.ts';
import type { Tenant } from '#functions/ports/tenant-store.ts';
import type { Deps } from './deps.ts';

export function applicationOf(
  { catalog }: Pick<Deps, 'catalog'>,
  { orderId, subdominio, plano, state }: Pick<Tenant, 'orderId' | 'subdominio' | 'plano' | 'state'>,
): TenantApplication {
  return {
    name: applicationName(orderId),
    subdomain: subdominio,
    planId: plano,
    monitorsMax: catalog.plan(plano).limits.monitors,
    isSuspended: state !== 'active',
  };
}

/** True once the promised time after the end is over: the data go with the next run of the scheduled job. */
export function isPastKeeping(
  { clock, environmentKeptDays }: Pick<Deps, 'clock' | 'environmentKeptDays'>,
  { state, stateSince }: Pick<Tenant, 'state' | 'stateSince'>,
): boolean {
  return state === 'ended' && stateSince < clock.now() - environmentKeptDays * DAY_MS;
}

/** Reads the row again, so that of two callers the later one tells what holds. A tenant that is gone is left alone. */
export async function bringUpToDate(
  deps: Pick<Deps, 'tenants' | 'cluster' | 'catalog'>,
  subdominio: string,
): Promise<void> {
  const tenant = await deps.tenants.findBySubdomain(subdominio);
  if (tenant !== null) await deps.cluster.ensureApplication(applicationOf(deps, tenant));
}
