/** Addresses of customers' environments. */

/** Fills `{tenant}` in an address template with a valid subdomain. */
export function tenantUrl(template: string, subdomain: string): string {
  return template.replaceAll('{tenant}', subdomain);
}

/** The environment used in the documentation's examples. */
export const EXAMPLE_ENVIRONMENT = 'https://aurora.exemplo.com.br';

/** An address without its scheme, as people read it: `https://acme.vigia.example` → `acme.vigia.example`. */
export function shownAddress(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
