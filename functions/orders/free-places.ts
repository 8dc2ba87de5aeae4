/**
 * How many free environments there are, of `FREE_ENVIRONMENTS_MAX`: the free plan costs a pod and pays for nothing, so it
 * has a ceiling of its own below the clusters' capacity, which paid ones use up too.
 */
import { ownEnvironments } from '#domain/tenants/own-environments.ts';
import { among, firstValue, type Sql, sql } from '#functions/platform/db.ts';

/**
 * SQL: the free environments that use memory, from a reservation to the removal. An environment that was bought up, or
 * went back to the free plan, counts as what it is now. One asleep has no pod; waking is never refused, so the ceiling
 * holds for new ones only. Those of our own are nobody's free plan.
 */
const freeInUse: Sql = sql`((SELECT COUNT(*) FROM environments WHERE plan = 'free' AND state <> 'asleep'
    AND subdomain NOT IN ${among(ownEnvironments)})
  + (SELECT COUNT(*) FROM orders WHERE released_at IS NULL AND status <> 'CONCLUIDO' AND plan = 'free'
    AND subdomain NOT IN ${among(ownEnvironments)}))`;

/** SQL condition: an order of this plan finds a place; `max` `null`: always. */
export const hasPlace = (plan: string, max: number | null): Sql =>
  sql`(${plan} <> 'free' OR ${max} IS NULL OR ${freeInUse} < ${max})`;

interface FreeNeeds {
  readonly db: D1Database;
  readonly environmentLimits: { readonly freeMax: number | null };
}

/** The free environments in use, and the ceiling; `null` where none is set. */
export async function readFreePlaces({
  db,
  environmentLimits: { freeMax },
}: FreeNeeds): Promise<{ readonly used: number; readonly max: number | null }> {
  return { used: (await firstValue<number>(db)`SELECT ${freeInUse} AS value`) ?? 0, max: freeMax };
}
