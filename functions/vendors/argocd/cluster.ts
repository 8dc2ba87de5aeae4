/**
 * The `Cluster` port on Argo CD's API.
 *
 * Owns: the calls for each method of vendors/cluster.ts, and the order of a removal. Argo CD stops deleting an
 * application while one of its objects is being deleted, and a claim stays while a pod mounts it: so delete the
 * StatefulSet first, then the claim, and the application last. Source: `finalizeApplicationDeletion`,
 * controller/appcontroller.go.
 */
import { volumeMib } from '#domain/clusters/volume.ts';
import { DomainError } from '#domain/errors.ts';
import { RemovalUnderWay, type SingleCluster, type TenantApplication } from '#functions/vendors/cluster.ts';
import {
  type ApplicationPlacement,
  applicationName,
  copiesJobOf,
  dataClaimOf,
  isBeingDeleted,
  isSyncing,
  namespaceOf,
  SUBDOMAIN_LABEL,
  toApplicationState,
  toArgocdApplication,
  toFoundApplication,
  toUnattendedSpec,
  volumeIn,
} from './application.ts';
import { type ArgocdCallOptions, createArgocdCalls, type TreeNode } from './calls.ts';

export type ArgocdClusterOptions = ArgocdCallOptions & ApplicationPlacement;

/** Objects that hold data or the process that writes it; they must be gone before the application. */
const holding: ReadonlySet<string> = new Set(['StatefulSet', 'Pod', 'PersistentVolumeClaim']);

/** The finished pod of a copy stays for a day, and holds nothing; a running one holds the claim. */
const isHolding = ({ kind, name: node }: TreeNode, name: string): boolean =>
  holding.has(kind) && !node.startsWith(`${copiesJobOf(name)}-`);

const wordsOf = ({ kind, name }: TreeNode): string => `${kind} ${name}`;

export function createArgocdCluster(options: ArgocdClusterOptions): SingleCluster {
  const argocd = createArgocdCalls(options);

  /** @throws DomainError `cluster-unavailable` while an application of the same name is being deleted. */
  async function write(application: TenantApplication) {
    const { orderId, planId, volumeHadMib = null } = application;
    const stored = await argocd.read(applicationName(orderId));
    if (stored !== null) refuseWhileDeleted(stored);
    const mib = volumeMib({
      ...{ planId, storage: options.storage, hadMib: volumeHadMib },
      // Read back, so that rows of an earlier moment shrink nothing.
      hereMib: stored === null ? null : volumeIn(stored),
    });
    const wanted = toArgocdApplication(application, options, mib);
    const written = stored === null ? await argocd.create(wanted) : await argocd.patch(wanted);
    refuseWhileDeleted(written);
    return { written, mib };
  }

  /**
   * Deletes the instance, then its data.
   * @returns The objects that are still there.
   */
  async function deleteInstance(name: string): Promise<readonly TreeNode[]> {
    const namespace = namespaceOf(name, options);
    const resources = [
      { group: 'apps', kind: 'StatefulSet', namespace, resourceName: name },
      { group: '', kind: 'PersistentVolumeClaim', namespace, resourceName: dataClaimOf(name) },
    ];
    const tree = await argocd.tree(name);
    const there = resources.filter(({ kind, resourceName }) =>
      tree.some((node) => node.kind === kind && node.name === resourceName),
    );
    for (const resource of there) await argocd.removeResource(name, resource);
    const left = there.length === 0 ? tree : await argocd.tree(name);
    return left.filter((node) => isHolding(node, name));
  }

  return {
    async ensureApplication(application) {
      const { written, mib } = await write(application);
      // Automated sync does not retry a revision after it has failed.
      if (toApplicationState(written).syncFailed) await argocd.sync(applicationName(application.orderId));
      return { volumeMib: mib };
    },

    async removeApplication(application) {
      const name = applicationName(application.orderId);
      const stored = await argocd.read(name);
      if (stored === null) return;
      const isGoing = isBeingDeleted(stored);
      if (!isGoing) await argocd.replaceSpec(name, toUnattendedSpec(application, options, volumeIn(stored)));
      const remaining = await deleteInstance(name);
      // A running sync could recreate what was just deleted.
      const isReady = isGoing || (remaining.length === 0 && !isSyncing(stored));
      if (isReady && !isGoing) await argocd.removeApplication(name);
      if (isReady && (await argocd.read(name)) === null) return;
      throw new RemovalUnderWay([`Application ${name}`, ...(await argocd.tree(name)).map(wordsOf)]);
    },

    async readApplication(orderId) {
      const application = await argocd.read(applicationName(orderId));
      return application === null ? null : toApplicationState(application);
    },

    async listRivals({ orderId, subdomain }) {
      const found = await argocd.list(`${SUBDOMAIN_LABEL}=${subdomain}`);
      return found.map(({ metadata }) => metadata.name).filter((name) => name !== applicationName(orderId));
    },

    async hasPod(orderId) {
      const name = applicationName(orderId);
      return (await argocd.tree(name)).some((node) => node.kind === 'Pod' && isHolding(node, name));
    },

    startCopy: (orderId) => {
      const name = applicationName(orderId);
      const namespace = namespaceOf(name, options);
      return argocd.createJob(name, { namespace, resourceName: copiesJobOf(name) });
    },

    nameOf: applicationName,

    async listApplications() {
      const found = (await argocd.list()).filter((each) => !isBeingDeleted(each));
      return found.map(toFoundApplication).filter((each) => each !== null);
    },

    readVersion: () => argocd.version(),
  };
}

function refuseWhileDeleted(application: Parameters<typeof isBeingDeleted>[0]): void {
  if (!isBeingDeleted(application)) return;
  throw new DomainError('cluster-unavailable', { message: `${application.metadata.name} is being deleted` });
}
