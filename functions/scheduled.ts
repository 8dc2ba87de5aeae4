/** Everything that is due: called by cron each minute in production, every few seconds locally. */

import { reconcileNext } from '#functions/contract/reconcile.ts';
import { workFailedRenewals } from './contract/dunning-job.ts';
import { endTenants, workContractEnds } from './contract/jobs.ts';
import { workDueEvents } from './contract/payment-events-job.ts';
import type { Deps } from './deps.ts';
import { endCancelledOrders } from './operations/jobs.ts';
import { sweepPlanChanges } from './plan-change/jobs.ts';
import { sendOutbox } from './platform/mail/send-outbox.ts';
import { enforceRetention } from './privacy/jobs.ts';
import { sweepOrders } from './provisioning/jobs.ts';
import { checkQuotas } from './quota/jobs.ts';

/** Runs each job; one that fails or hangs does not hold up the others. */
export async function runScheduled(deps: Deps, pollSeconds: number): Promise<void> {
  const jobs = {
    sweep: () => sweepOrders(deps, pollSeconds),
    planChanges: () => sweepPlanChanges(deps),
    events: () => workDueEvents(deps),
    quotas: () => checkQuotas(deps),
    outbox: () => sendOutbox(deps),
    dunning: () => workFailedRenewals(deps),
    contractEnds: () => workContractEnds(deps),
    tenantEnds: () => endTenants(deps),
    reconciliation: () => reconcileNext(deps),
    cancellations: () => endCancelledOrders(deps),
    retention: () => enforceRetention(deps),
  };
  // Side by side: mail must not wait for a payment processor that does not answer.
  await Promise.all(
    Object.entries(jobs).map(async ([job, run]) => {
      try {
        await run();
      } catch (error) {
        deps.logger.error('job-failed', { job, error });
      }
    }),
  );
}
