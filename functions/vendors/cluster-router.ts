/**
 * Routes every call about an environment to the cluster named in its row.
 *
 * The row is read for each call, so that a caller cannot forget the cluster: a call to the wrong cluster would find
 * nothing there, and a removal would seem finished.
 */
import { DomainError } from '#domain/errors.ts';
import type {
  Cluster,
  RestoreOrder,
  SingleCluster,
  TenantApplication,
  WantedApplication,
} from './cluster.ts';
import type { AdmittedAccounts, Instances } from './instances.ts';

/** A cluster and the clients for its environments. */
export interface ClusterClients {
  /** Name used in rows. */
  readonly name: string;
  /** True for the cluster of rows without a cluster name. */
  readonly isDefault: boolean;
  /** Revision of the chart for new environments. */
  readonly chartRevision: string;
  readonly cluster: SingleCluster;
  readonly instances: Instances;
}

interface Rows {
  /** `chartRevision` is `null` until provisioning begins. */
  placeOf(orderId: string): Promise<{ readonly cluster: string; readonly chartRevision: string | null }>;
  clusterOfName(subdomain: string): Promise<string>;
}

/** What the rows of an environment add to its application, so that no verb that writes it can forget it. */
interface Additions {
  admittedTo(orderId: string): Promise<AdmittedAccounts>;
  /** The last one, also when it is done: without it the pod would change, and so restart. */
  restoreOf(orderId: string): Promise<RestoreOrder | null>;
  /** True while it is stopped for its move to another cluster: no write may start it again. */
  isStoppedToMove(orderId: string): Promise<boolean>;
  /** MiB of the largest volume it has had; `null` for a new one. */
  volumeOf(orderId: string): Promise<number | null>;
  noteVolume(orderId: string, mib: number): Promise<unknown>;
}

/** The ports, routed over all clusters. */
export function clientsByEnvironment(
  clusters: readonly ClusterClients[],
  rows: Rows,
  additions: Additions,
): { readonly cluster: Cluster; readonly instances: Instances } {
  const clientsNamed = (name: string): ClusterClients => {
    const clients = clusters.find((each) => (name === '' ? each.isDefault : each.name === name));
    // May pass: it works once the setting lists the cluster again.
    if (clients === undefined)
      throw new DomainError('cluster-unavailable', { message: `CLUSTERS does not list ${name}` });
    return clients;
  };
  const ofOrder = async (orderId: string) => clientsNamed((await rows.placeOf(orderId)).cluster).cluster;
  /** An environment keeps the revision that it was made with, so that a changed setting restarts nothing by accident. */
  async function pinned<A extends WantedApplication>(application: A) {
    const { orderId } = application;
    const place = await rows.placeOf(orderId);
    const { cluster, chartRevision: setting } = clientsNamed(place.cluster);
    return { cluster, application: { ...application, chartRevision: place.chartRevision ?? setting } };
  }
  async function completed(wanted: WantedApplication): Promise<TenantApplication> {
    const { orderId, isSuspended = false } = wanted;
    const [admitted, restore, isStopped, volumeHadMib] = await Promise.all([
      additions.admittedTo(orderId),
      additions.restoreOf(orderId),
      additions.isStoppedToMove(orderId),
      additions.volumeOf(orderId),
    ]);
    return {
      ...wanted,
      isSuspended: isSuspended || isStopped,
      admitted,
      ...(volumeHadMib !== null && { volumeHadMib }),
      ...(restore && { restore: { id: restore.id, snapshot: restore.snapshot } }),
    };
  }
  const instancesOf = async (subdomain: string): Promise<Instances> => {
    try {
      return clientsNamed(await rows.clusterOfName(subdomain)).instances;
    } catch (cause) {
      throw new DomainError('tenant-unavailable', { message: 'its cluster is not known', cause });
    }
  };

  return {
    cluster: {
      async ensureApplication(wanted) {
        const { cluster, application } = await pinned(await completed(wanted));
        const written = await cluster.ensureApplication(application);
        if (written.volumeMib > (application.volumeHadMib ?? 0))
          await additions.noteVolume(application.orderId, written.volumeMib);
        return written;
      },
      async removeApplication(wanted) {
        const { cluster, application } = await pinned(wanted);
        await cluster.removeApplication(application);
      },
      readApplication: async (orderId) => (await ofOrder(orderId)).readApplication(orderId),
      hasPod: async (orderId) => (await ofOrder(orderId)).hasPod(orderId),
      startCopy: async (orderId) => (await ofOrder(orderId)).startCopy(orderId),
      listRivals: async (application) => (await ofOrder(application.orderId)).listRivals(application),
    },
    instances: {
      // An unknown cluster counts as not ready, like an instance that does not answer.
      isReady: async (subdomain) =>
        (await instancesOf(subdomain).catch(() => null))?.isReady(subdomain) ?? false,
      count: async (subdomain) => (await instancesOf(subdomain)).count(subdomain),
      readLimits: async (subdomain) => (await instancesOf(subdomain)).readLimits(subdomain),
      applyOrders: async (subdomain, orders) => (await instancesOf(subdomain)).applyOrders(subdomain, orders),
      admit: async (subdomain, list) => (await instancesOf(subdomain)).admit(subdomain, list),
      setUpAlerts: async (subdomain, setUp) => (await instancesOf(subdomain)).setUpAlerts(subdomain, setUp),
      readAlerts: async (subdomain) => (await instancesOf(subdomain)).readAlerts(subdomain),
      readStatus: async (subdomain) => (await instancesOf(subdomain)).readStatus(subdomain),
      importItems: async (subdomain, batch) => (await instancesOf(subdomain)).importItems(subdomain, batch),
      readImported: async (subdomain, source) =>
        (await instancesOf(subdomain)).readImported(subdomain, source),
      show: async (subdomain, showcase) => (await instancesOf(subdomain)).show(subdomain, showcase),
      isOpen: async (subdomain, path) =>
        (await instancesOf(subdomain).catch(() => null))?.isOpen(subdomain, path) ?? false,
      exportData: async (subdomain, options) => (await instancesOf(subdomain)).exportData(subdomain, options),
      readState: async (subdomain) => (await instancesOf(subdomain)).readState(subdomain),
      readCopies: async (subdomain) => (await instancesOf(subdomain)).readCopies(subdomain),
      readDays: async (subdomain, ...days) => (await instancesOf(subdomain)).readDays(subdomain, ...days),
    },
  };
}
