/** Everything that is due: called by cron each minute in production, every few seconds locally. */
import type { Deps } from '#functions/use-cases/deps.ts';
import { sendOutbox } from './send-outbox.ts';
import { sweepOrders } from './sweep-orders.ts';
import { workDueEvents } from './work-events.ts';

/** Runs each job; one that fails does not keep the next from running. */
export async function runScheduled(deps: Deps, pollSeconds: number): Promise<void> {
  const jobs = {
    sweep: () => sweepOrders(deps, pollSeconds),
    events: () => workDueEvents(deps),
    outbox: () => sendOutbox(deps),
  };
  for (const [job, run] of Object.entries(jobs)) {
    try {
      await run();
    } catch (error) {
      deps.logger.error('job-failed', { job, error });
    }
  }
}
