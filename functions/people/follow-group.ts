/**
 * Keeps the group at the identity provider in line with the memberships: accounts with access are in it, others are
 * not.
 *
 * Every change of a membership marks the group as due in its own transaction. It is updated at once; after a failure
 * the scheduled job repeats it.
 */
import { tenantGroupName } from '#domain/tenant/derive-tenant.ts';
import type { Deps } from '#functions/compose.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import type { OwedGroup } from './people-store.ts';

type Needs = Pick<Deps, 'people' | 'identity' | 'clock' | 'logger'>;

const GROUPS_AT_ONCE = 20;
const RETRY_MS = 30_000;

/** Updates the group of one account now; a failure is left to the scheduled job. */
export async function followGroupNow(needs: Needs, subject: string): Promise<void> {
  const now = needs.clock.now();
  await followAll(needs, await needs.people.claimGroupsOf(subject, now), now);
}

/** Updates every group that is due. */
export async function followGroups(needs: Needs): Promise<void> {
  const now = needs.clock.now();
  await followAll(needs, await needs.people.claimGroups(now, GROUPS_AT_ONCE), now);
}

const followAll = (needs: Needs, owed: readonly OwedGroup[], now: number): Promise<void> =>
  sideBySide(
    owed,
    async ({ id, subdomain, subject, isIn }) => {
      const group = tenantGroupName(subdomain);
      if (isIn) await needs.identity.addMember(await needs.identity.ensureGroup(group), subject);
      else await needs.identity.removeMember(group, subject);
      await needs.people.groupDone(id, now, needs.clock.now());
    },
    async ({ id, orderId }, error) => {
      needs.logger.warn('group-postponed', { orderId, error });
      await needs.people.postponeGroup(id, needs.clock.now() + RETRY_MS);
    },
  );
