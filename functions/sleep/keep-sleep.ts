/** Does what is due for an environment that may sleep, sleeps, or was woken (src/domain/tenants/sleep.ts). */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { decideSleep, FAREWELL_DAYS, type SleepDecision } from '#domain/tenants/sleep.ts';
import type { Deps } from '#functions/compose.ts';
import { rewriteApplication } from '#functions/ledger/apply-standing.ts';
import { noteWatching } from '#functions/limits/watching-store.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { type Again, defineWork, Unfinished } from '#functions/platform/work/define-work.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { readSleep, type SleepCase } from './facts.ts';
import { fallAsleep, stop } from './fall-asleep.ts';
import { forgetSleep, noteFarewell, noteStarted, noteWarned, removeSleeper, SLEEP_WORK } from './store.ts';

/** A person may be waiting for a wake; a copy takes minutes. */
const RETRY_WITHIN_MS = 60_000;
/** An environment that does not answer is read again no later than this. */
const LOOK_AGAIN_MS = DAY_MS;

export const sleepWork = defineWork<Deps>({
  kind: SLEEP_WORK,
  title: 'Sono de um ambiente gratuito',
  perRun: 60,
  isPerCluster: true,
  retryWithinMs: RETRY_WITHIN_MS,
  run: (needs, { key: orderId }) => keepSleep(needs, orderId),
});

/** Does everything that is due now. @returns When to decide again. */
async function keepSleep(needs: Deps, orderId: string): Promise<Again | undefined> {
  const { db, clock } = needs;
  const tenant = await findTenant(db, orderId);
  if (tenant === null) return undefined;
  if (tenant.plan !== 'free' || tenant.state === 'ended' || tenant.state === 'suspended') {
    await forgetSleep(db, orderId);
    return undefined;
  }
  const known = await readSleep(needs, tenant);
  if (tenant.state === 'asleep' && !known.row.isStopped) await stop(needs, tenant);
  else if (tenant.state === 'active' && known.row.isStopped) await start(needs, orderId);
  else return act(needs, tenant, known, decideSleep(known.facts, clock.now(), needs.sleepDayMs));
  return { againAt: clock.now() };
}

async function start(needs: Deps, orderId: string): Promise<void> {
  if ((await rewriteApplication(needs, orderId)) === null)
    throw new Unfinished('the standing is not known yet');
  await noteStarted(needs.db, orderId);
}

async function act(
  needs: Deps,
  tenant: Tenant,
  known: SleepCase,
  decision: SleepDecision,
): Promise<Again | undefined> {
  const { clock } = needs;
  switch (decision.due) {
    case 'nothing':
      return undefined;
    case 'wait':
      return { againAt: Math.min(decision.until, clock.now() + needs.sleepDayMs) };
    case 'read':
      return read(needs, tenant);
    case 'warn':
      await warn(needs, tenant, known, decision.sleepsAt);
      break;
    case 'sleep':
      await fallAsleep(needs, tenant, known.row);
      break;
    case 'farewell':
      await sayFarewell(needs, tenant, known, decision.removesAt);
      break;
    case 'remove': {
      const events = [{ kind: 'sleeper-removed', orderId: tenant.orderId }];
      await removeSleeper(needs.db, tenant.orderId, FAREWELL_DAYS.length, { events }, clock.now());
    }
  }
  return { againAt: clock.now() };
}

/** Reads the monitors, and decides with that. One that does not answer stays awake, and is asked again. */
async function read(needs: Deps, tenant: Tenant): Promise<Again | undefined> {
  const { db, instances, clock, logger } = needs;
  try {
    const report = await instances.readLimits(tenant.subdomain);
    await noteWatching(db, tenant.orderId, report, clock.now());
  } catch (error) {
    logger.warn('sleep-unread', { orderId: tenant.orderId, error });
    return { againAt: clock.now() + Math.min(LOOK_AGAIN_MS, needs.sleepDayMs) };
  }
  const known = await readSleep(needs, tenant);
  const decision = decideSleep(known.facts, clock.now(), needs.sleepDayMs);
  return decision.due === 'read'
    ? { againAt: clock.now() + needs.sleepDayMs }
    : act(needs, tenant, known, decision);
}

async function warn(needs: Deps, tenant: Tenant, { row }: SleepCase, sleepsAt: number): Promise<void> {
  const { orderId } = tenant;
  const now = needs.clock.now();
  const payload = { ...(await addresseeOf(needs, tenant)), sleepsOn: businessDay(sleepsAt) };
  const mails = [mailOf(`sleep-soon-${orderId}-${now}`, 'sleep-soon', payload)];
  const events = [{ kind: 'sleep-announced', orderId, detail: payload.sleepsOn }];
  await noteWarned(needs.db, orderId, row, { events, mails }, now);
}

async function sayFarewell(
  needs: Deps,
  tenant: Tenant,
  { row }: SleepCase,
  removesAt: number,
): Promise<void> {
  const { orderId } = tenant;
  const payload = {
    ...(await addresseeOf(needs, tenant)),
    since: businessDay(tenant.stateSince),
    removesOn: businessDay(removesAt),
    isLast: row.farewells === FAREWELL_DAYS.length - 1,
  };
  const mails = [
    mailOf(
      `asleep-farewell-${orderId}-${tenant.stateSince}-${row.farewells + 1}`,
      'asleep-farewell',
      payload,
    ),
  ];
  const events = [{ kind: 'removal-announced', orderId, detail: payload.removesOn }];
  await noteFarewell(
    needs.db,
    orderId,
    { farewells: row.farewells, removesAt },
    { events, mails },
    needs.clock.now(),
  );
}
