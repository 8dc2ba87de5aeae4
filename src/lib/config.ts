/** The operator's settings for this build, validated once. Use `config`, never `import.meta.env`. */
import siteJson from '#content/site.json' with { type: 'json' };
import { tenantUrl as fillTemplate } from '#domain/subdomain/tenant-url.ts';
import { type PublicConfig, readPublicConfig } from '#lib/public-config.ts';

export const config: PublicConfig = readPublicConfig(import.meta.env, siteJson);

/** Pages of the sign-in service about one's own account: name, e-mail, password, second factor. */
export const accountPagesUrl = `${config.keycloak.url}/realms/${config.keycloak.realm}/account`;

/** Address of a customer's environment: `tenantUrl('acme')` → `http://acme.localhost:4334`. */
export function tenantUrl(tenant: string): string {
  return fillTemplate(config.tenantUrlTemplate, tenant);
}
