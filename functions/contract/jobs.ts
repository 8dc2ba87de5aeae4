/**
 * Scheduled work on contracts: failed renewals, ending contracts, environments past their last day, data to remove,
 * postponed webhook events, and the daily comparison with the processor.
 */
import { DAY_MS } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySide, sideBySideIn } from '#functions/platform/side-by-side.ts';
import { carryOut } from './carry-out.ts';
import { CALL_MS } from './cluster-calls.ts';
import { workFailedRenewal } from './dunning.ts';
import { workEndSafely } from './end-contract.ts';
import { removeTenantOrTell } from './end-tenant.ts';
import { workPaymentEvent } from './receive-payment-event.ts';
import { reconcileNext } from './reconcile.ts';
import { refundDue } from './refunds.ts';
import { sendPrices } from './send-prices.ts';

/** How many run in parallel, so that none waits behind a slow one until its lease expires. */
const BATCH = 5;
/** Per cluster; large enough that a few failing removals do not block the others. */
const TENANTS_AT_ONCE = 20;
const EVENTS_AT_ONCE = 50;
/** Longer than the calls about one charge may take together, timeouts included. */
const DUNNING_LEASE_MS = 600_000;
/** After a crash an event is claimed again once the lease expires; handling one twice at once is harmless. */
const EVENT_LEASE_MS = 60_000;

async function workFailedRenewals(
  needs: NeedsOf<typeof workFailedRenewal> & Pick<Deps, 'billingWork' | 'logger'>,
): Promise<void> {
  const now = needs.clock.now();
  await sideBySide(
    await needs.billingWork.claimDunning(now, now + DUNNING_LEASE_MS, BATCH),
    (row) => workFailedRenewal(needs, row),
    // It is claimed again when the lease expires.
    ({ paymentId, failures }, error) =>
      needs.logger.warn('dunning-postponed', { paymentId, failures, error }),
  );
}

async function workContractEnds(
  needs: NeedsOf<typeof workEndSafely> & Pick<Deps, 'billingWork'>,
): Promise<void> {
  const ends = await needs.billingWork.claimEnds(needs.clock.now(), BATCH);
  await sideBySide(ends, (end) => workEndSafely(needs, end));
}

/**
 * Applies what a new day changes (paid days run out, a grace period ends, a renewal begins), and what a failed request
 * or a crash left unfinished.
 */
async function carryOutDue(needs: NeedsOf<typeof carryOut> & Pick<Deps, 'logger'>): Promise<void> {
  const now = needs.clock.now();
  await sideBySideIn(
    ({ cluster }) => cluster,
    await needs.ledger.claimDue(now, now + CALL_MS, TENANTS_AT_ONCE),
    async ({ orderId }) => void (await carryOut(needs, orderId)),
    ({ orderId }, error) => needs.logger.warn('standing-postponed', { orderId, error }),
  );
}

async function removeTenants(
  needs: NeedsOf<typeof removeTenantOrTell> & Pick<Deps, 'tenants' | 'logger'>,
): Promise<void> {
  const before = needs.clock.now() - needs.environmentKeptDays * DAY_MS;
  await sideBySideIn(
    ({ cluster }) => cluster,
    await needs.tenants.listInState('ended', before, TENANTS_AT_ONCE),
    (tenant) => removeTenantOrTell(needs, tenant),
    ({ orderId, state }, error) => needs.logger.warn('tenant-end-postponed', { orderId, state, error }),
  );
}

async function workDueEvents(needs: NeedsOf<typeof workPaymentEvent>): Promise<void> {
  const now = needs.clock.now();
  const due = await needs.webhookEvents.claimDue(now, now + EVENT_LEASE_MS, EVENTS_AT_ONCE);
  await sideBySide(due, (event) => workPaymentEvent(needs, event));
}

export const contractJobs = {
  dunning: workFailedRenewals,
  contractEnds: workContractEnds,
  standings: carryOutDue,
  returns: (needs: NeedsOf<typeof refundDue>) => refundDue(needs, BATCH),
  prices: sendPrices,
  tenantEnds: removeTenants,
  events: workDueEvents,
  reconciliation: reconcileNext,
};
