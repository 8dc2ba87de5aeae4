/**
 * Scheduled work on notas fiscais: new ones, cancellations after refunds, and those the city hall has not answered yet.
 */
import { startOfDay } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { forEachConcurrently } from '#functions/platform/concurrently.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { workNote } from './work-note.ts';

/** The processor limits requests; the rest is due a minute later. */
const BATCH = 10;
const NEW_AT_ONCE = 200;
/** Longer than the calls about one nota may take together, timeouts included; then it is claimed again. */
const LEASE_MS = 600_000;

async function workDueNotes(
  needs: NeedsOf<typeof workNote> & Pick<Deps, 'fiscal' | 'logger'>,
): Promise<void> {
  const { fiscal, fiscalNotes, clock, logger } = needs;
  if (fiscal === null) return;
  const now = clock.now();
  await fiscalNotes.addWanted(startOfDay(fiscal.since), now, NEW_AT_ONCE);
  await fiscalNotes.markUnwanted(now, NEW_AT_ONCE);
  await forEachConcurrently(
    await fiscalNotes.claimDue(now, now + LEASE_MS, BATCH),
    (note) => workNote(needs, fiscal, note),
    ({ orderId, paymentId }, error) => logger.warn('fiscal-note-postponed', { orderId, paymentId, error }),
  );
}

export const fiscalJobs = { fiscalNotes: workDueNotes };
