/**
 * Carries out the deletions that people requested in `/conta`, with the code of the operators' command.
 *
 * Owns: the order of the steps and the recovery after a crash. The renewal ends first. After the members' notice
 * everything is deleted; the person gets a mail when a search finds only data that must be kept.
 */
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { notifyMembers } from '#functions/people/deletion-notice.ts';
import {
  type Deletion,
  deleteSentMail,
  findOpenDeletion,
  finishDeletion,
  holdDeletion,
  isMailWaiting,
} from '#functions/platform/deletions.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { type Again, defineWork, Unfinished } from '#functions/platform/work/define-work.ts';
import { DELETION_STUCK, DELETION_WORK } from '#functions/platform/work/names.ts';
import { deletePerson } from './delete-customer.ts';
import { DELETED_MAIL, type DeletedPayload } from './mail.ts';
import { type Person, requirePerson } from './require-person.ts';
import { noCustomer } from './store.ts';

/**
 * A request that was running when the deletion was requested may still create something, such as an order. It is over
 * after this time, and a last run deletes what it created.
 */
const SETTLE_MS = 180_000;
/** Interval for deletions that wait for the members' notice: a member's agreement may have been interrupted. */
const WAITING_MS = 3_600_000;

/** Pause until the last mail was sent. */
const soon = ({ clock }: Pick<Deps, 'clock'>): Again => ({ againAt: clock.now() + 60_000 });

export const deletionWork = defineWork<Deps>({
  kind: DELETION_WORK,
  title: 'Exclusão de conta',
  perRun: 5,
  onStuck: (needs, item) =>
    notifyOperators(needs, DELETION_STUCK, {
      subdomain: null,
      reference: String(item.createdAt),
      who: item.key,
    }),
  async run(needs, { key: subject }) {
    const deletion = await findOpenDeletion(needs.db, subject);
    if (deletion !== null) return work(needs, deletion);
    // The last mail's row contains the address.
    await deleteSentMail(needs.db, DELETED_MAIL);
    return (await isMailWaiting(needs.db, `${DELETED_MAIL}-${subject}-`)) ? soon(needs) : undefined;
  },
});

async function work(needs: Deps, deletion: Deletion): Promise<Again | undefined> {
  const { subject, requestedAt } = deletion;
  const now = needs.clock.now();
  // Whatever the row says, nothing is deleted while a member has notice.
  const until = await notifyMembers(needs, subject, now);
  if (until !== null) {
    await endRenewal(needs, subject);
    await holdDeletion(needs.db, deletion, until);
    return { againAt: Math.min(until, now + WAITING_MS) };
  }
  // The last member has agreed or left.
  if (deletion.deletableAt > now) await holdDeletion(needs.db, deletion, now);
  const { isDone, left, kept } = await deletePerson(needs, await personOf(needs, deletion));
  if (!isDone) throw new Unfinished(left.join('; '));
  const settled = requestedAt + SETTLE_MS;
  if (needs.clock.now() < settled) return { againAt: settled };
  const payload: DeletedPayload = {
    to: deletion.email,
    kept: kept.map(({ title, period, basis, until = null }) => ({ title, period, basis, until })),
  };
  const mail = mailOf(`${DELETED_MAIL}-${subject}-${requestedAt}`, DELETED_MAIL, payload);
  await finishDeletion(needs.db, subject, deletion.email === null ? null : mail, needs.clock.now());
  return soon(needs);
}

/** The person, as far as still known; after a crash the account may be gone while rows with its address remain. */
async function personOf(needs: Deps, { subject, email }: Deletion): Promise<Person> {
  const known = await requirePerson(needs, subject).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not-found')
      return { ...noCustomer, subjects: [subject], accounts: [] };
    throw error;
  });
  return email === null ? known : { ...known, emails: [...new Set([...known.emails, email])] };
}

/** Stops charges during the members' notice. A free plan and an ended contract have nothing to cancel. */
async function endRenewal(needs: Deps, subject: string): Promise<void> {
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
