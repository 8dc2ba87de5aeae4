/** Everything that is due: called by cron each minute in production, every few seconds locally. */
import type { Deps } from '#functions/use-cases/deps.ts';
import { reconcileNext } from '#functions/use-cases/reconcile.ts';
import { checkQuotas } from './check-quotas.ts';
import { workFailedRenewals } from './dunning.ts';
import { endCancelledOrders } from './end-cancelled.ts';
import { endTenants, workContractEnds } from './end-tenants.ts';
import { enforceRetention } from './retention.ts';
import { sendOutbox } from './send-outbox.ts';
import { sweepOrders } from './sweep-orders.ts';
import { sweepPlanChanges } from './sweep-plan-changes.ts';
import { workDueEvents } from './work-events.ts';

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
