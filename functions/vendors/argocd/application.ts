/**
 * A tenant's application in Argo CD's words, and Argo CD's answer in ours.
 *
 * Owns: the custom resource we send and the few fields of the answer we read. Source: Argo CD's API description
 * (`v1alpha1Application`); requests are checked against it in tests/contract.
 */
import * as z from 'zod';
import type { ApplicationState, TenantApplication } from '#functions/vendors/cluster.ts';

/** Where the tenant's chart comes from: a folder of a Git repository, or a chart of a Helm repository. */
type ChartSource = { readonly repoURL: string; readonly targetRevision: string } & (
  | { readonly path: string }
  | { readonly chart: string }
);

export interface ApplicationPlacement {
  readonly project: string;
  readonly destination: {
    /** Kubernetes API server as Argo CD knows it. */
    readonly server: string;
    /** Put before the application's name to make the namespace. */
    readonly namespacePrefix?: string | undefined;
  };
  readonly source: ChartSource;
  /** Host of an environment; `{tenant}` is replaced by the subdomain. */
  readonly host: string;
}

/** Retries of one sync, run by Argo CD itself before it gives up and reports a failure. */
const retry = { limit: 5, backoff: { duration: '5s', factor: 2, maxDuration: '3m' } };

/** Name of an order's application: `t-` and 16 hexadecimal digits of its id; names have at most 20 characters. */
export function applicationName(orderId: string): string {
  return `t-${orderId.replace(/[^0-9a-f]/g, '').slice(0, 16)}`;
}

/**
 * The application that runs a tenant.
 *
 * Nothing a paying tenant has may go by mistake: resources that vanish from the chart are kept (`prune: false`),
 * and without the resources finalizer a deleted application leaves the instance and its data in place. A removal that is
 * meant asks for the cascade, and Argo CD adds the finalizer then.
 */
export function toArgocdApplication(application: TenantApplication, placement: ApplicationPlacement) {
  const { orderId, subdomain, planId, monitorsMax, isSuspended = false } = application;
  const { counterTokenSha256: tokenSha256, admitted } = application;
  const { project, destination, source, host } = placement;
  const name = applicationName(orderId);
  return {
    metadata: {
      name,
      labels: { 'tenant/subdomain': subdomain, 'tenant/plan': planId },
    },
    spec: {
      project,
      source: {
        ...source,
        helm: {
          releaseName: name,
          valuesObject: {
            subdomain,
            host: host.replaceAll('{tenant}', subdomain),
            planId,
            monitorsMax,
            // Nothing runs and all data stay: the chart scales to zero.
            suspended: isSuspended,
            ...(tokenSha256 === undefined ? {} : { functions: { tokenSha256 } }),
            ...(admitted === undefined ? {} : { admitted }),
          },
        },
      },
      destination: { server: destination.server, namespace: namespaceOf(name, placement) },
      syncPolicy: {
        automated: { prune: false, selfHeal: true },
        syncOptions: ['CreateNamespace=true'],
        // A pod that asks for more than any of the chart's does not start.
        managedNamespaceMetadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
        retry,
      },
    },
  };
}

export type ArgocdSpec = Omit<ReturnType<typeof toArgocdApplication>['spec'], 'syncPolicy'> & {
  readonly syncPolicy: object;
};

/** A specification without a controller that puts back what is taken away; the first step of a removal. */
export function toUnattendedSpec(
  application: TenantApplication,
  placement: ApplicationPlacement,
): ArgocdSpec {
  const { spec } = toArgocdApplication({ ...application, isSuspended: true }, placement);
  const { automated: _, ...syncPolicy } = spec.syncPolicy;
  return { ...spec, syncPolicy };
}

/** Namespace of an application. */
export function namespaceOf(name: string, { destination }: ApplicationPlacement): string {
  return `${destination.namespacePrefix ?? ''}${name}`;
}

/** The claim that holds a tenant's data: deploy/tenant-chart/templates/volume.yaml keeps it from every other removal. */
export const dataClaimOf = (name: string): string => `${name}-data`;

/** What we read of an application. Status is missing until the controller has looked at a new one. */
export const ArgocdApplication = z.looseObject({
  metadata: z.looseObject({ name: z.string(), deletionTimestamp: z.string().nullish() }),
  operation: z.looseObject({}).nullish(),
  status: z
    .looseObject({
      sync: z.looseObject({ status: z.string().nullish() }).nullish(),
      health: z.looseObject({ status: z.string().nullish() }).nullish(),
      operationState: z.looseObject({ phase: z.string().nullish() }).nullish(),
    })
    .nullish(),
});
export type ArgocdApplication = z.output<typeof ArgocdApplication>;

/** Whether it is on its way out: what is written to it now goes with it. */
export const isBeingDeleted = ({ metadata }: ArgocdApplication): boolean =>
  Boolean(metadata.deletionTimestamp);

/** Whether a sync has been asked for or runs. */
export const isSyncing = ({ operation, status }: ArgocdApplication): boolean =>
  Boolean(operation) || status?.operationState?.phase === 'Running';

/**
 * Sync, health and the last operation in our words.
 *
 * A sync that has been asked for but not begun is in `operation`: the failure in `operationState` is then the
 * one before, and no longer news.
 */
export function toApplicationState({ operation, status }: ArgocdApplication): ApplicationState {
  const phase = status?.operationState?.phase;
  return {
    synced: status?.sync?.status === 'Synced',
    healthy: status?.health?.status === 'Healthy',
    syncFailed: !operation && (phase === 'Failed' || phase === 'Error'),
  };
}
