/** A second Argo CD with its own environments, beside those of the stack. */
import { localSecrets } from '#dev/local-values.ts';
import type { StackAddresses } from '#dev/ports.ts';

/** Ports above those of the stack and its proxies, within the run's reserved block. */
export function secondCluster({ sitePort }: Pick<StackAddresses, 'sitePort'>) {
  const [argocdPort, tenantsPort] = [sitePort + 38, sitePort + 39];
  return {
    argocdPort,
    tenantsPort,
    argocdUrl: `http://localhost:${argocdPort}`,
    tenantsUrl: `http://localhost:${tenantsPort}`,
    probeUrl: `http://localhost:${tenantsPort}/__probe/{tenant}`,
    token: `${localSecrets.argocdToken}-of-the-second`,
  };
}
