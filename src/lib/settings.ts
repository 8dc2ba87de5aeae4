/**
 * The operator's settings for what runs in the browser.
 *
 * The build validates them and writes the values here (astro.config.mjs), so that no page carries the rules of
 * public-config.ts or all of content/site.json. Pages that the build makes read `config` of config.ts.
 */
import { tenantUrl as fillTemplate } from '#domain/subdomain/tenant-url.ts';
import type { Settings } from '#lib/public-config.ts';

declare const VIGIA_SETTINGS: Settings;

export const settings: Settings = VIGIA_SETTINGS;

/** Pages of the sign-in service about one's own account: name, e-mail, password, second factor. */
export const accountPagesUrl = `${settings.keycloak.url}/realms/${settings.keycloak.realm}/account`;

/** Address of a customer's environment: `tenantUrl('acme')` → `http://acme.localhost:4334`. */
export function tenantUrl(tenant: string): string {
  return fillTemplate(settings.tenantUrlTemplate, tenant);
}
