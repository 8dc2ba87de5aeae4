/**
 * Which tenant an account belongs to, read from the `groups` claim.
 *
 * Owns: the derivation rule (requirements 000 §3). Does not own: whether the tenant exists or belongs to the caller;
 * the functions also compare it with the stored tenant.
 */

import { checkSubdomain } from '../subdomain/subdomain.ts';

const TENANT_PREFIX = 'tenant:';

/** Name of the group that marks the members of a tenant. */
export function tenantGroupName(subdomain: string): string {
  return `${TENANT_PREFIX}${subdomain}`;
}

/**
 * Uses the first entry that starts with `tenant:`. Without one, uses the first entry without its leading slash, if that
 * is a valid environment name; `operators` and `/empresa/acme` are not. `/tenant:` also counts, because a realm may
 * send full paths.
 *
 * @returns `null` when there are no groups, or none can name a tenant.
 */
export function deriveTenant(groups: readonly string[]): string | null {
  const names = groups.map((group) => group.replace(/^\//, ''));
  const marked = names.find((name) => name.startsWith(TENANT_PREFIX))?.slice(TENANT_PREFIX.length);
  if (marked !== undefined) return marked === '' ? null : marked;
  const [first] = names;
  const checked = first === undefined ? undefined : checkSubdomain(first);
  // Groups must match exactly; only people's typing is normalised.
  return checked?.ok && checked.value === first ? first : null;
}
