/** The owner offers the environment to one of its members or withdraws the offer; the member may decline it. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import type { OwnersPeople, People } from '#domain/contracts/people.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { HANDOVER_DAYS } from '#domain/people/handover.ts';
import { requireTenant } from '#functions/contract/require-tenant.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import { readPeople, readTeamOf } from '#functions/people/read-people.ts';
import type { Membership } from '#functions/people/team.ts';
import { requireLease } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { advanceHandover, closePage } from './advance-handover.ts';
import { closeHandover, withLease } from './leased-handover.ts';
import { obstacleTo } from './obstacles.ts';

type Needs = NeedsOf<typeof requireTenant> &
  NeedsOf<typeof advanceHandover> &
  NeedsOf<typeof readTeamOf> &
  NeedsOf<typeof obstacleTo>;

/**
 * Offers the environment. Repeating the same offer succeeds without effect.
 * @param id The membership.
 * @throws DomainError As `requireTenant`; `not-found` for a person who is not in this environment; `handover-blocked`
 *   with the reason; `rate-limited` for too many on one day.
 */
export async function offerHandover(needs: Needs, identity: Identity, id: string): Promise<OwnersPeople> {
  const tenant = await requireTenant(needs, identity.subject);
  const { members } = await needs.people.readTeam(tenant.orderId);
  const member = members.find((each) => each.id === id);
  if (member === undefined) throw new DomainError('not-found');
  await closeExpired(needs, tenant);
  const open = await needs.handovers.findOpen(tenant.orderId);
  if (open?.membershipId === id) return readTeamOf(needs, tenant);
  if (open !== null) throw new DomainError('handover-blocked', { sentence: message('handover.open') });
  const ledger = await needs.ledger.read(tenant.orderId);
  const pair = { orderId: tenant.orderId, fromSubject: tenant.subject, toSubject: member.subject };
  const why = await obstacleTo(needs, pair, ledger);
  if (why !== null) throw new DomainError('handover-blocked', { sentence: message(why) });
  await write(needs, tenant, member, identity);
  return readTeamOf(needs, tenant);
}

/** Closes an expired offer now; the scheduled job would do it a little later. */
async function closeExpired(needs: Needs, { orderId }: Tenant): Promise<void> {
  const open = await needs.handovers.findOpen(orderId);
  if (open?.state !== 'offered' || open.expiresAt > needs.clock.now()) return;
  const leased = await needs.handovers.acquire(open.id, needs.clock.now());
  if (leased !== null) await withLease(needs, leased, (work) => advanceHandover(needs, work));
}

async function write(needs: Needs, tenant: Tenant, member: Membership, owner: Identity): Promise<void> {
  const { orderId, subdomain, subject: fromSubject } = tenant;
  const now = needs.clock.now();
  const expiresAt = now + HANDOVER_DAYS * DAY_MS;
  const id = needs.newId();
  const mail = mailOf(`handover-${id}`, 'handover-offered', {
    ...{ to: member.email, name: member.name, subdominio: subdomain, owner: owner.email },
    until: businessDay(expiresAt),
  });
  const event = { kind: 'handover-offered', orderId, detail: id };
  const offer = {
    ...{ id, orderId, fromSubject, toSubject: member.subject, toEmail: member.email },
    ...{ membershipId: member.id, expiresAt },
  };
  if (!(await needs.handovers.offer(offer, { events: [event], mails: [mail] }, now, businessDay(now)))) {
    if ((await needs.handovers.findOpen(orderId)) !== null)
      throw new DomainError('handover-blocked', { sentence: message('handover.open') });
    throw new DomainError('rate-limited', { sentence: message('handover.day-full') });
  }
}

/**
 * Withdraws the offer as its owner, or declines it as the member. Idempotent.
 * @throws DomainError `handover-blocked` once it is being carried out; `idempotency-in-progress`.
 */
export async function endOffer(needs: Needs, { subject }: Identity): Promise<People> {
  const tenant = await needs.tenants.findBySubject(subject);
  const open =
    tenant === null
      ? await needs.handovers.findOpenTo(subject)
      : await needs.handovers.findOpen(tenant.orderId);
  if (open === null) return readPeople(needs, subject);
  const leased = requireLease(await needs.handovers.acquire(open.id, needs.clock.now()));
  await withLease(needs, leased, async (work) => {
    if (work.handover.state === 'waiting') await closePage(needs, work);
    if (work.handover.state === 'offered')
      return closeHandover(needs, work, tenant === null ? 'declined' : 'withdrawn');
    throw new DomainError('handover-blocked', { sentence: message('handover.moving') });
  });
  return readPeople(needs, subject);
}
