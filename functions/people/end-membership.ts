/** Ends a membership: the owner removes a member, or a member leaves. */
import type { OwnersPeople, People } from '#domain/api-schemas/people.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { findMembership } from '#functions/tenants/members.ts';
import { findTenantOfMember } from '#functions/tenants/store.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { applyAccess } from './apply-access.ts';
import { hastenDeletion } from './deletion-notice.ts';
import { endMembershipRow, readTeam } from './people-store.ts';
import { readPeople, readTeamOf } from './read-people.ts';
import { requireOwner } from './require-owner.ts';

/**
 * Removes a member and closes their open connections.
 * @param id The membership.
 * @throws DomainError `owner-only`, `order-missing`; `not-found` for a person who is not in this environment.
 */
export async function removeMember(needs: Deps, identity: Identity, id: string): Promise<OwnersPeople> {
  const tenant = await requireOwner(needs, identity.subject);
  const { orderId, subdomain } = tenant;
  const { members } = await readTeam(needs.db, orderId);
  const member = members.find((each) => each.id === id);
  if (member === undefined) throw new DomainError('not-found');
  const payload = { to: member.email, name: member.name, subdominio: subdomain };
  const mail = mailOf(`removed-${id}`, 'person-removed', payload);
  const events = [{ kind: 'person-removed', orderId, detail: id }];
  await endMembershipRow(needs.db, member, { events, mails: [mail] }, needs.clock.now());
  await hastenDeletion(needs, tenant);
  await applyAccess(needs, orderId, member.subject);
  return readTeamOf(needs, tenant);
}

/**
 * Lets the caller leave; the owner gets a mail.
 * @throws DomainError `not-found` for an account that is no member.
 */
export async function leave(needs: Deps, { subject }: Identity): Promise<People> {
  const member = await findMembership(needs.db, subject);
  const tenant = await findTenantOfMember(needs.db, subject);
  if (member === null || tenant === null) throw new DomainError('not-found');
  const payload = { ...(await addresseeOf(needs, tenant)), member: member.email };
  const mail = mailOf(`left-${member.id}`, 'person-left', payload);
  const events = [{ kind: 'person-left', orderId: tenant.orderId, detail: member.id }];
  await endMembershipRow(needs.db, member, { events, mails: [mail] }, needs.clock.now());
  await hastenDeletion(needs, tenant);
  await applyAccess(needs, tenant.orderId, subject);
  return readPeople(needs, subject);
}
