/**
 * Keeps the promise of content/legal/retention.json: what is older than its period goes.
 *
 * A few rows each run, so that a run is short and a large backlog is worked off over many.
 */
import { DAY_MS } from '#domain/billing/days.ts';
import type { OperationsStore } from '#functions/operations/store.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { EventLog } from '#functions/platform/events.ts';
import type { Logger } from '#functions/platform/logger.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import type { RetentionStore } from './retention-store.ts';

const BATCH = 200;
const FORGOTTEN_BATCH = 20;

interface Needs {
  readonly retention: RetentionStore;
  /** Days after which rows go, by entry. */
  readonly retentionDays: ReadonlyMap<string, number>;
  readonly operations: OperationsStore;
  readonly events: EventLog;
  readonly clock: Clock;
  readonly logger: Logger;
}

async function enforceRetention(needs: Needs): Promise<void> {
  const { retention, retentionDays, clock, logger } = needs;
  const now = clock.now();
  await sideBySide([...retentionDays], async ([entryId, days]) => {
    const removed = await retention.purge(entryId, now - days * DAY_MS, BATCH);
    if (removed > 0) logger.info('retention', { entryId, removed });
  });
  await cancelForgotten(needs);
}

/**
 * A forgotten order may still hold an open charge, or half an environment: it is cancelled first, and removed later.
 * One that was paid or tried again meanwhile is not forgotten.
 */
async function cancelForgotten({
  retention,
  retentionDays,
  operations,
  events,
  clock,
}: Needs): Promise<void> {
  const days = retentionDays.get('abandoned-orders');
  if (days === undefined) return;
  const now = clock.now();
  for (const { id, status } of await retention.listForgotten(now - days * DAY_MS, FORGOTTEN_BATCH)) {
    if (await operations.cancelOrder(id, now, status))
      await events.append('order-forgotten', { orderId: id });
  }
}

export const privacyJobs = { retention: enforceRetention };
