/** Describes an invitation to a visitor with its link, signed in or not. */
import type { InvitationView } from '#domain/api-schemas/people.ts';
import { DomainError } from '#domain/errors.ts';
import { shownName } from '#domain/people/shown-name.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { sha256 } from '#functions/platform/sha256.ts';
import { findTenant } from '#functions/tenants/store.ts';
import { findInvitation } from './invitation-store.ts';

/** @throws DomainError `invitation-over` for an unknown, expired or used one, and for an environment that has ended. */
export async function readInvitation(needs: Deps, token: string): Promise<InvitationView> {
  const invitation = await findInvitation(needs.db, await sha256(token));
  if (invitation === null || invitation.expiresAt <= needs.clock.now())
    throw new DomainError('invitation-over');
  const tenant = await findTenant(needs.db, invitation.orderId);
  if (tenant?.state !== 'active') throw new DomainError('invitation-over');
  const owner = await addresseeOf(needs, tenant);
  const name = shownName(owner.name);
  return {
    tenant: tenant.subdomain,
    email: invitation.email,
    expiresAt: new Date(invitation.expiresAt).toISOString(),
    ...(owner.to === null ? {} : { owner: owner.to }),
    ...(name === null ? {} : { name }),
  };
}
