/**
 * Applies a plan's number of seats: when the plan shrinks, the owner gets a mail and time to choose. Then the newest
 * members beyond the seats lose access, and get it back when there is room. Nobody is removed.
 *
 * Owns: carrying out what `seatStep` decides. A plan change and the end of a membership make an environment due.
 */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { type SeatStep, seatStep, seatsBesideOwner } from '#domain/people/seats.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import type { Membership } from '#functions/tenants/members.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { applyAccess } from './apply-access.ts';
import {
  noteSeatsFit,
  noteSeatsGrace,
  noteSeatsPause,
  readSeats,
  readTeam,
  type SeatRow,
} from './people-store.ts';
import type { Team } from './team.ts';

/** Checks an environment whose plan or members changed, or whose time to choose is over. */
export const seatsWork = defineWork<Deps>({
  kind: ENVIRONMENT_WORK.seats,
  title: 'Lugares do plano',
  perRun: 20,
  async run(needs, { key: orderId }) {
    const [tenant, row] = await Promise.all([findTenant(needs.db, orderId), readSeats(needs.db, orderId)]);
    if (tenant?.state !== 'active' || row === null) return undefined;
    const team = await readTeam(needs.db, orderId);
    const step = stepOf(needs, tenant, team, row);
    await carryOutStep(needs, { tenant, team }, step);
    return step.kind === 'grace' ? { againAt: step.until } : undefined;
  },
});

const idsOf = (members: readonly Membership[]): string[] => members.map(({ id }) => id);

function stepOf({ catalog, clock }: Deps, { plan }: Tenant, { members }: Team, row: SeatRow): SeatStep {
  const { overSince, gracePlan, graceAt } = row;
  return seatStep({
    now: clock.now(),
    plan,
    seats: seatsBesideOwner(catalog.plan(plan).limits),
    overSince,
    active: idsOf(members.filter(({ pausedAt }) => pausedAt === null)),
    paused: idsOf(members.filter(({ pausedAt }) => pausedAt !== null)),
    grace: gracePlan === null || graceAt === null ? null : { plan: gracePlan as PlanId, at: graceAt },
  });
}

interface Situation {
  readonly tenant: Tenant;
  readonly team: Team;
}

async function carryOutStep(needs: Deps, { tenant, team }: Situation, step: SeatStep): Promise<void> {
  const { orderId, plan } = tenant;
  const now = needs.clock.now();
  const among = (ids: readonly string[]) => team.members.filter(({ id }) => ids.includes(id));
  if (step.kind === 'grace') {
    const mails = [await ownerMail(needs, tenant, team, step.until)];
    return noteSeatsGrace(needs.db, orderId, plan, mails, now);
  }
  const changed = among(step.kind === 'fits' ? step.resume : step.pause);
  const kind = step.kind === 'fits' ? 'person-resumed' : 'person-paused';
  const mails = changed.map((member) => memberMail(kind, tenant, member, now));
  const events = changed.map(({ id }) => ({ kind, orderId, detail: id }));
  const report = { events, mails };
  if (step.kind === 'fits') await noteSeatsFit(needs.db, orderId, step.resume, report, now);
  else await noteSeatsPause(needs.db, orderId, step.pause, report, now);
  for (const { subject } of changed) await applyAccess(needs, orderId, subject);
}

async function ownerMail(
  needs: Deps,
  tenant: Tenant,
  { members }: Team,
  until: number,
): Promise<OutgoingMail> {
  const { orderId, plan } = tenant;
  return mailOf(`seats-${orderId}-${plan}-${businessDay(until)}`, 'seats-over', {
    ...(await addresseeOf(needs, tenant)),
    plano: plan,
    // The last full day.
    until: businessDay(until - DAY_MS),
    members: members.filter(({ pausedAt }) => pausedAt === null).map(({ email }) => email),
  });
}

function memberMail(
  kind: 'person-resumed' | 'person-paused',
  { subdomain }: Tenant,
  { id, email, name }: Membership,
  now: number,
): OutgoingMail {
  const payload = { to: email, name, subdominio: subdomain };
  return mailOf(`${kind}-${id}-${businessDay(now)}`, kind, payload);
}
