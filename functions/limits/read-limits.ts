/** The owner's view of the plan limits, and the owner's choice of monitors; read from the environment itself. */
import type {
  ChoosableMonitor,
  Limits,
  LimitsAnswer,
  LimitsChoice,
  TooOftenMonitor,
} from '#domain/api-schemas/limits.ts';
import { DomainError } from '#domain/errors.ts';
import type { GraceState } from '#domain/limits/grace.ts';
import { isRetryShort, type LimitedMonitor, pausedFirst, runningOf } from '#domain/limits/monitors.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { addWork } from '#functions/platform/work/work-store.ts';
import { requireRunning, requireTenant } from '#functions/tenants/require-tenant.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { type LimitsStatus, readLimitsStatus } from './limits-status.ts';
import { writeChoice } from './store.ts';

/**
 * Compares an account's environment with its limits. A new excess gets its mail and grace period within a minute. An
 * unreachable environment is an answer and not an error, because the page shows other things too.
 */
export async function readLimits(needs: Deps, subject: string): Promise<LimitsAnswer> {
  try {
    const tenant = requireRunning(await requireTenant(needs, subject));
    const status = await readLimitsStatus(needs, tenant);
    const isNew = [status.graces.number, status.graces.interval].some((grace) => grace?.state === 'new');
    const { orderId } = tenant;
    if (isNew)
      await addWork(needs.db, { kind: ENVIRONMENT_WORK.limits, key: orderId, orderId }, needs.clock.now());
    return toAnswer(needs, tenant, status);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'order-missing' || error.code === 'tenant-missing') return { environment: 'none' };
    if (error.code === 'tenant-unavailable') return { environment: 'no-answer' };
    throw error;
  }
}

/**
 * Stores which monitors keep running; an empty choice pauses the newest ones.
 * @throws DomainError As `requireTenant`; `tenant-unavailable` when the environment does not answer or does not run;
 *   `validation-failed` for more than the plan allows or a monitor that does not run.
 */
export async function chooseKept(
  needs: Deps,
  subject: string,
  { kept: manter }: LimitsChoice,
): Promise<Limits> {
  const tenant = requireRunning(await requireTenant(needs, subject));
  const status = await readLimitsStatus(needs, tenant);
  const running = runningOf(status.report.monitors).map(({ id }) => id);
  const kept = [...new Set(manter)];
  const refuse = (sentence: string) =>
    new DomainError('validation-failed', { sentence, fields: { kept: sentence } });
  if (kept.length > needs.catalog.plan(tenant.plan).limits.monitors)
    throw refuse(message('limits.choice-too-many'));
  if (!kept.every((id) => running.includes(id))) throw refuse(message('limits.choice-gone'));
  await writeChoice(needs.db, tenant, kept, needs.clock.now());
  return toAnswer(needs, tenant, { ...status, state: { ...status.state, kept } });
}

function toAnswer({ catalog, limitsMode }: Deps, { plan }: Tenant, status: LimitsStatus): Limits {
  const { report, over, graces, state } = status;
  const { limits } = catalog.plan(plan);
  const running = runningOf(report.monitors);
  const first = pausedFirst(report.monitors, limits, state.kept);
  const nameOf = (id: number): string => report.monitors.find((monitor) => monitor.id === id)?.name ?? '';
  const inOrder = [...first, ...running.filter((monitor) => !first.includes(monitor))];
  return {
    plan,
    monitorLimit: limits.monitors,
    heartbeatSeconds: limits.heartbeatSeconds,
    running: running.length,
    total: report.monitors.length,
    isEnforced: limitsMode === 'enforce',
    ...(graces.number === null
      ? {}
      : {
          number: {
            ...untilOf(graces.number),
            beyond: over.beyond,
            monitors: inOrder.map((monitor, at) => toChoosable(monitor, at < first.length)),
          },
        }),
    ...(graces.interval === null
      ? {}
      : {
          interval: {
            ...untilOf(graces.interval),
            monitors: over.tooOften.map(toTooOften),
          },
        }),
    paused: report.paused.map((id) => ({ id, name: nameOf(id) })),
    raised: report.raised.map(({ id, from, to }) => ({ id, name: nameOf(id), from: from, to: to })),
  };
}

const toChoosable = ({ id, name, type, address }: LimitedMonitor, wouldPause: boolean): ChoosableMonitor => ({
  id,
  name,
  wouldPause,
  type,
  ...(address === undefined ? {} : { address }),
});

const toTooOften = (monitor: LimitedMonitor): TooOftenMonitor => ({
  id: monitor.id,
  name: monitor.name,
  interval: monitor.interval,
  ...(isRetryShort(monitor) && monitor.retryInterval !== null
    ? { retryInterval: monitor.retryInterval }
    : {}),
});

const untilOf = ({ endsAt }: GraceState): { endsAt?: string } =>
  endsAt === null ? {} : { endsAt: new Date(endsAt).toISOString() };
