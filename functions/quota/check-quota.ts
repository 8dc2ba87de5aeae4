/** The number of monitors of a tenant, compared with its plan. */
import type { QuotaResponse } from '#domain/api-schemas/quota.ts';
import { DomainError } from '#domain/errors.ts';
import { isQuotaFresh, quotaOf } from '#domain/quota/quota.ts';
import type { Deps } from '#functions/compose.ts';
import { findMembership } from '#functions/tenants/members.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import type { MonitorCount, ProhibitedMonitors } from '#functions/vendors/instances.ts';
import { findQuota, keepQuota } from './store.ts';

type Needs = Pick<Deps, 'catalog' | 'clock' | 'instances' | 'logger' | 'db'>;

/** Used for an environment that was stopped before its first count: at least zero. */
const uncounted: MonitorCount = { monitors: 0, isExact: false, prohibited: null };

/** Monitors that break any rule of the terms. */
export function prohibitedTotal(prohibited: ProhibitedMonitors | null): number | null {
  return prohibited === null ? null : prohibited.directIp + prohibited.onion;
}

/**
 * A tenant's quota for its owner and its members with access; monitors are counted again after five minutes.
 *
 * The plan is read each time, so a plan change counts at once. One that is suspended or asleep does not run: its last count is
 * used, however old, and nothing can be created.
 * @throws DomainError `forbidden` for everyone else, `tenant-missing`, `tenant-unavailable` when the instance cannot be
 *   read; such a failure is not cached.
 */
export async function checkQuota(
  needs: Needs,
  identity: Identity,
  subdomain: string,
): Promise<QuotaResponse> {
  if (identity.tenant !== subdomain) throw new DomainError('forbidden');
  const tenant = await findTenantByName(needs.db, subdomain);
  if (tenant === null || tenant.state === 'ended') throw new DomainError('tenant-missing');
  await requireAccess(needs, identity, tenant);
  const { monitors, isExact, prohibited } = await currentCount(needs, tenant);
  const quota = quotaOf(needs.catalog, tenant.plan, monitors);
  const total = prohibitedTotal(prohibited);
  return {
    ...quota,
    cycle: tenant.cycle,
    ...(tenant.endsOn === null ? {} : { ending: true }),
    canCreate: quota.canCreate && tenant.state === 'active',
    exact: isExact,
    ...(total === null ? {} : { prohibited: total }),
  };
}

/** The rows decide: a token issued earlier still names the group of a removed member, and of a name that was sold again. */
async function requireAccess(
  { db }: Pick<Needs, 'db'>,
  { subject }: Identity,
  { orderId, subject: owner }: Tenant,
): Promise<void> {
  if (subject === owner) return;
  const member = await findMembership(db, subject);
  if (member?.orderId !== orderId || member.pausedAt !== null) throw new DomainError('forbidden');
}

async function currentCount(needs: Needs, tenant: Tenant): Promise<MonitorCount> {
  const known = await findQuota(needs.db, tenant.subdomain);
  if (tenant.state !== 'active') return known ?? uncounted;
  const isFresh = known !== null && isQuotaFresh(known.readAt, needs.clock.now());
  return isFresh ? known : countNow(needs, tenant);
}

/**
 * Counts and stores the result.
 * @throws DomainError `tenant-unavailable`
 */
export async function countNow({ instances, db, clock, logger }: Needs, { subdomain, orderId }: Tenant) {
  const count = await instances.count(subdomain);
  // Log the order id and not the subdomain, which may be a person's name.
  if (!count.isExact) logger.warn('quota-inexact', { orderId, monitors: count.monitors });
  return keepQuota(db, subdomain, count, clock.now());
}
