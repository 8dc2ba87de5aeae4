/**
 * Applies a change of who may enter to the group and to the list of admitted accounts. The scheduled run repeats a
 * failure.
 */
import type { Deps } from '#functions/compose.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import { groupWork } from './follow-group.ts';
import { admittedWork } from './send-admitted.ts';

type Needs = NeedsOf<typeof groupWork.run> &
  NeedsOf<typeof admittedWork.run> &
  Pick<Deps, 'people' | 'work' | 'logger'>;

/** Grants or revokes an account's access, as its membership says. */
export async function carryAccess(needs: Needs, orderId: string, subject: string): Promise<void> {
  const memberships = await needs.people.listMemberships(subject);
  await Promise.all([runWorkNow(needs, groupWork, memberships), runWorkNow(needs, admittedWork, [orderId])]);
}
