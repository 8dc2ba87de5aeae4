/** Notas fiscais that are due: new ones, those of money that went back, and those that wait for the city hall. */
import { startOfDay } from '#domain/billing/days.ts';
import type { Logger } from '#functions/platform/logger.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { type FiscalSetting, workNote } from './work-note.ts';

type Needs = NeedsOf<typeof workNote> & {
  /** `null` where the operator issues none. */
  readonly fiscal: FiscalSetting | null;
  readonly logger: Logger;
};

/** The processor counts every request; what is left is due a minute later. */
const BATCH = 10;
const NEW_AT_ONCE = 200;
/** Longer than the calls about one may take together, lost ones included; its turn comes again then. */
const LEASE_MS = 600_000;

async function workDueNotes(needs: Needs): Promise<void> {
  const { fiscal, fiscalNotes, clock, logger } = needs;
  if (fiscal === null) return;
  const now = clock.now();
  await fiscalNotes.addWanted(startOfDay(fiscal.since), now, NEW_AT_ONCE);
  await fiscalNotes.markUnwanted(now, NEW_AT_ONCE);
  await sideBySide(
    await fiscalNotes.claimDue(now, now + LEASE_MS, BATCH),
    (note) => workNote(needs, fiscal, note),
    ({ orderId, paymentId }, error) => logger.warn('fiscal-note-postponed', { orderId, paymentId, error }),
  );
}

export const fiscalJobs = { fiscalNotes: workDueNotes };
