/** The caller's own environment, for requests that only an owner may make. */
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { findLiveOrder } from '#functions/orders/store.ts';
import { findTenantOfMember, findTenantOfOwner } from './store.ts';
import type { Tenant } from './tenant.ts';

/** @throws DomainError `tenant-unavailable` for an environment that does not run, with a sentence for one that sleeps. */
export function requireRunning(tenant: Tenant): Tenant {
  if (tenant.state === 'asleep')
    throw new DomainError('tenant-unavailable', { sentence: message('provisioning.asleep') });
  if (tenant.state !== 'active') throw new DomainError('tenant-unavailable', { message: tenant.state });
  return tenant;
}

/** The order in progress of an account. As on the provisioning page: a reservation whose card was refused is none. */
export async function findOpenOrder({ db, clock }: Pick<Deps, 'db' | 'clock'>, subject: string) {
  const order = await findLiveOrder(db, subject);
  return order === null || (order.payment === 'none' && order.leaseUntil < clock.now()) ? null : order;
}

/**
 * The tenant of an account.
 * @throws DomainError `owner-only` for a member of another customer's environment, with `details.tenant`; `order-missing` for an account
 *   without an order: the page leads to `/checkout`; `tenant-missing` while the order is in progress, with
 *   `details.redirect` `/provisionamento`.
 */
export async function requireTenant(needs: Pick<Deps, 'db' | 'clock'>, subject: string): Promise<Tenant> {
  const tenant = await findTenantOfOwner(needs.db, subject);
  if (tenant !== null) return tenant;
  const others = await findTenantOfMember(needs.db, subject);
  if (others !== null) throw new DomainError('owner-only', { details: { tenant: others.subdomain } });
  const order = await findOpenOrder(needs, subject);
  if (order === null) throw new DomainError('order-missing', { details: { redirect: '/checkout' } });
  throw new DomainError('tenant-missing', {
    details: { redirect: '/provisionamento', tenant: order.subdomain },
  });
}
