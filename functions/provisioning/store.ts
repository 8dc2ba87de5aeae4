/**
 * Orders in D1 during provisioning: runs, facts and the end. checkout/store.ts has the states before.
 *
 * As there, one compare-and-set decides every race.
 */
import type { FactChange } from '#domain/contract/facts.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { STANDING_WORK } from '#functions/ledger/cluster-calls.ts';
import { factStatements } from '#functions/ledger/fact-rows.ts';
import type { Order, PaymentReferences, ProvisioningFactUpdate } from '#functions/orders/order.ts';
import { referenceValues, setReferences } from '#functions/orders/order-row.ts';
import { soldFacts } from '#functions/orders/sold-facts.ts';
import { revisionAt } from '#functions/people/admitted-store.ts';
import { firstChangesOne, firstValue, run, statement } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { changeAndReport, mailStatements, type OutgoingMail } from '#functions/platform/outbox.ts';
import { environmentWork } from '#functions/platform/work/environment-work.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';

/** The kind of work that watches over a run until the environment is ready; its key is the order. */
export const PROVISIONING_WORK = 'provisioning';

const flag = (value: boolean | undefined): number | null => (value === undefined ? null : Number(value));

/** Makes the store over a D1 database. */
export function createProvisioningStore(db: D1Database) {
  return {
    /** AGUARDANDO → EM_ANDAMENTO, once. True for the caller that made the change. */
    beginProvisioning: (
      id: string,
      payment: 'free' | 'confirmed',
      references: PaymentReferences | null,
      now: number,
      mails: readonly OutgoingMail[] = [],
    ) =>
      changeAndReport(
        db,
        statement(
          db,
          `UPDATE orders SET status = 'EM_ANDAMENTO', payment = ?, ${setReferences}, paid_at = ?, updated_at = ?, touched_at = ?
           WHERE id = ? AND status = 'AGUARDANDO' AND released_at IS NULL
             AND (? <> 'free' OR (plano = 'free' AND payment = 'none'))`,
          payment,
          ...referenceValues(references),
          now,
          now,
          now,
          id,
          payment,
        ),
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
      ),

    /** ERRO → EM_ANDAMENTO under the next attempt number, or `null` when it was not in ERRO of this attempt. */
    async restart({ id, attempt }: Pick<Order, 'id' | 'attempt'>, now: number): Promise<number | null> {
      const next = attempt + 1;
      const restarting = statement(
        db,
        `UPDATE orders SET status = 'EM_ANDAMENTO', attempt = ?, failure_code = NULL,
           retrying_since = NULL, updated_at = ?, touched_at = ?
         WHERE id = ? AND attempt = ? AND status = 'ERRO' AND cancelled_at IS NULL`,
        next,
        now,
        now,
        id,
        attempt,
      );
      const event = { kind: 'provisioning-restarted', orderId: id, detail: `recomeço ${next}` };
      const work = [{ kind: PROVISIONING_WORK, key: id, orderId: id }];
      return (await changeAndReport(db, restarting, { events: [event], work }, now)) ? next : null;
    },

    /** Gives a running order a new workflow run after one that ended without finishing it. */
    nextAttempt: (id: string, attempt: number, now: number) =>
      firstValue<number>(
        db,
        `UPDATE orders SET attempt = attempt + 1, touched_at = ?
         WHERE id = ? AND status = 'EM_ANDAMENTO' AND attempt = ? RETURNING attempt AS value`,
        now,
        id,
        attempt,
      ),

    recordFacts: (id: string, facts: ProvisioningFactUpdate, now: number) =>
      run(
        db,
        // `updated_at` is shown to the customer, so it changes only with a fact.
        `UPDATE orders SET
           group_id = COALESCE(?1, group_id), applied_at = CASE WHEN ?2 = 1 THEN COALESCE(applied_at, ?7) ELSE applied_at END,
           updated_at = CASE WHEN synced <> COALESCE(?3, synced) OR healthy <> COALESCE(?4, healthy)
             OR ping_ok <> COALESCE(?5, ping_ok) OR retrying_since IS NOT NULL THEN ?7 ELSE updated_at END,
           synced = COALESCE(?3, synced), healthy = COALESCE(?4, healthy), ping_ok = COALESCE(?5, ping_ok),
           member_at = CASE WHEN ?6 = 1 THEN COALESCE(member_at, ?7) ELSE member_at END,
           failure_code = NULL, retrying_since = NULL, touched_at = ?7
         WHERE id = ?8`,
        facts.groupId ?? null,
        flag(facts.applied),
        flag(facts.synced),
        flag(facts.healthy),
        flag(facts.pingOk),
        flag(facts.member),
        now,
        id,
      ),

    /** Records a failed step that will be retried, with an event for the first failure in a row. */
    noteRetry: (id: string, { step, code }: { step: string; code: ErrorCode }, now: number) =>
      db.batch([
        eventStatement(
          db,
          { kind: 'provisioning-waits', orderId: id, detail: `${step} ${code}` },
          now,
          `EXISTS (SELECT 1 FROM orders WHERE id = ? AND status = 'EM_ANDAMENTO' AND retrying_since IS NULL)`,
          id,
        ),
        statement(
          db,
          `UPDATE orders SET retrying_since = COALESCE(retrying_since, ?), failure_code = ?, touched_at = ?,
          updated_at = CASE WHEN retrying_since IS NULL THEN ? ELSE updated_at END
        WHERE id = ? AND status = 'EM_ANDAMENTO'`,
          now,
          code,
          now,
          now,
          id,
        ),
      ]),

    /**
     * EM_ANDAMENTO → ERRO, with its event: a new try clears the row's code. `internal` does not replace a more specific
     * code of the last retry.
     */
    async fail(id: string, attempt: number, code: ErrorCode, now: number) {
      const noted = await firstValue<string>(db, 'SELECT failure_code AS value FROM orders WHERE id = ?', id);
      const detail = code === 'internal' ? (noted ?? code) : code;
      await changeAndReport(
        db,
        statement(
          db,
          `UPDATE orders SET status = 'ERRO', failure_code = ?, retrying_since = NULL, updated_at = ?
           WHERE id = ? AND attempt = ? AND status = 'EM_ANDAMENTO'`,
          detail,
          now,
          id,
          attempt,
        ),
        { events: [{ kind: 'provisioning-failed', orderId: id, detail }] },
        now,
      );
    },

    /**
     * EM_ANDAMENTO → CONCLUIDO with the tenant row and the welcome mail, in one transaction. False, with neither, for
     * an order that was closed or restarted meanwhile.
     */
    complete: (order: Order, welcome: OutgoingMail, now: number): Promise<boolean> =>
      firstChangesOne(db, completionStatements(db, order, soldFacts(order, now), now, welcome)),
  };
}

