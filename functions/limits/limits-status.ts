/** An environment's status against its plan: what exceeds the limits, the grace periods, and what is paused or raised. */
import { type Grace, type GraceState, graceState, type OverKind } from '#domain/limits/grace.ts';
import { type LimitsReport, type Over, overOf } from '#domain/limits/monitors.ts';
import type { OrderFacts } from '#domain/limits/orders.ts';
import type { Deps } from '#functions/compose.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { findLimits, type LimitsState, listGraces } from './store.ts';
import { noteWatching } from './watching-store.ts';

export type LimitsNeeds = Pick<Deps, 'catalog' | 'clock' | 'limitsMode' | 'db' | 'instances'>;

export interface LimitsStatus {
  readonly report: LimitsReport;
  readonly over: Over;
  /** Grace period per kind of limit; `null` for a limit that is not exceeded. */
  readonly graces: Readonly<Record<OverKind, GraceState | null>>;
  readonly given: readonly Grace[];
  readonly state: LimitsState;
}

/** @throws DomainError `tenant-unavailable` */
export async function readLimitsStatus(
  needs: LimitsNeeds,
  { orderId, subdomain, plan }: Tenant,
): Promise<LimitsStatus> {
  const { db, instances, catalog, clock, limitsMode: mode } = needs;
  const report = await instances.readLimits(subdomain);
  await noteWatching(db, orderId, report, clock.now());
  const [state, given] = await Promise.all([findLimits(db, subdomain), listGraces(db, subdomain, plan)]);
  const over = overOf(report.monitors, catalog.plan(plan).limits);
  const graceOf = (kind: OverKind, isOver: boolean): GraceState | null => {
    const last = given.find((grace) => grace.kind === kind) ?? null;
    return isOver ? graceState({ kind, last, mode }, clock.now()) : null;
  };
  const graces = {
    number: graceOf('number', over.beyond > 0),
    interval: graceOf('interval', over.tooOften.length > 0),
  };
  return { report, over, graces, given, state };
}

/**
 * The input of `ordersFor`.
 * @param report A newer report, after orders were carried out.
 */
export function orderFacts(
  { catalog }: Pick<LimitsNeeds, 'catalog'>,
  { plan }: Tenant,
  { report, graces, state }: LimitsStatus,
  newer: LimitsReport = report,
): OrderFacts {
  const { limits } = catalog.plan(plan);
  return {
    report: newer,
    limits,
    kept: state.kept,
    due: { number: graces.number?.state === 'over', interval: graces.interval?.state === 'over' },
    monitorsBefore: state.plan === null ? limits.monitors : catalog.plan(state.plan).limits.monitors,
  };
}
