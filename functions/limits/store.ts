/**
 * Plan limits of environments in D1: graces given, the owner's choice, what the last mail said.
 */
import type { Grace, OverKind } from '#domain/limits/grace.ts';
import type { RestrictedMonitors } from '#domain/limits/monitors.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { all, first, statement } from '#functions/platform/db.ts';
import { CHANGED, type ChangeReport, changeAndReport, reportStatements } from '#functions/platform/outbox.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';

export interface LimitsState {
  /** The plan whose limits were last applied; `null` before the first time. */
  readonly plan: PlanId | null;
  /** Ids of the monitors that the owner chose to keep running. */
  readonly kept: readonly number[];
  /** What is paused or raised, as the customer knows it. */
  readonly mailed: RestrictedMonitors;
  /** The latest times at which the customer had undone what the limits require. */
  readonly repeats: readonly number[];
  /** When the last mail about that was written. */
  readonly repeatMailAt: number | null;
}

interface StateRow {
  plan: PlanId | null;
  kept: string;
  told: string;
  repeats: string;
  repeatMailAt: number | null;
}

const NONE_MAILED: RestrictedMonitors = { paused: [], raised: [] };

/** A canonical text, so that a compare-and-set can compare it. */
const restrictedText = ({ paused, raised }: RestrictedMonitors): string =>
  JSON.stringify({ paused, raised: raised.map(({ id, from, to }) => ({ id, from, to })) });

export async function findLimits(db: D1Database, subdomain: string): Promise<LimitsState> {
  const row = await first<StateRow>(db)`SELECT plan, kept, told, repeats, repeat_mail_at
        FROM limit_states WHERE subdomain = ${subdomain}`;
  if (row === null) return { plan: null, kept: [], mailed: NONE_MAILED, repeats: [], repeatMailAt: null };
  const { plan, kept, told, repeats, repeatMailAt } = row;
  const mailed = JSON.parse(told);
  return { plan, kept: JSON.parse(kept), mailed, repeats: JSON.parse(repeats), repeatMailAt };
}

/** The latest graces given under a plan. */
export const listGraces = (db: D1Database, subdomain: string, plan: PlanId) =>
  all<Grace>(db)`SELECT kind, began_at, ends_at FROM limit_graces
        WHERE subdomain = ${subdomain} AND plan = ${plan}`;

/**
 * Starts graces at `now` and writes their report, in one transaction. `false`, and no report, when another caller started
 * them.
 * @param seen The graces read before; only these are replaced.
 */
export async function writeGraces(
  db: D1Database,
  { subdomain, plan }: Pick<Tenant, 'subdomain' | 'plan'>,
  begun: readonly { readonly kind: OverKind; readonly endsAt: number | null }[],
  seen: readonly Grace[],
  report: ChangeReport,
  now: number,
): Promise<boolean> {
  const beginnings = begun.map(
    ({ kind, endsAt }) =>
      statement(db)`INSERT INTO limit_graces (subdomain, plan, kind, began_at, ends_at)
            VALUES (${subdomain}, ${plan}, ${kind}, ${now}, ${endsAt})
            ON CONFLICT (subdomain, plan, kind) DO UPDATE
            SET began_at = excluded.began_at, ends_at = excluded.ends_at
            WHERE began_at = ${seen.find((grace) => grace.kind === kind)?.beganAt ?? null}`,
  );
  const results = await db.batch([...beginnings, ...reportStatements(db, report, now, CHANGED)]);
  return results[beginnings.length - 1]?.meta.changes === 1;
}

/**
 * Records that a plan's limits are applied and what is paused or raised, with its report, in one transaction.
 * Compare-and-set on `seen`; false, and no report, when another caller was first.
 */
export const settleLimits = (
  db: D1Database,
  subdomain: string,
  seen: LimitsState,
  { plan, mailed, repeats, repeatMailAt }: Omit<LimitsState, 'kept'>,
  report: ChangeReport,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, report, now)`
        INSERT INTO limit_states (subdomain, plan, told, repeats, repeat_mail_at)
          VALUES (${subdomain}, ${plan}, ${restrictedText(mailed)}, ${JSON.stringify(repeats)},
            ${repeatMailAt})
          ON CONFLICT (subdomain) DO UPDATE SET plan = excluded.plan, told = excluded.told,
            repeats = excluded.repeats, repeat_mail_at = excluded.repeat_mail_at
          WHERE plan IS ${seen.plan} AND told = ${restrictedText(seen.mailed)}`;

/** Replaces the owner's choice. */
export const writeChoice = (
  db: D1Database,
  { subdomain, orderId }: Pick<Tenant, 'subdomain' | 'orderId'>,
  kept: readonly number[],
  now: number,
) =>
  changeAndReport(db, { events: [{ kind: 'limits-chosen', orderId, detail: String(kept.length) }] }, now)`
        INSERT INTO limit_states (subdomain, kept)
          VALUES (${subdomain}, ${JSON.stringify(kept)})
          ON CONFLICT (subdomain) DO UPDATE SET kept = excluded.kept`;
