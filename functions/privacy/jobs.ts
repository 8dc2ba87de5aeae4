/**
 * Deletes what is older than its period in content/legal/retention.json.
 *
 * A few rows per run, so that runs are short and a large backlog is spread over many.
 */
import { DAY_MS } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { markCancelled } from '#functions/orders/closing-rows.ts';
import { forEachConcurrently } from '#functions/platform/concurrently.ts';
import { listForgotten, purge, purgedDays } from './retention-store.ts';

const BATCH = 200;
const FORGOTTEN_BATCH = 20;

type Needs = Pick<Deps, 'db' | 'retention' | 'clock' | 'logger'>;

async function enforceRetention(needs: Needs): Promise<void> {
  const { db, retention, clock, logger } = needs;
  const now = clock.now();
  await forEachConcurrently([...purgedDays(retention)], async ([entryId, days]) => {
    const removed = await purge(db, entryId, now - days * DAY_MS, BATCH);
    if (removed > 0) logger.info('retention', { entryId, removed });
  });
  await cancelForgotten(needs);
}

/**
 * An abandoned order may still have an open charge or a partial environment, so it is cancelled first and deleted
 * later. An order that was paid or retried meanwhile is not abandoned.
 */
async function cancelForgotten({ db, retention, clock }: Needs): Promise<void> {
  const days = purgedDays(retention).get('abandoned-orders');
  if (days === undefined) return;
  const now = clock.now();
  for (const { id, status } of await listForgotten(db, now - days * DAY_MS, FORGOTTEN_BATCH)) {
    await markCancelled(db, id, now, status, null, {
      events: [{ kind: 'order-forgotten', orderId: id }],
    });
  }
}

export const privacyJobs = { retention: enforceRetention };
