/** Maps a tenant row to its Argo CD application and syncs it. */
import { businessDay, dataUntil } from '#domain/billing/days.ts';
import { isOwnEnvironment, OWN_PLAN } from '#domain/tenants/own-environments.ts';
import type { Deps } from '#functions/compose.ts';
import type { WantedApplication } from '#functions/vendors/cluster.ts';
import type { Tenant } from './tenant.ts';

type Needs = Pick<Deps, 'catalog' | 'clock' | 'environmentKeptDays'>;

export function applicationOf(
  { catalog }: Pick<Needs, 'catalog'>,
  { orderId, subdomain, plan, state }: Pick<Tenant, 'orderId' | 'subdomain' | 'plan' | 'state'>,
): WantedApplication {
  const isOwn = isOwnEnvironment(subdomain);
  const planId = isOwn ? OWN_PLAN : plan;
  return {
    orderId,
    subdomain,
    planId,
    monitorsMax: catalog.plan(planId).limits.monitors,
    isSuspended: state !== 'active',
    isReadOnly: isOwn,
  };
}

/** True once the data's last day is over: the scheduled job removes them in its next run. */
export function isPastKeeping(
  { clock, environmentKeptDays }: Pick<Needs, 'clock' | 'environmentKeptDays'>,
  { state, stateSince }: Pick<Tenant, 'state' | 'stateSince'>,
): boolean {
  return state === 'ended' && dataUntil({ environmentKeptDays }, stateSince) < businessDay(clock.now());
}
