/**
 * Applies the plan's limits to one environment: starts grace periods, enforces those that ended, undoes what a larger
 * plan allows.
 *
 * Each step is derived from the current state: an interrupted run is finished by the next one, and each mail is queued
 * with the row that records it.
 */
import { DAY_MS } from '#domain/billing/days.ts';
import { type OverKind, overKinds } from '#domain/limits/grace.ts';
import {
  isIntervalShort,
  isRetryShort,
  type LimitedMonitor,
  type LimitsReport,
  pausedFirst,
  type RestrictedMonitors,
  runningOf,
} from '#domain/limits/monitors.ts';
import { isNothing, type LimitsOrders, newlyRestricted, ordersFor } from '#domain/limits/orders.ts';
import { isInsistent, withRepeat } from '#domain/limits/repeats.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { CarriedOut } from '#functions/vendors/instances.ts';
import { type LimitsStatus, orderFacts, readLimitsStatus } from './limits-status.ts';
import { listed, type OverPayload, type RestoredPayload, type RestrictedPayload } from './mail.ts';
import { type LimitsState, settleLimits, writeGraces } from './store.ts';

/** The environment's state after a run. */
export interface Kept {
  /** False when orders are left to carry out: check again soon. */
  readonly isDone: boolean;
  /** When a running grace period ends; `null` when none runs. */
  readonly graceEndsAt: number | null;
  /** True when the grace of this plan was used: a new excess takes effect within the hour. */
  readonly isSpent: boolean;
  /** True when the customer undoes what was enforced again and again: check again soon. */
  readonly isInsistent: boolean;
}

/** @throws DomainError `tenant-unavailable`; safe to retry. */
export async function keepLimits(needs: Deps, tenant: Tenant): Promise<Kept> {
  const read = await readLimitsStatus(needs, tenant);
  await beginGraces(needs, tenant, read);
  const status = { ...read, state: await dropResumed(needs, tenant, read) };
  const report = await applyLimits(needs, tenant, status);
  const isDone = isLeftAlone(ordersFor(orderFacts(needs, tenant, status, report)), report.failed);
  if (isDone) await settle(needs, tenant, status, report);
  const ends = overKinds.flatMap((kind) => status.graces[kind]?.endsAt ?? []);
  return {
    isDone,
    graceEndsAt: ends.length === 0 ? null : Math.min(...ends),
    isSpent: status.given.some(({ endsAt }) => endsAt !== null),
    isInsistent: isInsistent(status.state.repeats, needs.clock.now()),
  };
}

async function beginGraces(needs: Deps, tenant: Tenant, status: LimitsStatus): Promise<void> {
  const { graces, over, given, report, state } = status;
  const begun = overKinds.flatMap((kind) => {
    const grace = graces[kind];
    return grace?.state === 'new' ? [{ kind, endsAt: grace.endsAt }] : [];
  });
  if (begun.length === 0) return;
  const { plan, orderId } = tenant;
  const { limits } = needs.catalog.plan(plan);
  const endOf = (sought: OverKind) => begun.find(({ kind }) => kind === sought);
  const [number, interval] = [endOf('number'), endOf('interval')];
  const running = runningOf(report.monitors).length;
  const payload: OverPayload = {
    ...(await addresseeOf(needs, tenant)),
    plano: plan,
    running,
    limit: limits.monitors,
    heartbeatSeconds: limits.heartbeatSeconds,
    number: number
      ? { endsAt: number.endsAt, ...listed(pausedFirst(report.monitors, limits, state.kept)) }
      : null,
    interval: interval
      ? listedUntil(
          interval,
          over.tooOften.filter((monitor) => isIntervalShort(monitor, limits)),
        )
      : null,
    retry: interval ? listedUntil(interval, over.tooOften.flatMap(retryOf)) : null,
  };
  const mail = mailOf(needs.newId(), 'limits-over', payload);
  const detail = `${running}/${limits.monitors}, ${over.tooOften.length} abaixo de ${limits.heartbeatSeconds} s`;
  const events = [{ kind: 'limits-over', orderId, detail }];
  await writeGraces(needs.db, tenant, begun, given, { events, mails: [mail] }, needs.clock.now());
}

/** `null` without monitors. */
const listedUntil = (
  { endsAt }: { readonly endsAt: number | null },
  monitors: Parameters<typeof listed>[0],
) => (monitors.length === 0 ? null : { endsAt, ...listed(monitors) });

/** A monitor that tries again too soon, with that interval. */
const retryOf = (monitor: LimitedMonitor) =>
  isRetryShort(monitor) && monitor.retryInterval !== null
    ? [{ name: monitor.name, interval: monitor.retryInterval }]
    : [];

/**
 * Drops monitors that the customer resumed from the recorded ones, so that pausing them again sends a mail, and records
 * the time if the limits do not allow it. A larger plan sends a mail about what it restored.
 */
async function dropResumed(
  needs: Deps,
  { subdomain, plan }: Tenant,
  status: LimitsStatus,
): Promise<LimitsState> {
  const { state, report } = status;
  const undone = newlyRestricted(state.mailed, report);
  if (state.plan !== plan || undone.paused.length + undone.raised.length === 0) return state;
  const now = needs.clock.now();
  const next: LimitsState = {
    ...state,
    mailed: {
      paused: state.mailed.paused.filter((id) => !undone.paused.includes(id)),
      raised: state.mailed.raised.filter((monitor) => !undone.raised.includes(monitor)),
    },
    repeats: isAgainstLimits(status, undone) ? withRepeat(state.repeats, now) : state.repeats,
  };
  const isFirst = await settleLimits(needs.db, subdomain, state, next, {}, now);
  return isFirst ? next : state;
}

