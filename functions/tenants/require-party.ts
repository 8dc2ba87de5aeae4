/** The environment in which an account works, as its owner or as a member. */
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { findMembership, type Membership } from './members.ts';
import { requireTenant } from './require-tenant.ts';
import { findTenantOfMember } from './store.ts';
import type { Tenant } from './tenant.ts';

export interface Party {
  readonly tenant: Tenant;
  /** `null` for the owner. */
  readonly membership: Membership | null;
}

/**
 * The environment of its owner, or of a member who may enter it.
 * @throws DomainError `member-paused` for a member without a seat; `order-missing`, `tenant-missing` as `requireTenant`.
 */
export async function requireParty(needs: Pick<Deps, 'db' | 'clock'>, subject: string): Promise<Party> {
  const membership = await findMembership(needs.db, subject);
  const tenant = membership === null ? null : await findTenantOfMember(needs.db, subject);
  if (membership === null || tenant === null)
    return { tenant: await requireTenant(needs, subject), membership: null };
  if (membership.pausedAt !== null)
    throw new DomainError('member-paused', { details: { tenant: tenant.subdomain } });
  return { tenant, membership };
}
