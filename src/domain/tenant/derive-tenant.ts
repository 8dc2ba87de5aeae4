/**
 * Which tenant an account belongs to, read from the `groups` claim.
 *
 * Owns: the derivation rule (requirements 000 §3). Does not own: whether that tenant exists or is the caller's;
 * the functions compare it with the stored tenant as well.
 */

import { checkSubdomain } from '../subdomain/subdomain.ts';

const TENANT_PREFIX = 'tenant:';

/** Name of the group that marks the members of a tenant. */
export function tenantGroupName(subdomain: string): string {
  return `${TENANT_PREFIX}${subdomain}`;
}

/**
 * The first entry that starts with `tenant:` gives the text after the colon; without one, the first entry counts, less
 * its leading slash, if an environment could have that name: `operators` and `/empresa/acme` are groups of something
 * else. A slash before `tenant:` (a realm that sends full paths) is looked through.
 *
 * @returns `null` for no groups, and for groups of which none can be a tenant's.
 */
export function deriveTenant(groups: readonly string[]): string | null {
  const names = groups.map((group) => group.replace(/^\//, ''));
  const marked = names.find((name) => name.startsWith(TENANT_PREFIX))?.slice(TENANT_PREFIX.length);
  if (marked !== undefined) return marked === '' ? null : marked;
  const [first] = names;
  const checked = first === undefined ? undefined : checkSubdomain(first);
  // Compared as it is written: a group is no typed name.
  return checked?.ok && checked.value === first ? first : null;
}
