/**
 * Keeps the promise of content/legal/retention.json: what is older than its period goes.
 *
 * A few rows each run, so that a run is short and a large backlog is worked off over many.
 */
import { DAY_MS } from '#domain/billing/days.ts';
import type { Deps } from '#functions/deps.ts';

const BATCH = 200;
const FORGOTTEN_BATCH = 20;

export async function enforceRetention(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (const [entryId, days] of deps.retentionDays) {
    const removed = await deps.retention.purge(entryId, now - days * DAY_MS, BATCH);
    if (removed > 0) deps.logger.info('retention', { entryId, removed });
  }
  await takeBackForgotten(deps);
}

/**
 * An order that nobody came back to may still hold an open charge, or half an environment: it is taken back first, and
 * removed later. One that was paid or tried again meanwhile is not forgotten.
 */
async function takeBackForgotten(deps: Deps): Promise<void> {
  const days = deps.retentionDays.get('abandoned-orders');
  if (days === undefined) return;
  const now = deps.clock.now();
  for (const { id, status } of await deps.retention.listForgotten(now - days * DAY_MS, FORGOTTEN_BATCH)) {
    if (await deps.operations.cancelOrder(id, now, status))
      await deps.events.append('order-forgotten', { orderId: id });
  }
}
