/** A second Argo CD with environments of its own, beside those of the stack. */
import { localSecrets } from '#dev/local-values.ts';
import type { StackAddresses } from '#dev/ports.ts';

/** Above the ports of the stack, within the block that a run of the tests holds. */
export function secondCluster({ sitePort }: Pick<StackAddresses, 'sitePort'>) {
  const [argocdPort, tenantsPort] = [sitePort + 18, sitePort + 19];
  return {
    argocdPort,
    tenantsPort,
    argocdUrl: `http://localhost:${argocdPort}`,
    tenantsUrl: `http://localhost:${tenantsPort}`,
    probeUrl: `http://localhost:${tenantsPort}/__probe/{tenant}`,
    token: `${localSecrets.argocdToken}-of-the-second`,
  };
}
