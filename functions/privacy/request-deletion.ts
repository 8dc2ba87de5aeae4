/** Accepts a person's request to delete their own account; the scheduled job carries it out (work-deletion.ts). */
import type { OwnDataResponse } from '#domain/api-schemas/privacy.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { noticeUntil, notifyMembers } from '#functions/people/deletion-notice.ts';
import { findOpenPlanChange } from '#functions/plan-change/store.ts';
import { beginDeletion, findOpenDeletion } from '#functions/platform/deletions.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { isConfirmed, liveOrder } from './delete-customer.ts';
import { ownRows } from './preview-deletion.ts';

/** Whether a deletion of this account is open. */
export async function readOwnData(
  { db }: Pick<Deps, 'db'>,
  { subject }: Pick<Identity, 'subject'>,
): Promise<OwnDataResponse> {
  const open = await findOpenDeletion(db, subject);
  if (open === null) return {};
  const { requestedAt, deletableAt: at } = open;
  return {
    deletion: { requestedAt: new Date(requestedAt).toISOString(), removalAt: new Date(at).toISOString() },
  };
}

/**
 * Requests the deletion of the caller's account and notifies the members of its environment. Idempotent, also from
 * another tab.
 * @param confirm Repeats the subdomain or the e-mail.
 * @throws DomainError `validation-failed` when it does not; `upgrade-open` while a plan is being bought.
 */
export async function requestDeletion(
  needs: Deps,
  identity: Identity,
  confirm: string,
): Promise<OwnDataResponse> {
  const { subject, emailVerified } = identity;
  const customer = await ownRows(needs, identity);
  if (!isConfirmed(customer, confirm))
    throw new DomainError('validation-failed', { fields: { confirm: message('own-data.confirm-differs') } });
  const live = liveOrder(customer);
  if (live !== undefined && (await findOpenPlanChange(needs.db, live.id)) !== null)
    throw new DomainError('upgrade-open');
  const requestedAt = needs.clock.now();
  const notice = live === undefined ? null : await noticeUntil(needs, live.id, requestedAt);
  // Prefer a verified address.
  const email = emailVerified ? identity.email : (live?.email ?? identity.email);
  // Row first: if the notices are interrupted, the job sends them.
  const deletion = { subject, email, requestedAt, deletableAt: notice ?? requestedAt };
  if (await beginDeletion(needs.db, deletion, live?.id)) await notifyMembers(needs, subject, requestedAt);
  return readOwnData(needs, identity);
}
