/**
 * Delivers the list of admitted accounts to an environment: to its companion, which applies it at once, and to its
 * application, for a companion that restarts without its data.
 *
 * Owns: both deliveries, each recorded when done. After a crash at any step the list stays due, and the scheduled job
 * sends the newest one; the companion never replaces a list by an older one.
 */
import type { Deps } from '#functions/compose.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySideIn } from '#functions/platform/side-by-side.ts';
import type { OwedList } from './admitted-store.ts';

type Needs = NeedsOf<typeof applyStanding> & Pick<Deps, 'admittedLists' | 'admission' | 'logger'>;

/** Per cluster and run. */
const LISTS_AT_ONCE = 20;
const RETRY_MS = 30_000;

/** Delivers an environment's list now, unless another worker does; a failure is left to the scheduled job. */
export async function sendAdmittedNow(needs: Needs, orderId: string): Promise<void> {
  const owed = await needs.admittedLists.claimOf(orderId, needs.clock.now());
  if (owed !== null) await sendSafely(needs, owed);
}

/** Delivers every list that is due. */
export async function sendAdmittedLists(needs: Needs): Promise<void> {
  await sideBySideIn(
    ({ cluster }) => cluster,
    await needs.admittedLists.claimDue(needs.clock.now(), LISTS_AT_ONCE),
    (owed) => sendSafely(needs, owed),
    ({ orderId }, error) => needs.logger.warn('admitted-list-postponed', { orderId, error }),
  );
}

async function sendSafely(needs: Needs, owed: OwedList): Promise<void> {
  const { orderId } = owed;
  // In parallel: a companion that is down gets the list through its application.
  const outcomes = await Promise.allSettled([
    owed.isSent ? undefined : sendToCompanion(needs, owed),
    owed.isApplied ? undefined : writeToApplication(needs, owed),
  ]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  // Also after success: a change made meanwhile is due at once.
  await needs.admittedLists.postpone(orderId, needs.clock.now() + (failed === undefined ? 0 : RETRY_MS));
  if (failed !== undefined)
    needs.logger.warn('admitted-list-postponed', { orderId, error: failed.reason as unknown });
}

async function sendToCompanion(needs: Needs, { orderId, subdomain }: OwedList): Promise<void> {
  const list = await needs.admittedLists.read(orderId);
  await needs.admission.admit(subdomain, list);
  await needs.admittedLists.noteSent(orderId, list.revision);
}

async function writeToApplication(needs: Needs, { orderId }: OwedList): Promise<void> {
  const { revision } = await needs.admittedLists.read(orderId);
  // An open call makes `applyStanding` write the application even though the standing is unchanged.
  const call = await needs.ledger.beginCall(orderId, needs.clock.now());
  if ((await applyStanding(needs, orderId, [call])) === null)
    throw new Error('the standing is not known yet');
  await needs.admittedLists.noteApplied(orderId, revision);
}
