/** Scheduled checks of orders: undelivered ones, and the daily limit on new ones. */
import type { Deps } from '#functions/compose.ts';
import { readNewEnvironments } from '#functions/platform/new-environments.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { closeOverdue, reportUndelivered } from './close-undelivered.ts';

async function handleUndelivered(needs: Deps): Promise<void> {
  // Notify before closing, so that operators also hear of orders that are closed right after.
  await reportUndelivered(needs);
  await closeOverdue(needs);
}

/** Notifies once a day, however often the limit refuses. */
async function notifyDailyLimit(needs: Deps): Promise<void> {
  const { day, begun, perDay } = await readNewEnvironments(needs);
  if (begun < perDay) return;
  await notifyOperators(needs, 'environments-ceiling', {
    subdomain: null,
    reference: day,
  });
}

export const orderJobs = {
  ceiling: notifyDailyLimit,
  undelivered: handleUndelivered,
};
