/** Works the failed renewals that are due. */

import type { Deps } from '#functions/deps.ts';
import type { Dunning } from './billing.ts';
import { workFailedRenewal } from './dunning.ts';

/** Worked at the same time, so that none waits behind a slow one while its lease runs out. */
const BATCH = 5;
/** Longer than the calls about one charge may take together, lost ones included. */
const LEASE_MS = 600_000;

export async function workFailedRenewals(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const rows = await deps.billingWork.claimDunning(now, now + LEASE_MS, BATCH);
  await Promise.all(rows.map((row) => workSafely(deps, row)));
}

async function workSafely(deps: Deps, row: Dunning): Promise<void> {
  try {
    await workFailedRenewal(deps, row);
  } catch (error) {
    // Its turn comes again when the lease is over.
    deps.logger.warn('dunning-postponed', { paymentId: row.paymentId, failures: row.failures, error });
  }
}
