/**
 * Routes every call about an environment to the cluster named in its row.
 *
 * The row is read for each call, so that a caller cannot forget the cluster: a call to the wrong cluster would find
 * nothing there, and a removal would seem finished.
 */
import { DomainError } from '#domain/errors.ts';
import type { Cluster, SingleCluster } from './cluster.ts';
import type { TenantAdmission, TenantCounter, TenantProbe } from './instance.ts';
import type { TenantReporter } from './instance-reports.ts';
import type { TenantLimits } from './monitor-limits.ts';

/** A cluster and the clients for its environments. */
export interface ClusterClients {
  /** Name used in rows. */
  readonly name: string;
  /** True for the cluster of rows without a cluster name. */
  readonly isDefault: boolean;
  readonly cluster: SingleCluster;
  readonly probe: TenantProbe;
  readonly counter: TenantCounter;
  readonly monitorLimits: TenantLimits;
  readonly admission: TenantAdmission;
  readonly reporter: TenantReporter;
}

interface Rows {
  clusterOf(orderId: string): Promise<string>;
  clusterOfName(subdomain: string): Promise<string>;
}

/** The ports, routed over all clusters. */
export function clientsByEnvironment(
  clusters: readonly ClusterClients[],
  rows: Rows,
): Pick<ClusterClients, 'probe' | 'counter' | 'admission' | 'monitorLimits' | 'reporter'> & {
  readonly cluster: Cluster;
} {
  const clientsNamed = (name: string): ClusterClients => {
    const clients = clusters.find((each) => (name === '' ? each.isDefault : each.name === name));
    // May pass: it works once the setting lists the cluster again.
    if (clients === undefined)
      throw new DomainError('cluster-unavailable', { message: `CLUSTERS does not list ${name}` });
    return clients;
  };
  const ofOrder = async (orderId: string) => clientsNamed(await rows.clusterOf(orderId)).cluster;
  const ofName = async (subdomain: string) => clientsNamed(await rows.clusterOfName(subdomain));
  const knownOf = (subdomain: string) =>
    ofName(subdomain).catch((cause: unknown) => {
      throw new DomainError('tenant-unavailable', { message: 'its cluster is not known', cause });
    });

  return {
    cluster: {
      ensureApplication: async (application) =>
        (await ofOrder(application.orderId)).ensureApplication(application),
      removeApplication: async (application) =>
        (await ofOrder(application.orderId)).removeApplication(application),
      readApplication: async (orderId) => (await ofOrder(orderId)).readApplication(orderId),
      listRivals: async (application) => (await ofOrder(application.orderId)).listRivals(application),
    },
    probe: {
      async isReady(subdomain) {
        try {
          return await (await ofName(subdomain)).probe.isReady(subdomain);
        } catch {
          // An unknown cluster counts as not ready, like an instance that does not answer.
          return false;
        }
      },
    },
    counter: {
      count: async (subdomain) => (await knownOf(subdomain)).counter.count(subdomain),
    },
    monitorLimits: {
      read: async (subdomain) => (await knownOf(subdomain)).monitorLimits.read(subdomain),
      applyOrders: async (subdomain, orders) =>
        (await knownOf(subdomain)).monitorLimits.applyOrders(subdomain, orders),
    },
    admission: {
      admit: async (subdomain, list) => (await knownOf(subdomain)).admission.admit(subdomain, list),
    },
    reporter: {
      readDays: async (subdomain, from, through) =>
        (await knownOf(subdomain)).reporter.readDays(subdomain, from, through),
    },
  };
}