/**
 * Statements that finish an order that is in progress; they do nothing for any other.
 * @param facts What was sold and charged.
 * @param welcome `null` for an environment that its customer already has.
 */
export const completionStatements = (
  db: D1Database,
  order: Pick<Order, 'id' | 'attempt'>,
  facts: readonly FactChange[],
  now: number,
  welcome: OutgoingMail | null = null,
): D1PreparedStatement[] => [
  statement(
    db,
    `UPDATE orders SET status = 'CONCLUIDO', failure_code = NULL, retrying_since = NULL, updated_at = ?
       WHERE id = ? AND status = 'EM_ANDAMENTO' AND attempt = ? AND cancelled_at IS NULL`,
    now,
    order.id,
    order.attempt,
  ),
  eventStatement(db, { kind: 'provisioning-done', orderId: order.id }, now, 'changes() = 1'),
  statement(
    db,
    // The application was written with the same list: the account that ordered.
    `INSERT INTO tenants (subdominio, order_id, subject, plano, ciclo, amount_centavos, customer_id,
         subscription_id, contracted_at, state_since, created_at, cluster,
         admitted_revision, admitted_applied)
       SELECT subdominio, id, subject, plano, IIF(plano = 'free', 'monthly', ciclo), amount_centavos, customer_id,
         subscription_id, CASE WHEN payment = 'confirmed' THEN paid_at END, ?1, ?1, cluster,
         ${revisionAt('?1')}, ${revisionAt('?1')}
       FROM orders WHERE id = ?2 AND status = 'CONCLUIDO'
       ON CONFLICT (order_id) DO NOTHING`,
    now,
    order.id,
  ),
  // The sale and its first charge; later ones come from the processor.
  ...factStatements(
    db,
    order.id,
    facts,
    now,
    `EXISTS (SELECT 1 FROM tenants WHERE order_id = '${order.id}')`,
  ),
  environmentWork(db, order.id, now, 'EXISTS (SELECT 1 FROM tenants WHERE order_id = ?)', order.id),
  workStatement(
    db,
    { kind: STANDING_WORK, key: order.id, orderId: order.id },
    now,
    'EXISTS (SELECT 1 FROM tenants WHERE order_id = ?)',
    order.id,
  ),
  ...(welcome === null
    ? []
    : mailStatements(
        db,
        welcome,
        now,
        `EXISTS (SELECT 1 FROM orders WHERE id = ? AND status = 'CONCLUIDO')`,
        order.id,
      )),
];
