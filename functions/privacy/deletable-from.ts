/**
 * When an environment may be deleted after its owner's request: at once, or after the members' notice.
 *
 * Owns: that the deletion waits for the notice. Its length, and who was notified, is in people/deletion-notice.ts.
 */
import type { Deps } from '#functions/compose.ts';
import { noticeUntil, notifyMembers } from '#functions/people/deletion-notice.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';

type Needs = NeedsOf<typeof noticeUntil>;

/**
 * Sends no mail.
 * @returns Milliseconds UTC: the environment may be deleted from then on.
 */
export async function deletableFrom(
  needs: Needs,
  { orderId, requestedAt }: { readonly orderId: string | null; readonly requestedAt: number },
): Promise<number> {
  const until = orderId === null ? null : await noticeUntil(needs, orderId, requestedAt);
  return until ?? requestedAt;
}

/**
 * Notifies the members of an account's environment, once; safe to repeat.
 * @param at Start of the notice for members who have none yet.
 * @returns As `noticeUntil`; `null` too for an account without an environment.
 */
export async function announce(
  needs: Needs & Pick<Deps, 'tenants'>,
  subject: string,
  at: number,
): Promise<number | null> {
  const tenant = await needs.tenants.findBySubject(subject);
  return tenant === null ? null : notifyMembers(needs, tenant, at);
}
