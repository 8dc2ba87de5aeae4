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
    ...(state === 'asleep' && { isAsleep: true }),
  };
}

/** True once the data's last day is over: the scheduled job removes them in its next run. */
export function isPastKeeping(
  { clock, environmentKeptDays }: Pick<Needs, 'clock' | 'environmentKeptDays'>,
  { state, stateSince }: Pick<Tenant, 'state' | 'stateSince'>,
): boolean {
  return state === 'ended' && dataUntil({ environmentKeptDays }, stateSince) < businessDay(clock.now());
}

/** What an operator does before an environment that is stopped can be worked with. */
export const wayBack = ({ state, subdomain }: Pick<Tenant, 'state' | 'subdomain'>): string =>
  state === 'asleep'
    ? `Ele dorme: "acordar ${subdomain}" o traz de volta, e então peça de novo.`
    : 'Reative-o antes.';
