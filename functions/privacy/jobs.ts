/**
 * Deletes what is older than its period in content/legal/retention.json.
 *
 * A few rows per run, so that runs are short and a large backlog is spread over many.
 */
import { DAY_MS } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { forEachConcurrently } from '#functions/platform/concurrently.ts';

const BATCH = 200;
const FORGOTTEN_BATCH = 20;

type Needs = Pick<Deps, 'retention' | 'retentionDays' | 'closing' | 'clock' | 'logger'>;

async function enforceRetention(needs: Needs): Promise<void> {
  const { retention, retentionDays, clock, logger } = needs;
  const now = clock.now();
  await forEachConcurrently([...retentionDays], async ([entryId, days]) => {
    const removed = await retention.purge(entryId, now - days * DAY_MS, BATCH);
    if (removed > 0) logger.info('retention', { entryId, removed });
  });
  await cancelForgotten(needs);
}

/**
 * An abandoned order may still have an open charge or a partial environment, so it is cancelled first and deleted
 * later. An order that was paid or retried meanwhile is not abandoned.
 */
async function cancelForgotten({ retention, retentionDays, closing, clock }: Needs): Promise<void> {
  const days = retentionDays.get('abandoned-orders');
  if (days === undefined) return;
  const now = clock.now();
  for (const { id, status } of await retention.listForgotten(now - days * DAY_MS, FORGOTTEN_BATCH)) {
    await closing.cancelOrder(id, now, status, null, {
      events: [{ kind: 'order-forgotten', orderId: id }],
    });
  }
}

export const privacyJobs = { retention: enforceRetention };
