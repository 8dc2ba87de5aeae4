/**
 * Applies a change of who may enter to the group and to the list of admitted accounts. The scheduled run repeats a
 * failure.
 */
import type { Deps } from '#functions/compose.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import { listMemberships } from '#functions/tenants/members.ts';
import { groupWork } from './apply-group.ts';
import { admittedWork } from './send-admitted.ts';

/** Grants or revokes an account's access, as its membership says. */
export async function applyAccess(needs: Deps, orderId: string, subject: string): Promise<void> {
  const memberships = await listMemberships(needs.db, subject);
  await Promise.all([runWorkNow(needs, groupWork, memberships), runWorkNow(needs, admittedWork, [orderId])]);
}
