/**
 * Carries out the deletions that people asked for in `/conta`, with the same code as the operators' command.
 *
 * Owns: the order of things and what happens after a kill. The renewal ends first; then, once other people have been told,
 * everything goes; the person is mailed when a search finds nothing any more but what is kept.
 */
import { DomainError } from '#domain/errors.ts';
import { cancelSubscription } from '#functions/contract/cancel-subscription.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { Logger } from '#functions/platform/logger.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { deletePerson } from './delete-customer.ts';
import type { Deletion, DeletionStore } from './deletion-store.ts';
import { announce } from './goes-at.ts';
import { DELETED_MAIL, type DeletedPayload } from './mail.ts';
import { type Person, requirePerson } from './require-person.ts';
import { nobody } from './store.ts';

const BATCH = 5;
/** How soon something that is on its way out is looked at again. */
const AGAIN_MS = 60_000;
/**
 * A request that was under way when the deletion was asked for may still leave something, an order for one. It is over
 * after this time, and what it left goes with a last run.
 */
const SETTLE_MS = 180_000;
/** How often a deletion that waits for other people is looked at: an agreement may have been cut off. */
const WAITING_MS = 3_600_000;
/** From then on a person looks after it, too. */
const STUCK_MS = 24 * 3_600_000;

type Needs = NeedsOf<typeof deletePerson> &
  NeedsOf<typeof requirePerson> &
  NeedsOf<typeof cancelSubscription> &
  NeedsOf<typeof announce> &
  NeedsOf<typeof tellOperators> & {
    readonly deletions: DeletionStore;
    readonly clock: Clock;
    readonly logger: Logger;
  };

async function workDeletions(needs: Needs): Promise<void> {
  const { deletions, clock, logger } = needs;
  await deletions.forgetTold(DELETED_MAIL);
  await sideBySide(
    await deletions.claimDue(clock.now(), BATCH),
    (deletion) => work(needs, deletion),
    async (deletion, error) => {
      const code = error instanceof DomainError ? error.code : 'internal';
      logger.warn('deletion-postponed', { code, error });
      await postpone(needs, deletion, clock.now() + AGAIN_MS, code);
    },
  );
}

async function work(needs: Needs, deletion: Deletion): Promise<void> {
  const { subject, requestedAt } = deletion;
  const now = needs.clock.now();
  // Whatever the row says: nothing goes while somebody has notice.
  const until = await announce(needs, subject, now);
  if (until !== null) {
    await endRenewal(needs, subject);
    return needs.deletions.hold(deletion, until, Math.min(until, now + WAITING_MS));
  }
  await needs.deletions.hasten(subject, now);
  const { isDone, left, kept } = await deletePerson(needs, await personOf(needs, deletion));
  if (!isDone) return postpone(needs, deletion, needs.clock.now() + AGAIN_MS, left.join('; '));
  const settled = requestedAt + SETTLE_MS;
  if (needs.clock.now() < settled) return needs.deletions.postpone(subject, settled, null);
  const payload: DeletedPayload = {
    to: deletion.email,
    kept: kept.map(({ title, period, basis, until = null }) => ({ title, period, basis, until })),
  };
  const mail = mailOf(`${DELETED_MAIL}-${subject}-${requestedAt}`, DELETED_MAIL, payload);
  await needs.deletions.finish(subject, deletion.email === null ? null : mail, needs.clock.now());
}

/** As far as they are still known; after a kill the account may be gone and rows under its address not yet. */
async function personOf(needs: Needs, { subject, email }: Deletion): Promise<Person> {
  const known = await requirePerson(needs, subject).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not-found')
      return { ...nobody, subjects: [subject], accounts: [] };
    throw error;
  });
  return email === null ? known : { ...known, emails: [...new Set([...known.emails, email])] };
}

/** Nothing is charged while other people are told. A free plan and a contract that has ended have nothing to cancel. */
async function endRenewal(needs: Needs, subject: string): Promise<void> {
  try {
    await cancelSubscription(needs, subject);
  } catch (error) {
    const isNothing = error instanceof DomainError && nothingToCancel.has(error.code);
    if (!isNothing) throw error;
  }
}

const nothingToCancel: ReadonlySet<string> = new Set([
  'order-missing',
  'tenant-missing',
  'subscription-missing',
]);

async function postpone(
  needs: Needs,
  { subject, goesAt, requestedAt }: Deletion,
  dueAt: number,
  remains: string,
): Promise<void> {
  await needs.deletions.postpone(subject, dueAt, remains);
  if (needs.clock.now() < goesAt + STUCK_MS) return;
  await tellOperators(needs, 'deletion-stuck', {
    subdomain: null,
    reference: `deletion-${requestedAt}`,
    who: subject,
    amountCentavos: null,
  });
}

export const deletionJobs = { deletions: workDeletions };
