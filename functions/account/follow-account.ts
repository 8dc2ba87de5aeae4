/**
 * Follows what a token says of its account: name and e-mail go into the live order, or the membership (LGPD, art. 18, III), and from the first
 * token that carries another proven address the alerts go there, and not to the old one any more.
 */
import { followMember, followOwner } from '#functions/alerts/follow-owner.ts';
import type { Deps } from '#functions/compose.ts';
import { followOrderAccount } from '#functions/orders/store.ts';
import { findMembership, followMembership } from '#functions/tenants/members.ts';
import { findTenantOfOwner } from '#functions/tenants/store.ts';
import type { Identity } from '#functions/vendors/identity.ts';

/** Addresses that one Worker remembers. */
const REMEMBERED_MAX = 1_000;

/** Idempotent. */
export async function followAccount(needs: Deps, identity: Identity): Promise<void> {
  if (await followOrderAccount(needs.db, identity)) {
    const tenant = await findTenantOfOwner(needs.db, identity.subject);
    if (tenant !== null) await followOwner(needs, tenant.orderId);
  }
  const membership = await findMembership(needs.db, identity.subject);
  if (membership === null) return;
  await followMembership(needs.db, identity);
  await followMember(needs, membership);
}

/**
 * Follows another proven address at every call of an account: a Worker asks the database once for each address. Everything
 * else is followed by the account's own page.
 */
export function createAddressFollower(needs: Deps): (identity: Identity) => Promise<void> {
  const followed = new Map<string, string>();
  return async (identity) => {
    const { subject, email, emailVerified } = identity;
    if (email === null || !emailVerified || followed.get(subject) === email) return;
    await followAccount(needs, { ...identity, name: null });
    if (followed.size >= REMEMBERED_MAX) followed.clear();
    followed.set(subject, email);
  };
}
