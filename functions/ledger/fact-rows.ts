/** Facts of the ledger as rows of D1. */

import { addDays } from '#domain/billing/days.ts';
import { renewalNoticeAt } from '#domain/billing/renewal-notice.ts';
import type { Charge, Contract, EndKind, FactChange, Terms } from '#domain/contract/facts.ts';
import { NOTE_WORK } from '#functions/orders/note-work.ts';
import { type Sql, sql, statement } from '#functions/platform/db.ts';
import { workOfEach, workStatement } from '#functions/platform/work/work-store.ts';

/** Kinds of work that follow from facts: their keys are a contract, a charge, and a subscription. */
export const PRICE_WORK = 'price';
export const REFUND_WORK = 'refund';
export const END_WORK = 'contract-end';
/** The mail before a yearly renewal; its key is the order. */
export const RENEWAL_NOTICE_WORK = 'renewal-notice';

/** The columns of a contract with its terms. */
export const CONTRACT = sql`id, customer_id, subscription_id, payer, contracted_at, first_due_on, end_kind, ended_at,
    (SELECT json_group_array(json_object('plan', plan, 'cycle', cycle, 'amountCentavos', amount_centavos, 'at', at,
      'reason', reason)) FROM (SELECT * FROM contract_terms WHERE contract_id = contracts.id ORDER BY position)) AS terms`;
export interface ContractRow extends Omit<Contract, 'terms' | 'end'> {
  readonly endKind: EndKind | null;
  readonly endedAt: number | null;
  /** JSON. */
  readonly terms: string;
}

export const CHARGE = sql`payment_id, contract_id, kind, plan,
    cycle, amount_centavos, full_centavos,
    base_centavos, due_on, covers_from,
    covers_through, state, state_on, confirmed_at,
    gave_up_on, returned, returned_centavos`;

export function toContract({ endKind, endedAt, terms, ...row }: ContractRow): Contract {
  return {
    ...row,
    terms: JSON.parse(terms) as Terms[],
    end: endKind === null || endedAt === null ? null : { kind: endKind, at: endedAt },
  };
}

/**
 * SQL statements that write changes to one order's facts.
 * @param condition SQL that must be true for contracts, terms and charges to be written.
 */
export function factStatements(
  db: D1Database,
  orderId: string,
  changes: readonly FactChange[],
  now: number,
  condition: Sql = sql`TRUE`,
): D1PreparedStatement[] {
  return changes.flatMap((change) => statementsOf(db, orderId, change, now, condition));
}

function statementsOf(
  db: D1Database,
  orderId: string,
  change: FactChange,
  now: number,
  condition: Sql,
): D1PreparedStatement[] {
  switch (change.kind) {
    case 'contract':
      return [
        contractStatement(db, orderId, change.contract, condition),
        ...change.contract.terms.map((terms) => termsStatement(db, change.contract.id, terms, condition)),
      ];
    case 'terms':
      return [
        termsStatement(db, change.contractId, change.terms, condition),
        // The processor usually has the new price already. Mark it due all the same, in case it changed in between.
        statement(db)`UPDATE contracts SET price_due = 1 WHERE id = ${change.contractId}`,
        workStatement(db, { kind: PRICE_WORK, key: change.contractId, orderId }, now),
      ];
    case 'charge':
      return [
        chargeStatement(db, orderId, change.charge, condition),
        ...workAfter(change.charge).map((kind) =>
          workStatement(db, { kind, key: change.charge.paymentId, orderId }, now, condition),
        ),
        ...(isPaidYear(change.charge)
          ? [
              workStatement(
                db,
                {
                  kind: RENEWAL_NOTICE_WORK,
                  key: orderId,
                  orderId,
                  dueAt: renewalNoticeAt(addDays(change.charge.coversThrough, 1)),
                },
                now,
                condition,
              ),
            ]
          : []),
      ];
    case 'end':
      return endStatements(db, orderId, change);
  }
}

function contractStatement(db: D1Database, orderId: string, contract: Contract, condition: Sql) {
  return statement(db)`INSERT INTO contracts (id, order_id, customer_id, subscription_id, payer,
      contracted_at, first_due_on, compared_at)
    SELECT ${contract.id}, ${orderId}, ${contract.customerId}, ${contract.subscriptionId}, ${contract.payer},
      ${contract.contractedAt}, ${contract.firstDueOn}, ${contract.contractedAt} WHERE ${condition}
    ON CONFLICT DO NOTHING`;
}

