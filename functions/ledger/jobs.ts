/** Scheduled work on what follows from the ledger: standings, refunds, and prices at the processor. */
import type { Deps } from '#functions/compose.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySideIn } from '#functions/platform/side-by-side.ts';
import { applyStanding } from './apply-standing.ts';
import { CALL_MS } from './cluster-calls.ts';
import { refundDue } from './refunds.ts';
import { sendPrices } from './send-prices.ts';

/** Refunds of one run, one after the other. */
const BATCH = 5;
/** Per cluster; large enough that a few failing ones do not block the others. */
const TENANTS_AT_ONCE = 20;

/**
 * Applies what a new day changes (paid days run out, a grace period ends, a renewal begins), and what a failed request
 * or a crash left unfinished.
 */
async function applyDueStandings(needs: NeedsOf<typeof applyStanding> & Pick<Deps, 'logger'>): Promise<void> {
  const now = needs.clock.now();
  await sideBySideIn(
    ({ cluster }) => cluster,
    await needs.ledger.claimDue(now, now + CALL_MS, TENANTS_AT_ONCE),
    async ({ orderId }) => void (await applyStanding(needs, orderId)),
    ({ orderId }, error) => needs.logger.warn('standing-postponed', { orderId, error }),
  );
}

export const ledgerJobs = {
  standings: applyDueStandings,
  returns: (needs: NeedsOf<typeof refundDue>) => refundDue(needs, BATCH),
  prices: sendPrices,
};
