/**
 * Orders in D1 during provisioning: runs and facts. orders/store.ts has the states before.
 *
 * As there, one compare-and-set decides every race.
 */

import type { ErrorCode } from '#domain/errors.ts';
import { firstValue, run, type Sql, sql, statement } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { CHANGED, changeAndReport, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { ClusterCapacity } from './cluster-loads.ts';
import type { Order, PaymentReferences, ProvisioningFactUpdate } from './order.ts';
import { setReferences } from './order-row.ts';

/** The kind of work that watches over a run until the environment is ready; its key is the order. */
export const PROVISIONING_WORK = 'provisioning';

const flag = (value: boolean | undefined): number | null => (value === undefined ? null : Number(value));

interface Beginning {
  readonly db: D1Database;
  readonly capacities: readonly ClusterCapacity[];
}

/**
 * SQL: the chart's revision for new environments of the order's cluster. An environment keeps it, so that a changed
 * setting restarts nothing by accident.
 */
const revisionFor = (clusters: readonly ClusterCapacity[]): Sql =>
  sql`SELECT value ->> 'chartRevision' FROM json_each(${JSON.stringify(clusters)})
    WHERE IIF(cluster = '', value ->> 'isDefault', value ->> 'name' = cluster) LIMIT 1`;

/** AGUARDANDO → EM_ANDAMENTO, once. True for the caller that made the change. */
export const markBegun = (
  { db, capacities }: Beginning,
  id: string,
  payment: 'free' | 'confirmed',
  references: PaymentReferences | null,
  now: number,
  mails: readonly OutgoingMail[] = [],
) =>
  changeAndReport(
    db,
    {
      events: [
        {
          kind: 'provisioning-began',
          orderId: id,
          detail: payment === 'free' ? 'sem pagamento' : payment,
        },
      ],
      work: [{ kind: PROVISIONING_WORK, key: id, orderId: id }],
      mails,
    },
    now,
  )`
        UPDATE orders SET status = 'EM_ANDAMENTO', payment = ${payment},
            ${setReferences(references)}, chart_revision = COALESCE(chart_revision, (${revisionFor(capacities)})),
            paid_at = ${now}, updated_at = ${now}, run_at = ${now}
          WHERE id = ${id} AND status = 'AGUARDANDO' AND released_at IS NULL
            AND (${payment} <> 'free' OR (plan = 'free' AND payment = 'none'))`;

/** ERRO → EM_ANDAMENTO under the next attempt number, or `null` when it was not in ERRO of this attempt. */
export async function reopenOrder(
  db: D1Database,
  { id, attempt }: Pick<Order, 'id' | 'attempt'>,
  now: number,
): Promise<number | null> {
  const next = attempt + 1;
  const event = { kind: 'provisioning-restarted', orderId: id, detail: `recomeço ${next}` };
  const work = [{ kind: PROVISIONING_WORK, key: id, orderId: id }];
  return (await changeAndReport(db, { events: [event], work }, now)`
        UPDATE orders SET status = 'EM_ANDAMENTO', attempt = ${next},
          updated_at = ${now}, run_at = ${now}
        WHERE id = ${id} AND attempt = ${attempt} AND status = 'ERRO' AND closed_at IS NULL`)
    ? next
    : null;
}

/** Gives a running order a new workflow run after one that ended without finishing it. */
export const nextAttempt = (db: D1Database, id: string, attempt: number, now: number) =>
  firstValue<number>(db)`UPDATE orders SET attempt = attempt + 1, run_at = ${now}
        WHERE id = ${id} AND status = 'EM_ANDAMENTO' AND attempt = ${attempt} RETURNING attempt AS value`;

/**
 * Records what a step has done; the failure of an earlier step is over. `updated_at` is shown to the customer, so it
 * changes only with a fact.
 */
export const recordFacts = (db: D1Database, id: string, facts: ProvisioningFactUpdate, now: number) =>
  run(
    db,
  )`INSERT INTO provisioning_runs (order_id, attempt, group_id, applied_at, synced, healthy, ping_ok, member_at,
      touched_at, updated_at)
    SELECT id, attempt, ${facts.groupId ?? null}, IIF(${flag(facts.applied)} = 1, ${now}, NULL),
      COALESCE(${flag(facts.synced)}, 0), COALESCE(${flag(facts.healthy)}, 0), COALESCE(${flag(facts.pingOk)}, 0),
      IIF(${flag(facts.member)} = 1, ${now}, NULL), ${now},
      IIF(1 IN (${flag(facts.synced)}, ${flag(facts.healthy)}, ${flag(facts.pingOk)}), ${now}, updated_at)
    FROM orders WHERE id = ${id}
    ON CONFLICT (order_id) DO UPDATE SET attempt = excluded.attempt, group_id = COALESCE(excluded.group_id, group_id),
      applied_at = COALESCE(applied_at, excluded.applied_at),
      updated_at = IIF(synced <> COALESCE(${flag(facts.synced)}, synced)
        OR healthy <> COALESCE(${flag(facts.healthy)}, healthy) OR ping_ok <> COALESCE(${flag(facts.pingOk)}, ping_ok)
        OR (retrying_since IS NOT NULL AND attempt = excluded.attempt), ${now}, updated_at),
      synced = COALESCE(${flag(facts.synced)}, synced), healthy = COALESCE(${flag(facts.healthy)}, healthy),
      ping_ok = COALESCE(${flag(facts.pingOk)}, ping_ok), member_at = COALESCE(member_at, excluded.member_at),
      failure_code = NULL, retrying_since = NULL, touched_at = ${now}`;

/** SQL condition: the run that has the order retries a step. */
const isRetrying = (id: string) =>
  sql`EXISTS (SELECT 1 FROM provisioning_runs r JOIN orders o ON o.id = r.order_id AND o.attempt = r.attempt
    WHERE r.order_id = ${id} AND r.retrying_since IS NOT NULL)`;

/** Records a failed step that will be retried, with an event for the first failure in a row. */
export const noteRetry = (
  db: D1Database,
  id: string,
  { step, code }: { step: string; code: ErrorCode },
  now: number,
) =>
  db.batch([
    eventStatement(
      db,
      { kind: 'provisioning-waits', orderId: id, detail: `${step} ${code}` },
      now,
      sql`EXISTS (SELECT 1 FROM orders WHERE id = ${id} AND status = 'EM_ANDAMENTO') AND NOT ${isRetrying(id)}`,
    ),
    statement(
      db,
    )`INSERT INTO provisioning_runs (order_id, attempt, failure_code, retrying_since, touched_at, updated_at)
      SELECT id, attempt, ${code}, ${now}, ${now}, ${now} FROM orders WHERE id = ${id} AND status = 'EM_ANDAMENTO'
      ON CONFLICT (order_id) DO UPDATE SET failure_code = excluded.failure_code, touched_at = excluded.touched_at,
        updated_at = IIF(retrying_since IS NULL OR attempt <> excluded.attempt, ${now}, updated_at),
        retrying_since = IIF(attempt = excluded.attempt, COALESCE(retrying_since, ${now}), ${now}),
        attempt = excluded.attempt`,
  ]);

/**
 * EM_ANDAMENTO → ERRO, with its event. `internal` does not replace a more specific code of the last retry.
 */
export async function failProvisioning(
  db: D1Database,
  id: string,
  attempt: number,
  code: ErrorCode,
  now: number,
) {
  const noted = await firstValue<string>(db)`SELECT failure_code AS value FROM provisioning_runs
    WHERE order_id = ${id} AND attempt = ${attempt}`;
  const detail = code === 'internal' ? (noted ?? code) : code;
  const statements = [
    statement(db)`INSERT INTO provisioning_runs (order_id, attempt, failure_code, touched_at, updated_at)
      SELECT ${id}, ${attempt}, ${detail}, ${now}, ${now} WHERE ${CHANGED}
      ON CONFLICT (order_id) DO UPDATE SET attempt = excluded.attempt, failure_code = excluded.failure_code,
        retrying_since = NULL`,
  ];
  const events = [{ kind: 'provisioning-failed', orderId: id, detail }];
  await changeAndReport(
    db,
    { statements, events },
    now,
  )`UPDATE orders SET status = 'ERRO', updated_at = ${now}
    WHERE id = ${id} AND attempt = ${attempt} AND status = 'EM_ANDAMENTO'`;
}

/** EM_ANDAMENTO → CONCLUIDO, for the batch that writes the environment; changes nothing for any other order. */
export const completedStatement = (
  db: D1Database,
  { id, attempt }: Pick<Order, 'id' | 'attempt'>,
  now: number,
) =>
  statement(db)`UPDATE orders SET status = 'CONCLUIDO', updated_at = ${now}
    WHERE id = ${id} AND status = 'EM_ANDAMENTO' AND attempt = ${attempt} AND closed_at IS NULL`;
