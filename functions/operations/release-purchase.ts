/** A next purchase that waited for a person, let through by an operator. */
import { holdOf } from '#domain/contract/holds.ts';
import type { OperatorRequest, ReleasedPurchase } from '#domain/contracts/operations.ts';
import { withdrawDebtCharge } from '#functions/contract/collect-debt.ts';
import type { MarksStore } from '#functions/contract/marks-store.ts';
import { partiesOfPerson } from '#functions/contract/parties.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { requirePerson } from '#functions/privacy/require-person.ts';

type Needs = NeedsOf<typeof requirePerson> &
  NeedsOf<typeof partiesOfPerson> &
  NeedsOf<typeof withdrawDebtCharge> & { readonly marks: MarksStore };

/**
 * Settles the withdrawals of a person, so that they hold no purchase any more; with `dividas` the open debts too, whose
 * charge is taken off the processor first. The person may have no order: whoever was refused never got one.
 * @throws DomainError `not-found`, `validation-failed` when `quem` may be several people, `identity-unavailable`,
 *   `payment-unavailable`, `payment-unclear`, `idempotency-in-progress` while the charge of a debt is made.
 */
export async function releasePurchase(
  needs: Needs,
  { quem, dividas }: OperatorRequest<'liberar'>,
): Promise<ReleasedPurchase> {
  const { subjects, orders } = await requirePerson(needs, quem);
  const parties = await partiesOfPerson(needs, { subjects, orderIds: orders.map(({ id }) => id) });
  const before = await needs.marks.findMarks(parties);
  const refusedFor = holdOf(before, needs.clock.now())?.kind ?? null;
  const open = before.filter(({ settledAt }) => settledAt === null);
  const debts = dividas ? open.filter(({ kind }) => kind === 'debt') : [];
  await withdrawDebtCharge(needs, debts);
  const released: ReleasedPurchase['released'] = [];
  for (const mark of open.filter((each) => each.kind === 'withdrawal' || debts.includes(each)))
    if (await needs.marks.settle(mark.id, 'operator', needs.clock.now())) {
      const { kind, reference, at, amountCentavos, days } = mark;
      released.push({ kind, reference, at, amountCentavos, days });
    }
  const after = await needs.marks.findMarks(parties);
  return { refusedFor, released, stillRefusedFor: holdOf(after, needs.clock.now())?.kind ?? null };
}
