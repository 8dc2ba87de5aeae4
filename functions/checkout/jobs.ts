/** Scheduled checks of orders: undelivered ones, and the limits on new ones. */
import type { Deps } from '#functions/compose.ts';
import { readFreePlaces } from '#functions/orders/free-places.ts';
import { readNewEnvironments } from '#functions/platform/new-environments.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { closeOverdue, reportUndelivered } from './close-undelivered.ts';

async function handleUndelivered(needs: Deps): Promise<void> {
  // Notify before closing, so that operators also hear of orders that are closed right after.
  await reportUndelivered(needs);
  await closeOverdue(needs);
}

/** Notifies once a day of each limit, however often it refuses. */
async function notifyLimits(needs: Deps): Promise<void> {
  const { day, begun, perDay } = await readNewEnvironments(needs);
  const about = { subdomain: null, reference: day };
  if (begun >= perDay) await notifyOperators(needs, 'environments-ceiling', about);
  const { used, max } = await readFreePlaces(needs);
  if (max !== null && used >= max) await notifyOperators(needs, 'free-ceiling', about);
}

export const orderJobs = {
  ceiling: notifyLimits,
  undelivered: handleUndelivered,
};
