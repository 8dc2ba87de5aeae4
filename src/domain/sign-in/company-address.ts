/** The address at which the people of a company sign in at its own provider. */

/** The provider's alias in the realm. @param tenant Subdomain of the environment. */
export const companyAlias = (tenant: string): string => `empresa-${tenant}`;

const PARAMETER = 'empresa';

/** Leads to the company's provider, and after it to the account. */
export const companyPath = (tenant: string): string => `/conta?${PARAMETER}=${tenant}`;

/** Alias of the provider that an address of the site names; `null` for none. Whether there is one, the realm says. */
export function companyAliasIn(path: string): string | null {
  const [, query = ''] = path.split('#')[0]?.split('?') ?? [];
  const tenant = query
    .split('&')
    .map((pair) => pair.split('='))
    .find(([name]) => name === PARAMETER)?.[1];
  return tenant !== undefined && /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(tenant)
    ? companyAlias(tenant)
    : null;
}
