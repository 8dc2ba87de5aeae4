/**
 * Carries out the deletions that people requested in `/conta`, with the code of the operators' command.
 *
 * Owns: the order of the steps and the recovery after a crash. The renewal ends first. After the members' notice
 * everything is deleted; the person gets a mail when a search finds only data that must be kept.
 */
import { codeOf, DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { announce } from './deletable-from.ts';
import { deletePerson } from './delete-customer.ts';
import type { Deletion } from './deletion-store.ts';
import { DELETED_MAIL, type DeletedPayload } from './mail.ts';
import { type Person, requirePerson } from './require-person.ts';
import { noCustomer } from './store.ts';

const BATCH = 5;
/** Shorter than cron's minute, so that an unfinished deletion is checked at every run. */
const AGAIN_MS = 5_000;
/**
 * A request that was running when the deletion was requested may still create something, such as an order. It is over
 * after this time, and a last run deletes what it created.
 */
const SETTLE_MS = 180_000;
/** Interval for deletions that wait for the members' notice: a member's agreement may have been interrupted. */
const WAITING_MS = 3_600_000;
/** After this time operators are notified. */
const STUCK_MS = 24 * 3_600_000;

type Needs = NeedsOf<typeof deletePerson> &
  NeedsOf<typeof requirePerson> &
  NeedsOf<typeof cancelSubscription> &
  NeedsOf<typeof announce> &
  NeedsOf<typeof notifyOperators> &
  Pick<Deps, 'deletions' | 'clock' | 'logger'>;

async function workDeletions(needs: Needs): Promise<void> {
  const { deletions, clock, logger } = needs;
  await deletions.deleteSentMail(DELETED_MAIL);
  await sideBySide(
    await deletions.claimDue(clock.now(), BATCH),
    (deletion) => work(needs, deletion),
    async (deletion, error) => {
      const code = codeOf(error);
      logger.warn('deletion-postponed', { code, error });
      await postpone(needs, deletion, clock.now() + AGAIN_MS, code);
    },
  );
}

async function work(needs: Needs, deletion: Deletion): Promise<void> {
  const { subject, requestedAt } = deletion;
  const now = needs.clock.now();
  // Whatever the row says, nothing is deleted while a member has notice.
  const until = await announce(needs, subject, now);
  if (until !== null) {
    await endRenewal(needs, subject);
    await needs.deletions.hold(deletion, until, Math.min(until, now + WAITING_MS));
    return;
  }
  await needs.deletions.hasten(subject, now);
  const { isDone, left, kept } = await deletePerson(needs, await personOf(needs, deletion));
  if (!isDone) return postpone(needs, deletion, needs.clock.now() + AGAIN_MS, left.join('; '));
  const settled = requestedAt + SETTLE_MS;
  if (needs.clock.now() < settled) {
    await needs.deletions.postpone(subject, settled, null);
    return;
  }
  const payload: DeletedPayload = {
    to: deletion.email,
    kept: kept.map(({ title, period, basis, until = null }) => ({ title, period, basis, until })),
  };
  const mail = mailOf(`${DELETED_MAIL}-${subject}-${requestedAt}`, DELETED_MAIL, payload);
  await needs.deletions.finish(subject, deletion.email === null ? null : mail, needs.clock.now());
}

/** The person, as far as still known; after a crash the account may be gone while rows with its address remain. */
async function personOf(needs: Needs, { subject, email }: Deletion): Promise<Person> {
  const known = await requirePerson(needs, subject).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not-found')
      return { ...noCustomer, subjects: [subject], accounts: [] };
    throw error;
  });
  return email === null ? known : { ...known, emails: [...new Set([...known.emails, email])] };
}

/** Stops charges during the members' notice. A free plan and an ended contract have nothing to cancel. */
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
  { subject, deletableAt, requestedAt }: Deletion,
  dueAt: number,
  remains: string,
): Promise<void> {
  await needs.deletions.postpone(subject, dueAt, remains);
  if (needs.clock.now() < deletableAt + STUCK_MS) return;
  await notifyOperators(needs, 'deletion-stuck', {
    subdomain: null,
    reference: `deletion-${requestedAt}`,
    who: subject,
    amountCentavos: null,
  });
}

export const deletionJobs = { deletions: workDeletions };
