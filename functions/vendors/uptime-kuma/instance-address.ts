/** The address of a tenant's instance. */

/** Only a valid host name label may be put into the address. */
const subdomainShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The template with the subdomain filled in, or `null` for an invalid subdomain. */
export function instanceAddress(urlTemplate: string, subdomain: string): string | null {
  return subdomainShape.test(subdomain) ? urlTemplate.replaceAll('{tenant}', subdomain) : null;
}
