/**
 * Addresses of the local stack.
 *
 * Owns: the port of each local service, and its URL for browser and Worker. `PORT` moves all of them: the site uses
 * `PORT`, the stand-ins start at `PORT + 10` (4321 → 4331, 5000 → 5010).
 */
export interface StackAddresses {
  /** Port of the site and the API; the base of all others. */
  readonly sitePort: number;
  readonly identityPort: number;
  readonly asaasPort: number;
  readonly argocdPort: number;
  readonly tenantsPort: number;
  readonly mailPort: number;
  readonly cepPort: number;
  readonly turnstilePort: number;
  readonly telegramPort: number;
  readonly robotPort: number;
  readonly otherNetworkPort: number;
  readonly channelsPort: number;
  /** In development the site uses the public port and proxies `/api` to the Worker on this one. */
  readonly devWorkerPort: number;
  /** Origins without a trailing slash, reachable from the browser and from the Worker. */
  readonly siteUrl: string;
  readonly identityUrl: string;
  readonly asaasUrl: string;
  readonly argocdUrl: string;
  /** Also the sign-in's. */
  readonly tenantsUrl: string;
  readonly mailUrl: string;
  readonly cepUrl: string;
  readonly turnstileUrl: string;
  readonly telegramUrl: string;
  readonly robotUrl: string;
  readonly otherNetworkUrl: string;
  readonly channelsUrl: string;
  /** The site's server under another host name, as a separate origin for the challenge page. */
  readonly challengeUrl: string;
  /** Address shown to a customer; `{tenant}` is replaced by the subdomain. */
  readonly tenantUrlTemplate: string;
  /** Address for the probe, with the tenant in the path, because many resolvers do not know `*.localhost`. */
  readonly tenantProbeUrlTemplate: string;
}

/** Site port when `PORT` is not set. */
export const DEFAULT_SITE_PORT = 4321;
/** Derives every address of the local stack from the site's port. */
export function stackAddresses(sitePort: number = DEFAULT_SITE_PORT): StackAddresses {
  const at = (offset: number): number => sitePort + offset;
  const local = (port: number): string => `http://localhost:${port}`;
  return {
    sitePort,
    identityPort: at(10),
    asaasPort: at(11),
    argocdPort: at(12),
    tenantsPort: at(13),
    mailPort: at(14),
    cepPort: at(15),
    devWorkerPort: at(16),
    turnstilePort: at(17),
    telegramPort: at(18),
    robotPort: at(19),
    otherNetworkPort: at(20),
    channelsPort: at(21),
    siteUrl: local(sitePort),
    identityUrl: local(at(10)),
    asaasUrl: local(at(11)),
    argocdUrl: local(at(12)),
    tenantsUrl: local(at(13)),
    mailUrl: local(at(14)),
    cepUrl: local(at(15)),
    turnstileUrl: local(at(17)),
    telegramUrl: local(at(18)),
    robotUrl: local(at(19)),
    otherNetworkUrl: local(at(20)),
    channelsUrl: local(at(21)),
    challengeUrl: `http://desafio.localhost:${sitePort}`,
    tenantUrlTemplate: `http://{tenant}.localhost:${at(13)}`,
    tenantProbeUrlTemplate: `http://localhost:${at(13)}/__probe/{tenant}`,
  };
}
