/**
 * The ledger in D1: facts are read together and written together, under the tenant's version.
 *
 * A command reads the facts, decides, and writes its decision. If the facts changed in between, nothing is written and
 * the command starts again.
 */

import {
  type Charge,
  type FactChange,
  type Facts,
  type ReturnReason,
  termsOf,
} from '#domain/contract/facts.ts';
import type { SettledBy } from '#domain/contract/holds.ts';
import type { Standing } from '#domain/contract/standing.ts';
import type { TenantState } from '#domain/tenants/states.ts';
import { markStatements, type PersonMark, settleStatements } from '#functions/debts/marks-store.ts';
import { exists, first, rowsOf, run, sql, statement } from '#functions/platform/db.ts';
import { type ChangeReport, reportStatements } from '#functions/platform/outbox.ts';
import { environmentWork } from '#functions/platform/work/environment-work.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import { appliedStatements, isAtVersion, raisedVersion } from '#functions/tenants/store.ts';
import { callsOver, STANDING_WORK } from './cluster-calls.ts';
import { CHARGE, CONTRACT, type ContractRow, factStatements, toContract } from './fact-rows.ts';

/** The facts of one environment with the version under which they were read. */
export interface Ledger {
  readonly orderId: string;
  readonly version: number;
  readonly facts: Facts;
}

/** Written in the same transaction as the facts. */
export interface WrittenWith extends ChangeReport {
  readonly marks?: readonly PersonMark[];
  /** Marks to settle. */
  readonly settled?: readonly { readonly ids: readonly string[]; readonly by: SettledBy }[];
}

interface ProjectedWith extends Omit<WrittenWith, 'settled'> {
  readonly calls?: readonly string[];
}

/** A standing with the state that follows from it and from the row (src/domain/tenants/sleep.ts). */
export interface StandingApplied extends Omit<Standing, 'state'> {
  readonly state: TenantState;
}

interface Head {
  readonly version: number;
  readonly deliveredAt: number;
}

/** Error of a batch that was refused because the version changed, or because a plan change lost its lease. */
const STALE = /NOT NULL constraint failed: (tenants\.version|plan_changes\.state)/;

export async function readLedger(db: D1Database, orderId: string): Promise<Ledger> {
  const [head, contracts, charges] = await db.batch([
    statement(db)`SELECT version, created_at AS delivered_at FROM environments WHERE order_id = ${orderId}`,
    statement(db)`SELECT ${CONTRACT} FROM contracts WHERE order_id = ${orderId}
        ORDER BY contracted_at, rowid`,
    statement(db)`SELECT ${CHARGE} FROM charges WHERE order_id = ${orderId} ORDER BY due_on, payment_id`,
  ]);
  const [row] = rowsOf<Head>(head);
  return {
    orderId,
    version: row?.version ?? 0,
    facts: {
      deliveredAt: row?.deliveredAt ?? 0,
      contracts: rowsOf<ContractRow>(contracts).map(toContract),
      charges: rowsOf<Charge>(charges),
    },
  };
}

/** The order whose contract has this subscription; `null` when none has. */
export const findOwnerOfSubscription = (db: D1Database, subscriptionId: string) =>
  first<{ orderId: string }>(db)`SELECT order_id FROM contracts
        WHERE subscription_id = ${subscriptionId}`;

/** The order that a charge of the ledger belongs to. */
export const findOwnerOfCharge = (db: D1Database, paymentId: string) =>
  first<{ orderId: string }>(db)`SELECT order_id FROM charges WHERE payment_id = ${paymentId}`;

/** Writes changes; false, with nothing written, when the version has changed. */
export async function writeLedger(
  db: D1Database,
  { orderId, version }: Pick<Ledger, 'orderId' | 'version'>,
  changes: readonly FactChange[],
  now: number,
  { marks = [], settled = [], ...report }: WrittenWith = {},
  more: readonly D1PreparedStatement[] = [],
): Promise<boolean> {
  try {
    await db.batch([
      raisedVersion(db, orderId, version),
      workStatement(db, { kind: STANDING_WORK, key: orderId, orderId }, now),
      ...factStatements(db, orderId, changes, now),
      ...marks.flatMap(({ mark, parties }) => markStatements(db, mark, parties)),
      ...settled.flatMap(({ ids, by }) => settleStatements(db, ids, by, now)),
      ...reportStatements(db, report, now),
      ...more,
    ]);
    return true;
  } catch (error) {
    if (error instanceof Error && STALE.test(error.message)) return false;
    throw error;
  }
}

/**
 * Records on the tenant's row what was applied; false when the facts have changed. Events and mails are about a new
 * state: of several callers that apply the same one, only the first writes them.
 * @param with.calls Cluster calls that are finished with this.
 */
export async function projectStanding(
  db: D1Database,
  { orderId, version, facts }: Ledger,
  standing: StandingApplied,
  now: number,
  { marks = [], calls = [], ...report }: ProjectedWith = {},
): Promise<boolean> {
  const newest = facts.contracts.at(-1);
  const amountCentavos =
    standing.renewal?.amountCentavos ?? (newest === undefined ? 0 : termsOf(newest).amountCentavos);
  // Before the row changes, so that only the first caller with a new state finds the old one.
  const isNewState = sql`EXISTS (SELECT 1 FROM environments WHERE order_id = ${orderId} AND version = ${version}
    AND state <> ${standing.state})`;
  const before = [
    environmentWork(
      db,
      orderId,
      now,
      sql`EXISTS (SELECT 1 FROM environments WHERE order_id = ${orderId} AND version = ${version}
        AND (state <> ${standing.state} OR plan <> ${standing.plan}))`,
    ),
    ...reportStatements(db, report, now, isNewState),
  ];
  const applied = {
    orderId,
    version,
    state: standing.state,
    plan: standing.plan,
    cycle: standing.cycle,
    endsOn: standing.endsOn,
    amountCentavos,
    customerId: newest?.customerId ?? null,
    subscriptionId: standing.renewal?.subscriptionId ?? null,
    contractedAt: newest?.contractedAt ?? null,
  };
  const results = await db.batch([
    ...before,
    ...appliedStatements(db, applied, now),
    ...callsOver(db, orderId, calls, isAtVersion(orderId, version)),
    // A debt must be written even when the facts are newer by now.
    ...marks.flatMap(({ mark, parties }) => markStatements(db, mark, parties)),
  ]);
  return results[before.length]?.meta.changes === 1;
}

/** What of a charge has to go back; `null` when nothing has. */
export const findReturn = (db: D1Database, paymentId: string) =>
  first<{ paymentId: string; returned: ReturnReason | null; returnedCentavos: number }>(db)`SELECT
          payment_id, returned, returned_centavos FROM charges
        WHERE payment_id = ${paymentId} AND (returned IS NOT NULL OR returned_centavos > 0)
          AND state = 'confirmed'`;

/** Marks a charge as refunded at the processor; one of which a part went back stays confirmed. */
export const finishReturn = (db: D1Database, paymentId: string) =>
  run(db)`UPDATE charges SET state = IIF(returned IS NULL, state, 'refunded')
        WHERE payment_id = ${paymentId}`;

/** True while the processor has to receive a contract's price. */
export const isPriceDue = (db: D1Database, contractId: string) =>
  exists(db)`SELECT 1 FROM contracts WHERE id = ${contractId} AND price_due = 1`;

export const markPriceSent = (db: D1Database, contractId: string) =>
  run(db)`UPDATE contracts SET price_due = 0 WHERE id = ${contractId}`;
