/**
 * Follows what a token says of its account: name and e-mail go into the live order (LGPD, art. 18, III), and from the first
 * token that carries another proven address the alerts go there, and not to the old one any more.
 */
import { followOwner } from '#functions/alerts/follow-owner.ts';
import type { Deps } from '#functions/compose.ts';
import { followOrderAccount } from '#functions/orders/store.ts';
import { findTenantOfOwner } from '#functions/tenants/store.ts';
import type { Identity } from '#functions/vendors/identity.ts';

/** Accounts that one Worker remembers. */
const REMEMBERED_MAX = 1_000;

/** Idempotent. */
export async function followAccount(needs: Deps, identity: Identity): Promise<void> {
  if (!(await followOrderAccount(needs.db, identity))) return;
  const tenant = await findTenantOfOwner(needs.db, identity.subject);
  if (tenant !== null) await followOwner(needs, tenant.orderId);
}

/** As `followAccount`, for every call of an account: a Worker asks the database once for each content of its tokens. */
export function createAccountFollower(needs: Deps): (identity: Identity) => Promise<void> {
  const followed = new Map<string, string>();
  return async (identity) => {
    const { subject, email, emailVerified, name } = identity;
    const content = JSON.stringify([email, emailVerified, name]);
    if (followed.get(subject) === content) return;
    await followAccount(needs, identity);
    if (followed.size >= REMEMBERED_MAX) followed.clear();
    followed.set(subject, content);
  };
}
