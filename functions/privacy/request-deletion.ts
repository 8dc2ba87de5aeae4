/** A person asks for the deletion of their own account: noted here, worked by the scheduled job (deletion-jobs.ts). */
import type { OwnDataResponse } from '#domain/contracts/own-data.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { PlanChangeStore } from '#functions/plan-change/store.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { isConfirmed, liveOrder } from './delete-customer.ts';
import type { DeletionStore } from './deletion-store.ts';
import { announce, goesAt } from './goes-at.ts';
import { ownRows } from './preview-deletion.ts';
import type { CustomerStore } from './store.ts';

type Needs = NeedsOf<typeof announce> & {
  readonly customers: CustomerStore;
  readonly deletions: DeletionStore;
  readonly planChanges: PlanChangeStore;
  readonly clock: Clock;
};

/** Whether a deletion of this account is under way. */
export async function readOwnData(
  { deletions }: Pick<Needs, 'deletions'>,
  { subject }: Pick<Identity, 'subject'>,
): Promise<OwnDataResponse> {
  const open = await deletions.findOpen(subject);
  if (open === null) return {};
  const { requestedAt, goesAt: at } = open;
  return { exclusao: { pedidaEm: new Date(requestedAt).toISOString(), saiEm: new Date(at).toISOString() } };
}

/**
 * Asks for the deletion of the caller's account; who works in its environment is told. Asking again, also from another
 * tab, changes nothing.
 * @param confirma Repeats the subdomain or the e-mail.
 * @throws DomainError `validation-failed` where it does not; `upgrade-open` while a plan is being bought.
 */
export async function requestDeletion(
  needs: Needs,
  identity: Identity,
  confirma: string,
): Promise<OwnDataResponse> {
  const { subject, emailVerified } = identity;
  const customer = await ownRows(needs, identity);
  if (!isConfirmed(customer, confirma))
    throw new DomainError('validation-failed', { fields: { confirma: message('own-data.confirm-differs') } });
  const live = liveOrder(customer);
  if (live !== undefined && (await needs.planChanges.findOpen(live.id)) !== null)
    throw new DomainError('upgrade-open');
  const requestedAt = needs.clock.now();
  const from = await goesAt(needs, { orderId: live?.id ?? null, requestedAt });
  // A proven address before one that was only typed.
  const email = emailVerified ? identity.email : (live?.email ?? identity.email);
  // The row first: should nobody be told any more, the job tells them.
  if (await needs.deletions.begin({ subject, email, requestedAt, goesAt: from }))
    await announce(needs, subject, requestedAt);
  return readOwnData(needs, identity);
}
