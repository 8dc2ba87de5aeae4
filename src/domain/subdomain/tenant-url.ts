/** Addresses of customers' environments. */

/** Fills `{tenant}` in an address template with a proved subdomain. */
export function tenantUrl(template: string, subdomain: string): string {
  return template.replaceAll('{tenant}', subdomain);
}

/** The environment that examples in the documentation show. */
export const EXAMPLE_ENVIRONMENT = 'https://acme.exemplo.com.br';

/** An address as people read it, without the scheme: `https://acme.vigia.example` → `acme.vigia.example`. */
export function shownAddress(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
