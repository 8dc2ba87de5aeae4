/**
 * Which tenant an account belongs to, read from the `groups` claim.
 *
 * Owns: the derivation rule (requirements 000 §3). Does not own: whether that tenant exists or is the caller's;
 * the functions compare it with the stored tenant as well.
 */

const TENANT_PREFIX = 'tenant:';

/** Name of the group that marks the members of a tenant. */
export function tenantGroupName(subdomain: string): string {
  return `${TENANT_PREFIX}${subdomain}`;
}

/**
 * The first entry that starts with `tenant:` gives the text after the colon; without one, the first entry counts,
 * less its leading slash. A slash before `tenant:` (a realm that sends full paths) is looked through.
 *
 * @returns `null` for no groups, or when what is left is empty.
 */
export function deriveTenant(groups: readonly string[]): string | null {
  const names = groups.map((group) => group.replace(/^\//, ''));
  const marked = names.find((name) => name.startsWith(TENANT_PREFIX));
  const tenant = marked === undefined ? names[0] : marked.slice(TENANT_PREFIX.length);
  return tenant ? tenant : null;
}
