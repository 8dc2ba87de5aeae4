/** The caller's own environment, for requests that only its owner may make. */
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { findTenantOfMember, findTenantOfOwner } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';

/** @throws DomainError `owner-only` for a member, `order-missing` for an account without an environment. */
export async function requireOwner({ db }: Pick<Deps, 'db'>, subject: string): Promise<Tenant> {
  const tenant = await findTenantOfOwner(db, subject);
  if (tenant !== null) return tenant;
  if ((await findTenantOfMember(db, subject)) !== null) throw new DomainError('owner-only');
  throw new DomainError('order-missing', { details: { redirect: '/checkout' } });
}
