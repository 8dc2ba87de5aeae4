/** An invited account accepts and becomes a member of the environment. */
import type { AcceptanceRequest, MembersView } from '#domain/api-schemas/people.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { seatsBesideOwner } from '#domain/people/seats.ts';
import { followMember } from '#functions/alerts/follow-owner.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { findLiveOrder } from '#functions/orders/store.ts';
import { findOpenDeletion } from '#functions/platform/deletions.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { sha256 } from '#functions/platform/sha256.ts';
import { findMembership } from '#functions/tenants/members.ts';
import { findTenant, findTenantOfOwner } from '#functions/tenants/store.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { applyAccess } from './apply-access.ts';
import { admitMember, findInvitation, findInvitationTo } from './invitation-store.ts';
import { readMembership } from './read-people.ts';

/**
 * Makes the caller a member of the environment that an invitation is to, named by its token or, for the account whose
 * e-mail it is for, by its id. Succeeds without effect for the account that already accepted.
 * @throws DomainError `invitation-over`; `invitation-other` for an account of another e-mail; `email-unproven`;
 *   `member-elsewhere`; `tenant-exists` for an account with an environment or an order; `deletion-open`; `seats-full` when
 *   the plan has fewer seats than before.
 */
export async function acceptInvitation(
  needs: Deps,
  identity: Identity,
  request: AcceptanceRequest,
): Promise<MembersView> {
  const tokenHash = await hashOf(needs, identity, request);
  if (tokenHash === null) return viewOf(needs, identity.subject);
  const invitation = await findInvitation(needs.db, tokenHash);
  if (invitation === null) {
    if (await hasAccepted(needs, identity.subject, tokenHash)) return viewOf(needs, identity.subject);
    throw new DomainError('invitation-over');
  }
  requireMayAccept(needs, identity, invitation);
  const { orderId } = invitation;
  const tenant = await findTenant(needs.db, orderId);
  if (tenant === null || identity.email === null) throw new DomainError('invitation-over');
  const account = {
    membershipId: needs.newId(),
    subject: identity.subject,
    email: identity.email,
    name: identity.name,
  };
  const now = needs.clock.now();
  const payload = { ...(await addresseeOf(needs, tenant)), member: identity.email };
  const mail = mailOf(`joined-${account.membershipId}`, 'person-joined', payload);
  const terms = { orderId, seats: seatsByPlan(needs), now };
  if (!(await admitMember(needs.db, tokenHash, account, terms, mail))) {
    if (await hasAccepted(needs, identity.subject, tokenHash)) return viewOf(needs, identity.subject);
    throw await reasonOf(needs, identity.subject, tenant.state === 'active');
  }
  // An address that got the alerts before is the member's own from now on.
  await followMember(needs, { id: account.membershipId, orderId });
  await applyAccess(needs, orderId, identity.subject);
  return viewOf(needs, identity.subject);
}

/** `null` when this account has no such invitation: it is over, or already accepted. */
async function hashOf({ db }: Deps, { email }: Identity, request: AcceptanceRequest): Promise<string | null> {
  if ('token' in request) return sha256(request.token);
  const found = email === null ? null : await findInvitationTo(db, request.invitation, email);
  return found?.tokenHash ?? null;
}

/** True when this account already accepted this invitation: the response was lost, or the button was clicked twice. */
async function hasAccepted({ db }: Deps, subject: string, tokenHash: string): Promise<boolean> {
  return (await findMembership(db, subject))?.tokenHash === tokenHash;
}

const seatsByPlan = ({ catalog }: Deps): Record<string, number> =>
  Object.fromEntries(catalog.plans.map(({ id, limits }) => [id, seatsBesideOwner(limits)]));

function requireMayAccept(
  { clock }: Deps,
  { email, emailVerified }: Identity,
  invitation: { readonly email: string; readonly expiresAt: number },
): void {
  if (invitation.email !== email) throw new DomainError('invitation-other');
  if (!emailVerified) throw new DomainError('email-unproven');
  if (invitation.expiresAt <= clock.now()) throw new DomainError('invitation-over');
}

async function reasonOf(needs: Deps, subject: string, isRunning: boolean): Promise<DomainError> {
  if ((await findMembership(needs.db, subject)) !== null) return new DomainError('member-elsewhere');
  const live = await findLiveOrder(needs.db, subject);
  if (live !== null || (await findTenantOfOwner(needs.db, subject)) !== null)
    return new DomainError('tenant-exists', { sentence: message('person.own-environment') });
  if ((await findOpenDeletion(needs.db, subject)) !== null) return new DomainError('deletion-open');
  return new DomainError(isRunning ? 'seats-full' : 'invitation-over');
}

async function viewOf(needs: Deps, subject: string): Promise<MembersView> {
  const view = await readMembership(needs, subject);
  if (view === null) throw new DomainError('invitation-over');
  return view;
}
