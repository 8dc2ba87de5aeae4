/** After a change of who may enter: the group, then the list of admitted accounts; what fails is owed. */
import type { NeedsOf } from '#functions/platform/needs.ts';
import { followGroupNow } from './follow-group.ts';
import { sendAdmittedNow } from './send-admitted.ts';

type Needs = NeedsOf<typeof followGroupNow> & NeedsOf<typeof sendAdmittedNow>;

/** Gives or takes the access of an account as its membership now says. */
export async function carryAccess(needs: Needs, orderId: string, subject: string): Promise<void> {
  await Promise.all([followGroupNow(needs, subject), sendAdmittedNow(needs, orderId)]);
}
