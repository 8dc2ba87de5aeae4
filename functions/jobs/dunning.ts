/** Works the failed renewals that are due. */
import type { Deps } from '#functions/use-cases/deps.ts';
import { workFailedRenewal } from '#functions/use-cases/dunning.ts';

const BATCH = 20;
/** Longer than the calls about one charge may take together, a lost one included. */
const LEASE_MS = 300_000;

export async function workFailedRenewals(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (const row of await deps.billingWork.claimDunning(now, now + LEASE_MS, BATCH)) {
    try {
      await workFailedRenewal(deps, row);
    } catch (error) {
      // Its turn comes again when the lease is over.
      deps.logger.warn('dunning-postponed', { paymentId: row.paymentId, failures: row.failures, error });
    }
  }
}
