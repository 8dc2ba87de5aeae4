/**
 * Maps a tenant's application to Argo CD's resource, and Argo CD's response to our types.
 *
 * Owns: the custom resource we send and the few response fields we read. Source: Argo CD's API description
 * (`v1alpha1Application`); requests are checked against it in tests/vendors.
 */
import * as z from 'zod';
import {
  CHART_VOLUME_MIB,
  readSize,
  STORAGE_SIZE,
  type Storage,
  writeSize,
} from '#domain/clusters/volume.ts';
import type { ApplicationState, FoundApplication, TenantApplication } from '#functions/vendors/cluster.ts';

/** The source of the tenant's chart: a folder of a Git repository, or a chart of a Helm repository. */
type ChartSource = { readonly repoURL: string; readonly targetRevision: string } & (
  | { readonly path: string }
  | { readonly chart: string }
);

export interface ApplicationPlacement {
  readonly project: string;
  readonly destination: {
    /** Kubernetes API server address as registered in Argo CD. */
    readonly server: string;
    /** Prefix before the application's name in the namespace. */
    readonly namespacePrefix?: string | undefined;
  };
  readonly source: ChartSource;
  /** The operator's values of the chart, for every environment. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  /** What the cluster's storage can do. */
  readonly storage: Storage;
  /** Host template of an environment; `{tenant}` is replaced by the subdomain. */
  readonly host: string;
}

/** Retries of one sync by Argo CD itself before it reports a failure. */
const retry = { limit: 5, backoff: { duration: '5s', factor: 2, maxDuration: '3m' } };

/** Label with an application's subdomain, by which it can be found. */
export const SUBDOMAIN_LABEL = 'tenant/subdomain';
/** Label with the whole id of the order, of which the name has only a part. */
const ORDER_LABEL = 'tenant/order';

/** Name of an order's application: `t-` and 16 hexadecimal digits of its id; names have at most 20 characters. */
export function applicationName(orderId: string): string {
  return `t-${orderId.replace(/[^0-9a-f]/g, '').slice(0, 16)}`;
}

/** A section of the operator's values beside the fields of it that are ours. */
const withOwn = (section: unknown, own: object): object =>
  typeof section === 'object' && section !== null ? { ...section, ...own } : own;

/**
 * The application that runs a tenant.
 * @param volumeMib Size of its volume; without one, the chart's own.
 *
 * Nothing of a paying tenant may be deleted by mistake: resources that disappear from the chart are kept (`prune:
 * false`), and without the resources finalizer, deleting the application leaves the instance and its data. An intended
 * removal requests the cascade, for which Argo CD adds the finalizer.
 */
export function toArgocdApplication(
  application: TenantApplication,
  placement: Omit<ApplicationPlacement, 'storage'>,
  volumeMib?: number,
) {
  const { orderId, subdomain, planId, monitorsMax, isSuspended = false } = application;
  const { isReadOnly = false, isAsleep = false } = application;
  const { counterTokenSha256: tokenSha256, admitted, chartRevision, restore } = application;
  const { project, destination, source, host, values } = placement;
  const name = applicationName(orderId);
  return {
    metadata: {
      name,
      labels: { [SUBDOMAIN_LABEL]: subdomain, [ORDER_LABEL]: orderId, 'tenant/plan': planId },
    },
    spec: {
      project,
      source: {
        ...source,
        targetRevision: chartRevision ?? source.targetRevision,
        helm: {
          releaseName: name,
          valuesObject: {
            ...values,
            subdomain,
            host: host.replaceAll('{tenant}', subdomain),
            planId,
            monitorsMax,
            // The chart scales to zero; all data are kept.
            suspended: isSuspended,
            // Left out for customers: an older chart does not know it.
            ...(isReadOnly ? { readOnly: true } : {}),
            ...(isAsleep && { asleep: true }),
            ...(tokenSha256 === undefined ? {} : { functions: { tokenSha256 } }),
            ...(admitted === undefined ? {} : { admitted }),
            ...(restore === undefined ? {} : { restore }),
            ...(volumeMib === undefined
              ? {}
              : { storage: withOwn(values?.['storage'], { size: writeSize(volumeMib) }) }),
          },
        },
      },
      destination: { server: destination.server, namespace: namespaceOf(name, placement) },
      syncPolicy: {
        automated: { prune: false, selfHeal: true },
        syncOptions: ['CreateNamespace=true'],
        // Kubernetes refuses pods that need more privileges than the chart's pods.
        managedNamespaceMetadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
        retry,
      },
    },
  };
}

export type ArgocdSpec = Omit<ReturnType<typeof toArgocdApplication>['spec'], 'syncPolicy'> & {
  readonly syncPolicy: object;
};

