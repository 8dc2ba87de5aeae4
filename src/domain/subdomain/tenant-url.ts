/** Addresses of customers' environments. */

/** Fills `{tenant}` in an address template with a proved subdomain. */
export function tenantUrl(template: string, subdomain: string): string {
  return template.replaceAll('{tenant}', subdomain);
}

/** An address as people read it, without the scheme: `https://acme.vigia.example` → `acme.vigia.example`. */
export function shownAddress(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
