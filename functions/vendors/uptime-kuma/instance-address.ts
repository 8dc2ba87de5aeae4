/** Where a tenant's instance answers. */

/** Only a valid part of a host name may reach the address. */
const subdomainShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The template with the subdomain in it, or `null` for a name that is no subdomain. */
export function instanceAddress(urlTemplate: string, subdomain: string): string | null {
  return subdomainShape.test(subdomain) ? urlTemplate.replaceAll('{tenant}', subdomain) : null;
}
