/** Scheduled work on failed renewals. */
import type { Deps } from '#functions/compose.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { workFailedRenewal } from './dunning.ts';

/** How many run in parallel, so that none waits behind a slow one until its lease expires. */
const BATCH = 5;
/** Longer than the calls about one charge may take together, timeouts included. */
const LEASE_MS = 600_000;

async function workFailedRenewals(
  needs: NeedsOf<typeof workFailedRenewal> & Pick<Deps, 'dunning' | 'logger'>,
): Promise<void> {
  const now = needs.clock.now();
  await sideBySide(
    await needs.dunning.claimDunning(now, now + LEASE_MS, BATCH),
    (row) => workFailedRenewal(needs, row),
    // It is claimed again when the lease expires.
    ({ paymentId, failures }, error) =>
      needs.logger.warn('dunning-postponed', { paymentId, failures, error }),
  );
}

export const renewalJobs = { dunning: workFailedRenewals };
