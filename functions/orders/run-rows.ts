/**
 * Orders in D1 during provisioning: runs and facts. orders/store.ts has the states before.
 *
 * As there, one compare-and-set decides every race.
 */
import type { ErrorCode } from '#domain/errors.ts';
import { firstValue, run, sql, statement } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { changeAndReport, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { Order, PaymentReferences, ProvisioningFactUpdate } from './order.ts';
import { setReferences } from './order-row.ts';

/** The kind of work that watches over a run until the environment is ready; its key is the order. */
export const PROVISIONING_WORK = 'provisioning';

const flag = (value: boolean | undefined): number | null => (value === undefined ? null : Number(value));

/** AGUARDANDO → EM_ANDAMENTO, once. True for the caller that made the change. */
export const markBegun = (
  db: D1Database,
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
            ${setReferences(references)}, paid_at = ${now}, updated_at = ${now}, touched_at = ${now}
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
          failure_code = NULL, retrying_since = NULL, updated_at = ${now}, touched_at = ${now}
        WHERE id = ${id} AND attempt = ${attempt} AND status = 'ERRO' AND cancelled_at IS NULL`)
    ? next
    : null;
}

/** Gives a running order a new workflow run after one that ended without finishing it. */
export const nextAttempt = (db: D1Database, id: string, attempt: number, now: number) =>
  firstValue<number>(db)`UPDATE orders SET attempt = attempt + 1, touched_at = ${now}
        WHERE id = ${id} AND status = 'EM_ANDAMENTO' AND attempt = ${attempt} RETURNING attempt AS value`;

/** `updated_at` is shown to the customer, so it changes only with a fact. */
export const recordFacts = (db: D1Database, id: string, facts: ProvisioningFactUpdate, now: number) =>
  run(db)`UPDATE orders SET group_id = COALESCE(${facts.groupId ?? null}, group_id),
          applied_at = CASE WHEN ${flag(facts.applied)} = 1 THEN COALESCE(applied_at, ${now})
          ELSE applied_at END, updated_at = CASE WHEN synced <> COALESCE(${flag(facts.synced)}, synced)
          OR healthy <> COALESCE(${flag(facts.healthy)}, healthy)
          OR ping_ok <> COALESCE(${flag(facts.pingOk)}, ping_ok)
          OR retrying_since IS NOT NULL THEN ${now} ELSE updated_at END,
          synced = COALESCE(${flag(facts.synced)}, synced), healthy = COALESCE(${flag(facts.healthy)},
            healthy), ping_ok = COALESCE(${flag(facts.pingOk)}, ping_ok),
          member_at = CASE WHEN ${flag(facts.member)} = 1 THEN COALESCE(member_at, ${now}) ELSE member_at END,
          failure_code = NULL, retrying_since = NULL, touched_at = ${now}
        WHERE id = ${id}`;

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
      sql`EXISTS (SELECT 1 FROM orders WHERE id = ${id} AND status = 'EM_ANDAMENTO'
            AND retrying_since IS NULL)`,
    ),
    statement(db)`UPDATE orders SET retrying_since = COALESCE(retrying_since, ${now}),
            failure_code = ${code}, touched_at = ${now},
            updated_at = CASE WHEN retrying_since IS NULL THEN ${now} ELSE updated_at END
          WHERE id = ${id} AND status = 'EM_ANDAMENTO'`,
  ]);

/**
 * EM_ANDAMENTO → ERRO, with its event: a new try clears the row's code. `internal` does not replace a more specific
 * code of the last retry.
 */
export async function failProvisioning(
  db: D1Database,
  id: string,
  attempt: number,
  code: ErrorCode,
  now: number,
) {
  const noted = await firstValue<string>(db)`SELECT failure_code AS value FROM orders WHERE id = ${id}`;
  const detail = code === 'internal' ? (noted ?? code) : code;
  await changeAndReport(db, { events: [{ kind: 'provisioning-failed', orderId: id, detail }] }, now)`
        UPDATE orders SET status = 'ERRO', failure_code = ${detail}, retrying_since = NULL,
            updated_at = ${now}
          WHERE id = ${id} AND attempt = ${attempt} AND status = 'EM_ANDAMENTO'`;
}

/** EM_ANDAMENTO → CONCLUIDO, for the batch that writes the environment; changes nothing for any other order. */
export const completedStatement = (
  db: D1Database,
  { id, attempt }: Pick<Order, 'id' | 'attempt'>,
  now: number,
) =>
  statement(db)`UPDATE orders SET status = 'CONCLUIDO', failure_code = NULL, retrying_since = NULL,
      updated_at = ${now}
    WHERE id = ${id} AND status = 'EM_ANDAMENTO' AND attempt = ${attempt} AND cancelled_at IS NULL`;
