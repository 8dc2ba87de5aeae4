/** Describes an invitation: to a visitor with its link, signed in or not, and to the account whose e-mail was invited. */
import type { InvitationView, OpenInvitation } from '#domain/api-schemas/invitations.ts';
import { DomainError } from '#domain/errors.ts';
import { shownName } from '#domain/people/shown-name.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { sha256 } from '#functions/platform/sha256.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { findInvitation, listInvitationsTo } from './invitation-store.ts';
import type { Invitation } from './team.ts';

/** @throws DomainError `invitation-over` for an unknown, expired or used one, and for an environment that has ended. */
export async function readInvitation(needs: Deps, token: string): Promise<InvitationView> {
  const invitation = await findInvitation(needs.db, await sha256(token));
  if (invitation === null || invitation.expiresAt <= needs.clock.now())
    throw new DomainError('invitation-over');
  const tenant = await findTenant(needs.db, invitation.orderId);
  if (tenant?.state !== 'active') throw new DomainError('invitation-over');
  return viewOf(needs, invitation, tenant);
}

/** The invitations that an account may accept, by its e-mail; none for an e-mail that is not proven. */
export async function readOpenInvitations(
  needs: Pick<Deps, 'db' | 'clock'>,
  { email, emailVerified }: Identity,
): Promise<OpenInvitation[]> {
  if (email === null || !emailVerified) return [];
  const open = await listInvitationsTo(needs.db, email, needs.clock.now());
  const views = open.map(async (invitation) => {
    const tenant = await findTenant(needs.db, invitation.orderId);
    return tenant === null ? [] : [{ id: invitation.id, ...(await viewOf(needs, invitation, tenant)) }];
  });
  return (await Promise.all(views)).flat();
}

async function viewOf(
  needs: Pick<Deps, 'db'>,
  invitation: Invitation,
  tenant: Tenant,
): Promise<InvitationView> {
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
