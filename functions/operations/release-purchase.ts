/** Lets an operator allow a purchase that was held for manual review. */

import type { ReleasedPurchase } from '#domain/api-schemas/operation-answers.ts';
import type { OperatorRequest } from '#domain/api-schemas/operations.ts';
import { holdOf } from '#domain/contract/holds.ts';
import type { Deps } from '#functions/compose.ts';
import { withdrawDebtCharge } from '#functions/debts/collect-debt.ts';
import { findMarks, settleMark } from '#functions/debts/marks-store.ts';
import { partiesOfPerson } from '#functions/debts/parties.ts';
import { requirePerson } from '#functions/privacy/require-person.ts';

/**
 * Settles a person's withdrawals, so that they no longer block purchases; with `dividas` also the open debts, whose
 * charge is first removed at the processor. The person may have no order, because the purchase was refused.
 * @throws DomainError `not-found`, `validation-failed` when `quem` may be several people, `identity-unavailable`,
 *   `payment-unavailable`, `payment-unclear`, `idempotency-in-progress` while the charge of a debt is being created.
 */
export async function releasePurchase(
  needs: Deps,
  { quem, dividas }: OperatorRequest<'liberar'>,
): Promise<ReleasedPurchase> {
  const { subjects, orders } = await requirePerson(needs, quem);
  const parties = await partiesOfPerson(needs, { subjects, orderIds: orders.map(({ id }) => id) });
  const before = await findMarks(needs.db, parties);
  const refusedFor = holdOf(before, needs.clock.now())?.kind ?? null;
  const open = before.filter(({ settledAt }) => settledAt === null);
  const debts = dividas ? open.filter(({ kind }) => kind === 'debt') : [];
  await withdrawDebtCharge(needs, debts);
  const released: ReleasedPurchase['released'] = [];
  for (const mark of open.filter((each) => each.kind === 'withdrawal' || debts.includes(each)))
    if (await settleMark(needs.db, mark.id, 'operator', needs.clock.now())) {
      const { kind, reference, at, amountCentavos, days } = mark;
      released.push({ kind, reference, at, amountCentavos, days });
    }
  const after = await findMarks(needs.db, parties);
  return { refusedFor, released, stillRefusedFor: holdOf(after, needs.clock.now())?.kind ?? null };
}
