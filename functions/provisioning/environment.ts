/** The cluster told what a tenant's row says: running with its plan's limits, or standing still with its data kept. */

import { businessDay } from '#domain/billing/days.ts';
import { dataUntil } from '#functions/contract/billing-mails.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { Deps } from '#functions/deps.ts';
import type { TenantApplication } from '#functions/vendors/cluster.ts';

export function applicationOf(
  { catalog }: Pick<Deps, 'catalog'>,
  { orderId, subdomain, plan, state }: Pick<Tenant, 'orderId' | 'subdomain' | 'plan' | 'state'>,
): TenantApplication {
  return {
    orderId,
    subdomain,
    planId: plan,
    monitorsMax: catalog.plan(plan).limits.monitors,
    isSuspended: state !== 'active',
  };
}

/** True once the last day that was promised is over: the data go with the next run of the scheduled job. */
export function isPastKeeping(
  { clock, environmentKeptDays }: Pick<Deps, 'clock' | 'environmentKeptDays'>,
  { state, stateSince }: Pick<Tenant, 'state' | 'stateSince'>,
): boolean {
  return state === 'ended' && dataUntil({ environmentKeptDays }, stateSince) < businessDay(clock.now());
}

/** Reads the row again, so that of two callers the later one tells what holds. A tenant that is gone is left alone. */
export async function bringUpToDate(
  deps: Pick<Deps, 'tenants' | 'cluster' | 'catalog'>,
  subdomain: string,
): Promise<void> {
  const tenant = await deps.tenants.findBySubdomain(subdomain);
  if (tenant !== null) await deps.cluster.ensureApplication(applicationOf(deps, tenant));
}
