/**
 * The owner invites a person by e-mail, sends an invitation again, or revokes it.
 *
 * No account is looked up, so the response does not reveal whether the e-mail has one. An invitation holds a seat from
 * the start.
 */

import type { OwnersPeople } from '#domain/api-schemas/people.ts';
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { INVITATION_DAYS, INVITATIONS_PER_DAY, seatsBesideOwner } from '#domain/people/seats.ts';
import { shownName } from '#domain/people/shown-name.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { sha256 } from '#functions/platform/sha256.ts';
import { newToken } from '#functions/platform/tokens.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import {
  deleteInvitation,
  type InvitingTerms,
  renewInvitation,
  writeInvitation,
} from './invitation-store.ts';
import { deletionAnnouncedAt, readTeam } from './people-store.ts';
import { readTeamOf } from './read-people.ts';
import { requireOwner } from './require-owner.ts';
import { takenSeats } from './team.ts';

function termsFor({ catalog, clock }: Deps, { orderId, plan }: Tenant): InvitingTerms {
  const now = clock.now();
  const seats = seatsBesideOwner(catalog.plan(plan).limits);
  return { orderId, plan, seats, today: businessDay(now), now, expiresAt: now + INVITATION_DAYS * DAY_MS };
}

/** The mail with the token; the outbox deletes the token after sending. */
async function mailFor(
  needs: Deps,
  tenant: Tenant,
  [to, token]: [string, string],
  { now, expiresAt }: InvitingTerms,
): Promise<OutgoingMail> {
  const owner = await addresseeOf(needs, tenant);
  const payload = {
    to,
    name: null,
    subdominio: tenant.subdomain,
    token,
    owner: owner.to,
    ownerName: shownName(owner.name),
    until: businessDay(expiresAt),
  };
  return mailOf(`invitation-${await sha256(`${token} ${now}`)}`, 'invitation', payload);
}

/**
 * Invites an e-mail address.
 * @throws DomainError `owner-only`, `order-missing`, `validation-failed` for one's own e-mail, `seats-full`,
 *   `already-in`, `rate-limited` for too many on one day.
 */
export async function invite(needs: Deps, identity: Identity, email: string): Promise<OwnersPeople> {
  const tenant = await requireOwner(needs, identity.subject);
  if (email === identity.email || email === (await addresseeOf(needs, tenant)).to)
    throw new DomainError('validation-failed', { fields: { email: message('person.own-email') } });
  const terms = termsFor(needs, tenant);
  const token = newToken();
  const invitation = { id: needs.newId(), email, tokenHash: await sha256(token) };
  const mail = await mailFor(needs, tenant, [email, token], terms);
  if (!(await writeInvitation(needs.db, terms, invitation, mail))) throw await reasonOf(needs, tenant, email);
  return readTeamOf(needs, tenant);
}

/**
 * Sends an invitation again with a new token.
 * @throws DomainError As `invite`; `not-found` for one that no longer exists.
 */
export async function resendInvitation(needs: Deps, identity: Identity, id: string): Promise<OwnersPeople> {
  const tenant = await requireOwner(needs, identity.subject);
  const { invitations } = await readTeam(needs.db, tenant.orderId);
  const known = invitations.find((each) => each.id === id);
  if (known === undefined) throw new DomainError('not-found');
  const terms = termsFor(needs, tenant);
  const token = newToken();
  const mail = await mailFor(needs, tenant, [known.email, token], terms);
  if (!(await renewInvitation(needs.db, terms, { id, tokenHash: await sha256(token) }, mail)))
    throw await reasonOf(needs, tenant, null);
  return readTeamOf(needs, tenant);
}

/**
 * Revokes an invitation. Idempotent.
 * @throws DomainError As `requireOwner`.
 */
export async function revokeInvitation(needs: Deps, identity: Identity, id: string): Promise<OwnersPeople> {
  const tenant = await requireOwner(needs, identity.subject);
  await deleteInvitation(needs.db, tenant.orderId, id, needs.clock.now());
  return readTeamOf(needs, tenant);
}

/**
 * Why an invitation was not written.
 * @param email `null` for an existing invitation that is sent again.
 */
async function reasonOf(needs: Deps, tenant: Tenant, email: string | null): Promise<DomainError> {
  const now = needs.clock.now();
  const current = await findTenant(needs.db, tenant.orderId);
  if (current?.state !== 'active') return new DomainError('tenant-missing');
  const team = await readTeam(needs.db, tenant.orderId);
  const isIn = [...team.members, ...team.invitations].some((each) => each.email === email);
  if (isIn) return new DomainError('already-in');
  const seats = seatsBesideOwner(needs.catalog.plan(current.plan).limits);
  if (takenSeats(team, now) >= seats) return new DomainError('seats-full');
  if ((await deletionAnnouncedAt(needs.db, tenant.orderId)) !== null)
    return new DomainError('tenant-missing');
  return new DomainError('rate-limited', {
    sentence: message('person.day-full'),
    message: `more than ${INVITATIONS_PER_DAY} invitations`,
  });
}
