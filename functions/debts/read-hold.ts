/** What stops an owner's next purchase, for the pages that show it; a debt comes with the page on which it is paid. */
import type { Facts } from '#domain/contract/facts.ts';
import { type Hold, holdOf } from '#domain/contract/holds.ts';
import type { Deps } from '#functions/compose.ts';
import { withTimeout } from '#functions/platform/with-timeout.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { collectDebt } from './collect-debt.ts';
import { partiesOfTenant } from './mark-facts.ts';
import { findMarks, type StoredMark } from './marks-store.ts';

export interface HoldWithPage {
  readonly hold: Hold | null;
  /** Where a debt is paid; `null` while the processor does not answer. */
  readonly payUrl: string | null;
}

/** How long to wait for the processor before answering without a page. */
const PATIENCE_MS = 8_000;

/**
 * Reads the hold of an environment's owner. A debt without a page gets one here: the pages that show the debt offer no
 * purchase, which would make it.
 * @param mayAsk False when the caller's processor quota is used up.
 */
export async function readHold(
  needs: Deps,
  tenant: Pick<Tenant, 'orderId' | 'subject'>,
  facts: Facts,
  mayAsk: boolean,
): Promise<HoldWithPage> {
  const marks = await findMarks(needs.db, await partiesOfTenant(needs, tenant, facts));
  const hold = holdOf(marks, needs.clock.now());
  if (hold?.kind !== 'debt') return { hold, payUrl: null };
  const owed = new Set(hold.marks.map(({ id }) => id));
  const debts = marks.filter(({ id }) => owed.has(id));
  const known = commonPage(debts);
  if (known !== null || !mayAsk) return { hold, payUrl: known };
  const page = await withTimeout(makePage(needs, tenant, facts, debts), PATIENCE_MS, null);
  // Just paid: the debt is settled, and something else may stop the purchase.
  return page === 'paid' ? readHold(needs, tenant, facts, mayAsk) : { hold, payUrl: page?.payUrl ?? null };
}

/** The stored page when it is for exactly these debts. */
function commonPage(debts: readonly StoredMark[]): string | null {
  const [first] = debts;
  const isCommon = debts.every(({ chargeReference }) => chargeReference === first?.chargeReference);
  return (isCommon && first?.payUrl) || null;
}

/** `null` when the processor does not answer now. */
async function makePage(
  needs: Deps,
  { orderId }: Pick<Tenant, 'orderId'>,
  { contracts }: Facts,
  debts: readonly StoredMark[],
): Promise<Awaited<ReturnType<typeof collectDebt>> | null> {
  try {
    return await collectDebt(needs, debts, async () => contracts.at(-1)?.customerId ?? null);
  } catch (error) {
    needs.logger.warn('debt-page-postponed', { orderId, error });
    return null;
  }
}
