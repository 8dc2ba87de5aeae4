/** How many monitors a tenant has, against its plan. */
import type { QuotaResponse } from '#domain/contracts/quota.ts';
import { DomainError } from '#domain/errors.ts';
import { isQuotaFresh, quotaOf } from '#domain/quota/quota.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { Deps } from '#functions/deps.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import type { ProhibitedMonitors } from '#functions/vendors/tenant-counter.ts';

export type QuotaDeps = Pick<Deps, 'catalog' | 'clock' | 'counter' | 'logger' | 'quotas' | 'tenants'>;

/** Monitors against the terms, under whichever rule. */
export function prohibitedTotal(prohibited: ProhibitedMonitors | null): number | null {
  return prohibited === null ? null : prohibited.directIp + prohibited.onion;
}

/**
 * The quota of a tenant for somebody of that tenant; a count is taken again after five minutes.
 *
 * The plan is read each time, so a change of plan counts at once. A suspended environment stands still: what was
 * counted last holds, however old, and nothing can be created.
 * @throws DomainError `forbidden` for another tenant's account, `tenant-missing`, `tenant-unavailable` when the
 *   instance cannot be read; that is not remembered.
 */
export async function checkQuota(
  deps: QuotaDeps,
  identity: Identity,
  subdomain: string,
): Promise<QuotaResponse> {
  if (identity.tenant !== subdomain) throw new DomainError('forbidden');
  const tenant = await deps.tenants.findBySubdomain(subdomain);
  if (tenant === null || tenant.state === 'ended') throw new DomainError('tenant-missing');
  const isSuspended = tenant.state === 'suspended';
  const { monitors, isExact, prohibited } = isSuspended
    ? await lastCount(deps, subdomain)
    : await recentCount(deps, tenant);
  const quota = quotaOf(deps.catalog, tenant.plan, monitors);
  const total = prohibitedTotal(prohibited);
  return {
    ...quota,
    cycle: tenant.cycle,
    ...(tenant.endsOn === null ? {} : { ending: true }),
    canCreate: quota.canCreate && !isSuspended,
    exact: isExact,
    ...(total === null ? {} : { prohibited: total }),
  };
}

/** Nothing is known of an environment that was suspended before anybody counted: at least zero. */
async function lastCount({ quotas }: QuotaDeps, subdomain: string) {
  return (await quotas.find(subdomain)) ?? { monitors: 0, isExact: false, prohibited: null };
}

async function recentCount(deps: QuotaDeps, tenant: Tenant) {
  const known = await deps.quotas.find(tenant.subdomain);
  if (known !== null && isQuotaFresh(known.readAt, deps.clock.now())) return known;
  return countNow(deps, tenant);
}

/** Counts and remembers. @throws DomainError `tenant-unavailable` */
export async function countNow(
  { counter, quotas, clock, logger }: Pick<Deps, 'clock' | 'counter' | 'logger' | 'quotas'>,
  { subdomain, orderId }: Tenant,
) {
  const count = await counter.count(subdomain);
  // The order's id, not the name: a subdomain may be a person's.
  if (!count.isExact) logger.warn('quota-inexact', { orderId, monitors: count.monitors });
  return quotas.keep(subdomain, count, clock.now());
}
