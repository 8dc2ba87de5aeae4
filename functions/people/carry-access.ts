/**
 * Applies a change of who may enter to the group and to the list of admitted accounts. The scheduled jobs repeat a
 * failure.
 */
import type { NeedsOf } from '#functions/platform/needs.ts';
import { followGroupNow } from './follow-group.ts';
import { sendAdmittedNow } from './send-admitted.ts';

/** Grants or revokes an account's access, as its membership says. */
export async function carryAccess(
  needs: NeedsOf<typeof followGroupNow> & NeedsOf<typeof sendAdmittedNow>,
  orderId: string,
  subject: string,
): Promise<void> {
  await Promise.all([followGroupNow(needs, subject), sendAdmittedNow(needs, orderId)]);
}
