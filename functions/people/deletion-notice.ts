/**
 * Before an environment is deleted its members get notice, unless all of them agree.
 *
 * For what deletes environments: `tellMembers` when the owner asks for it, `noticeUntil` before it is carried out.
 * `hastenDeletion` ends the wait when nobody is left who did not agree.
 */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import type { People } from '#domain/contracts/people.ts';
import { DomainError } from '#domain/errors.ts';
import { DELETION_NOTICE_DAYS } from '#domain/people/seats.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import type { DeletionStore } from '#functions/privacy/deletion-store.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import type { PeopleStore } from './people-store.ts';
import { readPeople } from './read-people.ts';

interface Needs {
  readonly people: PeopleStore;
  readonly clock: Clock;
}

type Environment = Pick<Tenant, 'orderId' | 'subdomain'>;

/** Tells every member, once, that the environment is going to be deleted. @returns As `noticeUntil`. */
export async function tellMembers(
  needs: Needs,
  { orderId, subdomain }: Environment,
  now = needs.clock.now(),
): Promise<number | null> {
  const { members } = await needs.people.readTeam(orderId);
  const after = businessDay(now + DELETION_NOTICE_DAYS * DAY_MS);
  const mails = members.map(({ id, email, name }) => {
    const payload = { to: email, name, subdominio: subdomain, after };
    return mailOf(`deletion-${id}-${businessDay(now)}`, 'deletion-told', payload);
  });
  await needs.people.tellDeletion(orderId, mails, now);
  return noticeUntil(needs, orderId, now);
}

/**
 * Until when members still have notice, milliseconds UTC; `null` when nothing stands against the deletion: there are no
 * members, all have agreed, or their days are over. Members who were not told yet have all of it before them.
 */
export async function noticeUntil(
  { people, clock }: Needs,
  orderId: string,
  now = clock.now(),
): Promise<number | null> {
  const { members } = await people.readTeam(orderId);
  if (members.every(({ agreedAt }) => agreedAt !== null)) return null;
  const until = ((await people.deletionToldAt(orderId)) ?? now) + DELETION_NOTICE_DAYS * DAY_MS;
  return until > now ? until : null;
}

/** The deletion that the owner asked for goes now, if nobody has notice any more: for whatever changes who has. */
export async function hastenDeletion(
  needs: Needs & { readonly deletions: DeletionStore },
  { orderId, subject }: Pick<Tenant, 'orderId' | 'subject'>,
): Promise<void> {
  if ((await noticeUntil(needs, orderId)) === null) await needs.deletions.hasten(subject, needs.clock.now());
}

/** A member agrees to the announced deletion. @throws DomainError `not-found` for an account that is no member of such an environment. */
export async function agreeToDeletion(
  needs: NeedsOf<typeof hastenDeletion> & NeedsOf<typeof readPeople>,
  { subject }: Identity,
): Promise<People> {
  const member = await needs.people.findMembership(subject);
  const tenant = await needs.tenants.findByMember(subject);
  if (member === null || tenant === null || (await needs.people.deletionToldAt(tenant.orderId)) === null)
    throw new DomainError('not-found');
  await needs.people.agree(member.id, needs.clock.now());
  await hastenDeletion(needs, tenant);
  return readPeople(needs, subject);
}