/** True when the customer undid what is now enforced again; not when monitors were deleted or exchanged. */
function isAgainstLimits({ report, over, graces }: LimitsStatus, undone: RestrictedMonitors): boolean {
  const isResumed = runningOf(report.monitors).some(({ id }) => undone.paused.includes(id));
  const isLowered = over.tooOften.some(({ id }) => undone.raised.some((each) => each.id === id));
  return (graces.number?.state === 'over' && isResumed) || (graces.interval?.state === 'over' && isLowered);
}

async function applyLimits(needs: Deps, tenant: Tenant, status: LimitsStatus): Promise<CarriedOut> {
  const orders = ordersFor(orderFacts(needs, tenant, status));
  if (isNothing(orders)) return { ...status.report, failed: [] };
  const done = await needs.instances.applyOrders(tenant.subdomain, orders);
  if (done.failed.length > 0)
    needs.logger.warn('limits-refused', { orderId: tenant.orderId, monitors: done.failed.length });
  return done;
}

/** True when only orders are left that the instance refuses. */
function isLeftAlone({ pause, intervals, resume }: LimitsOrders, failed: readonly number[]): boolean {
  return [...pause, ...intervals.map(({ id }) => id), ...resume].every((id) => failed.includes(id));
}

/** Records that the limits are applied, and mails the customer about changes. */
async function settle(
  needs: Deps,
  tenant: Tenant,
  { state }: LimitsStatus,
  report: LimitsReport,
): Promise<void> {
  const { subdomain, orderId, plan } = tenant;
  const restricted: RestrictedMonitors = { paused: report.paused, raised: report.raised };
  const news = newlyRestricted(restricted, state.mailed);
  const gone = newlyRestricted(state.mailed, restricted);
  const isNews = news.paused.length + news.raised.length > 0;
  const isSame = state.plan === plan && !isNews && gone.paused.length + gone.raised.length === 0;
  if (isSame) return;
  const now = needs.clock.now();
  const isRepeated = isNews && isInsistent(state.repeats, now);
  const isQuiet = isRepeated && state.repeatMailAt !== null && now - state.repeatMailAt < DAY_MS;
  const restored = await restoredMail(needs, tenant, state.plan, report, gone);
  const mails = [
    ...(isNews && !isQuiet ? [await restrictedMail(needs, tenant, report, { ...news, isRepeated })] : []),
    ...restored,
  ];
  const repeatMailAt = isRepeated && !isQuiet ? now : state.repeatMailAt;
  const next = { plan, mailed: restricted, repeats: state.repeats, repeatMailAt };
  const count = ({ paused, raised }: RestrictedMonitors) =>
    `${paused.length} pausados, ${raised.length} intervalos`;
  const events = [
    ...(isNews && !isQuiet ? [{ kind: 'limits-applied', orderId, detail: count(news) }] : []),
    ...(restored.length > 0 ? [{ kind: 'limits-undone', orderId, detail: count(gone) }] : []),
  ];
  if (!(await settleLimits(needs.db, subdomain, state, next, { events, mails }, now))) return;
  if (isRepeated)
    await notifyOperators(needs, 'limits-resumed', {
      subdomain,
      orderId,
      reference: orderId,
    });
}

/** A monitor of a list by its id; its number when it was deleted. */
function named({ monitors }: LimitsReport, id: number): { readonly name: string; readonly interval: number } {
  return monitors.find((monitor) => monitor.id === id) ?? { name: `nº ${id}`, interval: 0 };
}

async function restrictedMail(
  needs: Deps,
  tenant: Tenant,
  report: LimitsReport,
  { paused, raised, isRepeated }: RestrictedMonitors & Pick<RestrictedPayload, 'isRepeated'>,
): Promise<OutgoingMail> {
  const { limits } = needs.catalog.plan(tenant.plan);
  const payload: RestrictedPayload = {
    ...(await addresseeOf(needs, tenant)),
    plano: tenant.plan,
    limit: limits.monitors,
    heartbeatSeconds: limits.heartbeatSeconds,
    paused: listed(paused.map((id) => named(report, id))),
    raised: listed(raised.map(({ id, from }) => ({ name: named(report, id).name, interval: from }))),
    isRepeated,
  };
  return mailOf(needs.newId(), 'limits-applied', payload);
}

/** Mail about what a larger plan restored; the customer's own changes are left out. */
async function restoredMail(
  needs: Deps,
  tenant: Tenant,
  before: Tenant['plan'] | null,
  report: LimitsReport,
  gone: RestrictedMonitors,
): Promise<readonly OutgoingMail[]> {
  const { limits } = needs.catalog.plan(tenant.plan);
  if (before === null || needs.catalog.plan(before).limits.monitors >= limits.monitors) return [];
  const isThere = ({ id }: { readonly id: number }) => report.monitors.some((monitor) => monitor.id === id);
  const running = runningOf(report.monitors).filter(({ id }) => gone.paused.includes(id));
  const lowered = gone.raised.filter(isThere);
  if (running.length + lowered.length === 0) return [];
  const payload: RestoredPayload = {
    ...(await addresseeOf(needs, tenant)),
    plano: tenant.plan,
    limit: limits.monitors,
    heartbeatSeconds: limits.heartbeatSeconds,
    running: listed(running),
    lowered: lowered.length,
    stillPaused: report.paused.length,
  };
  return [mailOf(needs.newId(), 'limits-undone', payload)];
}
