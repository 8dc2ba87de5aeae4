/**
 * Members get notice before an environment is deleted, unless all of them agree.
 *
 * A deletion calls `notifyMembers` when the owner requests it and again before it is carried out; `noticeUntil` sends no
 * mail.
 * `hastenDeletion` ends the wait when every member has agreed or left.
 */

import type { People } from '#domain/api-schemas/people.ts';
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { DELETION_NOTICE_DAYS } from '#domain/people/seats.ts';
import type { Deps } from '#functions/compose.ts';
import { bringDeletionForward } from '#functions/platform/deletions.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { findMembership, noteAgreed } from '#functions/tenants/members.ts';
import { findTenantOfMember, findTenantOfOwner } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { deletionAnnouncedAt, noteDeletionAnnounced, readTeam } from './people-store.ts';
import { readPeople } from './read-people.ts';

type Needs = Pick<Deps, 'db' | 'clock'>;

/**
 * Mails every member of an account's environment, once, that it will be deleted.
 * @param now Start of the notice for members who have none yet.
 * @returns As `noticeUntil`; `null` too for an account without an environment.
 */
export async function notifyMembers(needs: Needs, owner: string, now: number): Promise<number | null> {
  const tenant = await findTenantOfOwner(needs.db, owner);
  if (tenant === null) return null;
  const { orderId, subdomain } = tenant;
  const { members } = await readTeam(needs.db, orderId);
  const after = businessDay(now + DELETION_NOTICE_DAYS * DAY_MS);
  const mails = members.map(({ id, email, name }) => {
    const payload = { to: email, name, subdominio: subdomain, after };
    return mailOf(`deletion-${id}-${businessDay(now)}`, 'deletion-told', payload);
  });
  await noteDeletionAnnounced(needs.db, orderId, mails, now);
  return noticeUntil(needs, orderId, now);
}

/**
 * End of the members' notice period, milliseconds UTC; `null` when the deletion may go ahead: there are no members, all
 * have agreed, or the period is over. For members who were not mailed yet, the full period lies ahead.
 */
export async function noticeUntil(
  { db, clock }: Needs,
  orderId: string,
  now = clock.now(),
): Promise<number | null> {
  const { members } = await readTeam(db, orderId);
  if (members.every(({ agreedAt }) => agreedAt !== null)) return null;
  const until = ((await deletionAnnouncedAt(db, orderId)) ?? now) + DELETION_NOTICE_DAYS * DAY_MS;
  return until > now ? until : null;
}

/** Makes the requested deletion due now, if no member has notice left. Called after every change of the members. */
export async function hastenDeletion(
  needs: Needs,
  { orderId, subject }: Pick<Tenant, 'orderId' | 'subject'>,
): Promise<void> {
  if ((await noticeUntil(needs, orderId)) === null)
    await bringDeletionForward(needs.db, subject, needs.clock.now());
}

/**
 * A member agrees to the announced deletion.
 * @throws DomainError `not-found` for an account that is no member of such an environment.
 */
export async function agreeToDeletion(needs: Deps, { subject }: Identity): Promise<People> {
  const member = await findMembership(needs.db, subject);
  const tenant = await findTenantOfMember(needs.db, subject);
  if (member === null || tenant === null || (await deletionAnnouncedAt(needs.db, tenant.orderId)) === null)
    throw new DomainError('not-found');
  await noteAgreed(needs.db, member.id, needs.clock.now());
  await hastenDeletion(needs, tenant);
  return readPeople(needs, subject);
}