/** A specification without automated sync, so that deleted resources are not restored; the first step of a removal. */
export function toUnattendedSpec(
  application: TenantApplication,
  placement: ApplicationPlacement,
  volumeMib: number,
): ArgocdSpec {
  const { spec } = toArgocdApplication({ ...application, isSuspended: true }, placement, volumeMib);
  const { automated: _, ...syncPolicy } = spec.syncPolicy;
  return { ...spec, syncPolicy };
}

/** Namespace of an application. */
export function namespaceOf(
  name: string,
  { destination }: Pick<ApplicationPlacement, 'destination'>,
): string {
  return `${destination.namespacePrefix ?? ''}${name}`;
}

/**
 * The volume claim with a tenant's data; deploy/tenant-chart/templates/volume.yaml protects it from every other
 * removal.
 */
export const dataClaimOf = (name: string): string => `${name}-data`;

/** The CronJob that copies the volume; deploy/tenant-chart/templates/copies.yaml. */
export const copiesJobOf = (name: string): string => `${name}-copies`;

/** The values of ours that we read back. */
const Values = z.looseObject({
  subdomain: z.string().nullish(),
  planId: z.string().nullish(),
  suspended: z.boolean().nullish(),
  admitted: z.looseObject({ accounts: z.array(z.string()).nullish() }).nullish(),
  storage: z.looseObject({ size: z.string().nullish() }).nullish(),
});

/** The fields we read of an application. Status is missing until the controller has processed a new one. */
export const ArgocdApplication = z.looseObject({
  metadata: z.looseObject({
    name: z.string(),
    labels: z.record(z.string(), z.string()).nullish(),
    creationTimestamp: z.string().nullish(),
    deletionTimestamp: z.string().nullish(),
  }),
  spec: z
    .looseObject({
      source: z
        .looseObject({
          targetRevision: z.string().nullish(),
          helm: z.looseObject({ valuesObject: Values.nullish() }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
  operation: z.looseObject({}).nullish(),
  status: z
    .looseObject({
      sync: z
        .looseObject({
          status: z.string().nullish(),
          comparedTo: z
            .looseObject({ source: z.looseObject({ targetRevision: z.string().nullish() }).nullish() })
            .nullish(),
        })
        .nullish(),
      health: z.looseObject({ status: z.string().nullish() }).nullish(),
      operationState: z.looseObject({ phase: z.string().nullish() }).nullish(),
    })
    .nullish(),
});
/** A list of applications; Go writes an empty one as `null`. */
export const ArgocdApplications = z.looseObject({ items: z.array(ArgocdApplication).nullish() });
export type ArgocdApplication = z.output<typeof ArgocdApplication>;

/** An application of ours as it is written; `null` for one without a subdomain, which is not an environment. */
export function toFoundApplication({ metadata, spec }: ArgocdApplication): FoundApplication | null {
  const values = spec?.source?.helm?.valuesObject;
  const subdomain = values?.subdomain ?? metadata.labels?.[SUBDOMAIN_LABEL];
  if (!subdomain) return null;
  return {
    name: metadata.name,
    orderId: metadata.labels?.[ORDER_LABEL] ?? null,
    subdomain,
    planId: values?.planId ?? '',
    isSuspended: values?.suspended ?? false,
    chartRevision: spec?.source?.targetRevision ?? null,
    accounts: values?.admitted?.accounts ?? [],
    createdAt: Date.parse(metadata.creationTimestamp ?? '') || 0,
  };
}

/** MiB of the volume that an application asks for; one from before it named a size has the chart's. */
export function volumeIn({ spec }: ArgocdApplication): number {
  const size = spec?.source?.helm?.valuesObject?.storage?.size ?? '';
  return STORAGE_SIZE.test(size) ? readSize(size) : CHART_VOLUME_MIB;
}

/** True while it is being deleted: a write now would be lost with it. */
export const isBeingDeleted = ({ metadata }: ArgocdApplication): boolean =>
  Boolean(metadata.deletionTimestamp);

/** True while a sync is requested or running. */
export const isSyncing = ({ operation, status }: ArgocdApplication): boolean =>
  Boolean(operation) || status?.operationState?.phase === 'Running';

/**
 * Sync, health and the last operation in our words.
 *
 * A requested sync that has not started is in `operation`; the failure in `operationState` then belongs to the sync
 * before and is ignored.
 */
export function toApplicationState({ operation, status }: ArgocdApplication): ApplicationState {
  const phase = status?.operationState?.phase;
  return {
    synced: status?.sync?.status === 'Synced',
    healthy: status?.health?.status === 'Healthy',
    syncFailed: !operation && (phase === 'Failed' || phase === 'Error'),
    chartRevision: status?.sync?.comparedTo?.source?.targetRevision ?? null,
  };
}
