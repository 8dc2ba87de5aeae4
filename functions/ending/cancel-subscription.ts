/** Cancels the renewal at once; the environment works until the end of the paid period (terms, section 8). */
import { cancelled, graceDebt } from '#domain/contract/endings.ts';
import { DomainError } from '#domain/errors.ts';
import { closeUndelivered } from '#functions/checkout/close-undelivered.ts';
import type { Deps } from '#functions/compose.ts';
import { debtMarks } from '#functions/debts/mark-facts.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { updateLedger } from '#functions/ledger/update-ledger.ts';
import { requireTenant } from '#functions/tenants/require-tenant.ts';
import { finishEndings } from './end-contract.ts';

/**
 * Cancels the caller's renewal, or closes an order that has no environment yet. Idempotent. Unpaid days of use become a
 * debt.
 * @throws DomainError `order-missing`, `tenant-missing`, `subscription-missing` for a free plan, `payment-unavailable`.
 */
export async function cancelSubscription(needs: Deps, subject: string): Promise<void> {
  if (await closeUndelivered(needs, subject)) return;
  const tenant = await requireTenant(needs, subject);
  const { orderId } = tenant;
  await updateLedger(needs, orderId, async (facts, now) => {
    if (facts.contracts.length === 0) throw new DomainError('subscription-missing');
    const changes = cancelled(facts, now);
    if (changes.length === 0) return null;
    const debt = graceDebt(facts, now);
    const events = changes.flatMap((change) =>
      change.kind === 'end'
        ? { kind: 'cancellation-requested', orderId, detail: `${change.contractId} ${change.endsOn}` }
        : [],
    );
    return { changes, events, marks: await debtMarks(needs, tenant, facts, debt) };
  });
  await finishEndings(needs, orderId);
  await applyStanding(needs, orderId);
}
