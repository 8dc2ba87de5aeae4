/** Every address that follows from the two domains, each derived here and nowhere else. Pure. */

/** The project's names in Argo CD and Keycloak, as deploy/ writes them. */
export const ARGOCD_PROJECT = 'vigia-tenants';

export interface Names {
  readonly siteUrl: string;
  readonly authHost: string;
  readonly argocdHost: string;
  readonly signInHost: string;
  readonly tenantHost: string;
  readonly tenantTemplate: string;
}

/**
 * A host beside the site, one label below the zone: Cloudflare's certificate covers no deeper one, and identity has to be
 * of the same registrable domain as the site.
 */
function beside(site: string, zone: string, name: string): string {
  const prefix = site === zone ? '' : site.slice(0, -zone.length - 1);
  return prefix === '' || prefix === 'www'
    ? `${name}.${zone}`
    : `${prefix.replaceAll('.', '-')}-${name}.${zone}`;
}

/**
 * @param site Host of the site.
 * @param zone The zone that holds it.
 * @param tenants Domain of the environments.
 */
export function namesOf(site: string, zone: string, tenants: string): Names {
  return {
    siteUrl: `https://${site}`,
    authHost: beside(site, zone, 'auth'),
    argocdHost: beside(site, zone, 'argocd'),
    signInHost: `entrar.${tenants}`,
    tenantHost: tenants,
    tenantTemplate: `https://{tenant}.${tenants}`,
  };
}
