import { acceptanceStatement, findAcceptance } from '#functions/orders/acceptances.ts';
import { sql, statement } from '#functions/platform/db.ts';
import type { NewEvent } from '#functions/platform/events.ts';
import { leasedRows } from '#functions/platform/leased-rows.ts';
import type { ChangeReport } from '#functions/platform/outbox.ts';
import { type NewPlanChange, PLAN_CHANGE_WORK, type PlanChange } from './plan-change.ts';

/** Every field of a row; the compiler refuses a list that lacks one. */
const fields = Object.keys({
  id: true,
  orderId: true,
  subdomain: true,
  plan: true,
  cycle: true,
  amountCentavos: true,
  kind: true,
  todayCentavos: true,
  firstDueOn: true,
  coversThrough: true,
  baseCentavos: true,
  state: true,
  unclearUntil: true,
  paidAt: true,
  payer: true,
  customerId: true,
  subscriptionId: true,
  paymentId: true,
  pageId: true,
  payUrl: true,
  expiresAt: true,
  leaseUntil: true,
  settledAt: true,
} satisfies Record<keyof PlanChange, true>) as (keyof PlanChange)[];

/** Nothing is at the processor that could be removed, and no price is being changed. */
const PREPARING = ['asked', 'unclear'];

const changes = leasedRows<PlanChange>({
  name: 'plan_changes',
  work: PLAN_CHANGE_WORK,
  fields,
});

/** Opens a change under a lease; `null` when the tenant has an open one. */
export const openPlanChange = (
  db: D1Database,
  { terms, ...change }: NewPlanChange,
  event: NewEvent,
  now: number,
) => {
  const { id, orderId } = change;
  const statements =
    terms === null
      ? []
      : [
          acceptanceStatement(
            db,
            { id, orderId, termsVersion: terms.version, termsAddress: terms.address },
            now,
          ),
        ];
  return changes.open(db, { ...change, state: 'asked' }, now, { statements, events: [event] });
};

/** The contract as it was accepted last, with the order or with a change of plan that came into force. */
export const findAcceptedContract = (db: D1Database, orderId: string) =>
  findAcceptance(
    db,
    orderId,
    sql`(SELECT id FROM plan_changes WHERE order_id = ${orderId} AND state = 'applied')`,
  );

export const findPlanChange = (db: D1Database, id: string) => changes.find(db, sql`id = ${id}`);

export const findOpenPlanChange = (db: D1Database, orderId: string) =>
  changes.find(db, sql`order_id = ${orderId} AND settled_at IS NULL`);

/** The last change that came into force. */
export const findLastApplied = (db: D1Database, orderId: string) =>
  changes.find(db, sql`order_id = ${orderId} AND state = 'applied' ORDER BY settled_at DESC`);

/** The change that a payment belongs to. */
export const findPlanChangeByPurchase = (
  db: D1Database,
  { subscriptionId, pageId }: Pick<PlanChange, 'subscriptionId' | 'pageId'>,
) =>
  changes.find(
    db,
    sql`kind IN ('purchase', 'resume') AND (subscription_id = ${subscriptionId} OR page_id = ${pageId})
        ORDER BY created_at DESC`,
  );

/** Leases a change that is open, or closed without effect; `null` when it is leased or not in the state `as`. */
export const acquirePlanChange = (db: D1Database, id: string, as: 'open' | 'closed', now: number) =>
  changes.acquire(db, id, now, PREPARING, as === 'open' ? sql`settled_at IS NULL` : sql`state = 'closed'`);

/** Writes the given fields and renews the lease, with its report; `null` when the lease was lost. */
export const movePlanChange = (
  db: D1Database,
  row: PlanChange,
  to: Partial<PlanChange>,
  now: number,
  report: ChangeReport = {},
) => changes.move(db, row, to, now, report);

/** Releases the lease. */
export const releasePlanChange = (db: D1Database, row: PlanChange) => changes.release(db, row);

/**
 * Statement for the batch that puts it in force. The batch fails when the lease was lost: the column takes no NULL.
 */
export const applyStatement = (db: D1Database, leased: PlanChange, now: number): D1PreparedStatement =>
  statement(db)`UPDATE plan_changes SET state = CASE WHEN lease_until = ${leased.leaseUntil}
          AND state = 'applying' THEN 'applied' END, settled_at = ${now} WHERE id = ${leased.id}`;
