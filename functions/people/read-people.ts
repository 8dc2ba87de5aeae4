/** The people of an environment: all details for its owner, fewer for a member. */

import type { MembersView, OwnersPeople, People } from '#domain/api-schemas/people.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { DELETION_NOTICE_DAYS, SEATS_GRACE_DAYS } from '#domain/people/seats.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { Deps } from '#functions/compose.ts';
import { findOrder } from '#functions/orders/store.ts';
import { findMembership, followMembership } from '#functions/tenants/members.ts';
import { findOpenOrder } from '#functions/tenants/require-tenant.ts';
import { findTenantOfMember, findTenantOfOwner } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { deletionAnnouncedAt, readSeats, readTeam } from './people-store.ts';
import { readOpenInvitations } from './read-invitation.ts';
import { takenSeats } from './team.ts';

type Needs = Pick<Deps, 'db' | 'catalog' | 'clock' | 'tenantUrlTemplate'>;

const moment = (at: number): string => new Date(at).toISOString();

/**
 * As `readPeople`, for the account of a token, with what it is invited to; also copies its name and e-mail into the
 * membership.
 */
export async function readOwnPeople(needs: Needs, identity: Identity): Promise<People> {
  await followMembership(needs.db, identity);
  const people = await readPeople(needs, identity.subject);
  if (people.role !== 'none' || people.isCreating) return people;
  const invitations = await readOpenInvitations(needs, identity);
  return invitations.length === 0 ? people : { ...people, invitations };
}

/** The people of an account's environment, as that account may see them. */
export async function readPeople(needs: Needs, subject: string): Promise<People> {
  const tenant = await findTenantOfOwner(needs.db, subject);
  if (tenant !== null) return readTeamOf(needs, tenant);
  const membership = await readMembership(needs, subject);
  if (membership !== null) return membership;
  const order = await findOpenOrder(needs, subject);
  return { role: 'none', ...(order === null ? {} : { isCreating: true }) };
}

/** The environment that an account is a member of; `null` for an account that is no member. */
export async function readMembership(needs: Needs, subject: string): Promise<MembersView | null> {
  const [membership, tenant] = await Promise.all([
    findMembership(needs.db, subject),
    findTenantOfMember(needs.db, subject),
  ]);
  if (membership === null || tenant === null) return null;
  const [owner, announcedAt] = await Promise.all([
    findOrder(needs.db, tenant.orderId),
    deletionAnnouncedAt(needs.db, tenant.orderId),
  ]);
  return {
    role: 'member',
    tenant: tenant.subdomain,
    url: tenantUrl(needs.tenantUrlTemplate, tenant.subdomain),
    plan: tenant.plan,
    state: tenant.state,
    joinedAt: moment(membership.joinedAt),
    ...(owner?.email ? { owner: owner.email } : {}),
    ...(membership.pausedAt === null ? {} : { isPaused: true }),
    ...(announcedAt === null || membership.agreedAt !== null
      ? {}
      : { deletionAfter: moment(announcedAt + DELETION_NOTICE_DAYS * DAY_MS) }),
  };
}

/** The people as the owner sees them. */
export async function readTeamOf(needs: Needs, tenant: Tenant): Promise<OwnersPeople> {
  const [team, seats] = await Promise.all([
    readTeam(needs.db, tenant.orderId),
    readSeats(needs.db, tenant.orderId),
  ]);
  const now = needs.clock.now();
  const total = needs.catalog.plan(tenant.plan).limits.users;
  const active = team.members.filter(({ pausedAt }) => pausedAt === null).length;
  const isOver = typeof seats?.overSince === 'number' && active > total - 1;
  return {
    role: 'owner',
    tenant: tenant.subdomain,
    url: tenantUrl(needs.tenantUrlTemplate, tenant.subdomain),
    plan: tenant.plan,
    seats: { total, taken: 1 + takenSeats(team, now) },
    members: team.members.map(({ id, email, name, joinedAt, pausedAt }) => ({
      id,
      email,
      joinedAt: moment(joinedAt),
      ...(name === null ? {} : { name: name }),
      ...(pausedAt === null ? {} : { isPaused: true }),
    })),
    invitations: team.invitations.map(({ id, email, expiresAt }) => ({
      id,
      email,
      expiresAt: moment(expiresAt),
      ...(expiresAt > now ? {} : { isExpired: true }),
    })),
    ...(isOver ? { overUntil: moment((seats.overSince ?? now) + SEATS_GRACE_DAYS * DAY_MS) } : {}),
  };
}

/** Seats in use, with the owner's and those of open invitations. */
export async function countSeats(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  orderId: string,
): Promise<number> {
  return 1 + takenSeats(await readTeam(db, orderId), clock.now());
}