function termsStatement(db: D1Database, contractId: string, terms: Terms, condition: Sql) {
  return statement(db)`INSERT INTO contract_terms (contract_id, position, at, reason, plan, cycle,
      amount_centavos)
    SELECT ${contractId}, (SELECT COUNT(*) FROM contract_terms
    WHERE contract_id = ${contractId}), ${terms.at}, ${terms.reason}, ${terms.plan}, ${terms.cycle},
      ${terms.amountCentavos}
    WHERE ${condition} AND (${terms.reason} <> 'sale' OR NOT EXISTS (SELECT 1 FROM contract_terms
    WHERE contract_id = ${contractId}))`;
}

/** Work that follows from a charge: its nota fiscal once it was paid, and a refund when money has to go back. */
function workAfter({ returned, returnedCentavos, state, confirmedAt, amountCentavos }: Charge): string[] {
  if (amountCentavos === 0) return [];
  const goesBack = (returned !== null || returnedCentavos > 0) && state === 'confirmed';
  return [...(confirmedAt === null ? [] : [NOTE_WORK]), ...(goesBack ? [REFUND_WORK] : [])];
}

const isPaidYear = ({ kind, cycle, confirmedAt }: Charge): boolean =>
  kind === 'period' && cycle === 'yearly' && confirmedAt !== null;

function chargeStatement(db: D1Database, orderId: string, charge: Charge, condition: Sql) {
  return statement(db)`INSERT INTO charges (payment_id, contract_id, order_id, kind, plan, cycle,
      amount_centavos, full_centavos, base_centavos, due_on, covers_from, covers_through, state, state_on,
      confirmed_at, gave_up_on, returned, returned_centavos)
    SELECT ${charge.paymentId}, ${charge.contractId}, ${orderId}, ${charge.kind}, ${charge.plan},
      ${charge.cycle}, ${charge.amountCentavos}, ${charge.fullCentavos}, ${charge.baseCentavos},
      ${charge.dueOn}, ${charge.coversFrom}, ${charge.coversThrough}, ${charge.state}, ${charge.stateOn},
      ${charge.confirmedAt}, ${charge.gaveUpOn}, ${charge.returned}, ${charge.returnedCentavos}
    WHERE ${condition}
    ON CONFLICT (payment_id) DO UPDATE SET plan = excluded.plan, cycle = excluded.cycle,
      amount_centavos = excluded.amount_centavos, full_centavos = excluded.full_centavos,
      due_on = excluded.due_on, covers_from = excluded.covers_from, covers_through = excluded.covers_through,
      state = excluded.state, state_on = excluded.state_on, confirmed_at = excluded.confirmed_at,
      gave_up_on = excluded.gave_up_on, returned = excluded.returned,
      returned_centavos = excluded.returned_centavos`;
}

/** Writes the end of a contract, and the processor work that follows from it (ledger/contract-ends.ts). */
function endStatements(
  db: D1Database,
  orderId: string,
  { contractId, end, endsOn }: Extract<FactChange, { kind: 'end' }>,
): D1PreparedStatement[] {
  return [
    statement(db)`UPDATE contracts SET end_kind = ${end.kind}, ended_at = ${end.at} WHERE id = ${contractId}
        AND (end_kind IS NULL OR (end_kind = 'cancellation' AND ${end.kind} <> 'cancellation'))`,
    statement(db)`INSERT INTO contract_ends (subscription_id, subdomain, order_id, kind, ends_on,
        requested_at)
      SELECT c.subscription_id, o.subdomain, o.order_id, ${end.kind}, ${endsOn}, ${end.at}
      FROM contracts c JOIN sales o ON o.order_id = ${orderId} WHERE c.id = ${contractId}
      ON CONFLICT (subscription_id) DO UPDATE SET
        kind = excluded.kind, ends_on = excluded.ends_on, done_at = NULL
      WHERE contract_ends.kind = 'cancellation' AND excluded.kind <> 'cancellation'`,
    workOfEach(
      db,
      END_WORK,
      end.at,
      sql`SELECT subscription_id AS key, order_id FROM contract_ends
        WHERE subscription_id = (SELECT subscription_id FROM contracts
        WHERE id = ${contractId}) AND done_at IS NULL`,
    ),
  ];
}
