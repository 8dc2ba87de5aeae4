/**
 * The clusters that environments run in: the setting `CLUSTERS` on top of the one cluster of `ARGOCD_*`.
 *
 * Owns: what an entry may contain; missing values come from `ARGOCD_*`. Exactly one entry is the cluster of `ARGOCD_*`
 * itself: rows without a cluster name belong to it.
 */
import * as z from 'zod';
import { PODS_PER_NODE, type RoomBound, roomOf } from '#domain/clusters/room.ts';
import { readSize, STORAGE_SIZE, type Storage, VOLUME_SIZES_MIB } from '#domain/clusters/volume.ts';
import { jsonText, secret, template, url } from './variable-shapes.ts';

/** The address under which Argo CD knows the cluster it runs in. */
const IN_CLUSTER_SERVER = 'https://kubernetes.default.svc';

const text = z.string().min(1);

/** Values of deploy/tenant-chart that the application itself has of each customer. */
const ownValues = [
  'subdomain',
  'host',
  'planId',
  'monitorsMax',
  'suspended',
  'functions',
  'admitted',
  'restore',
] as const;

/** The size is each environment's own, by its plan and by what it has had: CLUSTER_STORAGE. */
export const namesSize = (storage: unknown): boolean =>
  typeof storage === 'object' && storage !== null && 'size' in storage;

/**
 * The operator's values for the chart of every environment (deploy/tenant-chart/values.yaml), which travel with each
 * application: the repository that Argo CD reads then is this project's own, unchanged.
 */
export const ChartValues = z
  .preprocess(
    jsonText,
    z
      .record(z.string(), z.unknown())
      .refine((values) => ownValues.every((name) => !(name in values)) && !namesSize(values['storage']))
      .optional(),
  )
  .optional();
export type ChartValues = Readonly<Record<string, unknown>>;

const count = z.coerce.number().int().min(0).max(1_000_000);

/** The nodes that the capacity follows from (src/domain/clusters/room.ts). */
const NodeSettings = z.strictObject({
  nodes: z.int().min(1).max(5_000),
  memoryGib: z.number().min(1),
  volumes: z.int().min(1).nullable(),
  pods: z.int().min(1).default(PODS_PER_NODE),
});

/** Maximum number of environments, or the nodes that they run on; 0 closes the cluster for new ones. */
const Capacity = z.preprocess(jsonText, z.union([NodeSettings, count]));
type Capacity = z.output<typeof Capacity>;

/** The capacity of the one cluster of ARGOCD_*, where CLUSTERS is not set. */
export const ClusterCapacity = z
  .preprocess((value) => (value === '' ? undefined : value), Capacity.optional())
  .optional();

const size = z.string().regex(STORAGE_SIZE).transform(readSize);

/** The volumes' sizes by plan, and whether the class enlarges one that exists (src/domain/clusters/volume.ts). */
const StorageSettings = z.strictObject({
  canGrow: z.boolean().default(false),
  sizes: z
    .strictObject({ free: size, essential: size, pro: size, enterprise: size })
    .default(VOLUME_SIZES_MIB),
});
type StorageSettings = z.output<typeof StorageSettings>;

/** The storage of every cluster whose entry of CLUSTERS has none. */
export const ClusterStorage = z.preprocess(jsonText, StorageSettings.optional()).optional();

const Entry = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,29}$/),
    capacity: Capacity,
    /** As a whole in place of CLUSTER_STORAGE. */
    storage: StorageSettings.optional(),
    argocdUrl: url.optional(),
    /**
     * Name of the secret, never the token itself. Only such secrets may be sent to an address from a plain variable.
     */
    tokenSecret: z
      .string()
      .regex(/^ARGOCD_TOKEN_[A-Z0-9_]+$/)
      .optional(),
    project: text.optional(),
    /** Kubernetes API server address as registered in that Argo CD. */
    server: url.optional(),
    chartRepo: text.optional(),
    chartPath: text.optional(),
    chartRevision: text.optional(),
    /** As a whole in place of ARGOCD_CHART_VALUES. */
    chartValues: ChartValues,
    /** Address template under which the Worker reaches the cluster's environments. */
    probeUrl: template.optional(),
  })
  .refine((entry) => (entry.argocdUrl === undefined) === (entry.tokenSecret === undefined));
type Entry = z.output<typeof Entry>;

const isDefault = ({ argocdUrl, server }: Entry): boolean => argocdUrl === undefined && server === undefined;

const List = z
  .array(Entry)
  .refine((entries) => new Set(entries.map(({ name }) => name)).size === entries.length)
  .refine((entries) => entries.filter(isDefault).length === 1);

export const Clusters = z.preprocess(jsonText, List.optional()).optional();

/** A cluster that environments can run in, and how to reach it. */
export interface ClusterSettings {
  /** Name used in rows; `''` when `CLUSTERS` is not set. */
  readonly name: string;
  readonly isDefault: boolean;
  /** Environments; `null`: no limit. */
  readonly capacity: number | null;
  /** What bounds the capacity, where it follows from the nodes. */
  readonly boundBy: RoomBound | null;
  readonly storage: Storage;
  readonly argocdUrl: string;
  readonly token: string;
  readonly project: string;
  readonly server: string;
  readonly chart: { readonly repoURL: string; readonly path: string; readonly targetRevision: string };
  readonly chartValues: ChartValues;
  readonly probeUrlTemplate: string;
}

interface Raw {
  readonly ARGOCD_URL: string;
  readonly ARGOCD_TOKEN: string;
  readonly ARGOCD_PROJECT: string;
  readonly ARGOCD_CHART_REPO: string;
  readonly ARGOCD_CHART_PATH: string;
  readonly ARGOCD_CHART_REVISION: string;
  readonly ARGOCD_CHART_VALUES?: ChartValues | undefined;
  readonly TENANT_PROBE_URL: string;
  readonly CLUSTER_CAPACITY?: Capacity | undefined;
  readonly CLUSTER_STORAGE?: StorageSettings | undefined;
  readonly CLUSTERS?: readonly Entry[] | undefined;
  /** The secrets that entries refer to. */
  readonly [secretName: string]: unknown;
}

const readCapacity = (given: Capacity | undefined): Pick<ClusterSettings, 'capacity' | 'boundBy'> =>
  typeof given === 'object' ? roomOf(given) : { capacity: given ?? null, boundBy: null };

const readStorage = ({ canGrow, sizes }: StorageSettings): Storage => ({ canGrow, sizesMib: sizes });

/** All clusters in the order of the setting; without the setting, the one of `ARGOCD_*`. */
export function clusterSettings(raw: Raw): readonly ClusterSettings[] {
  const single = raw.CLUSTER_CAPACITY === undefined ? {} : { capacity: raw.CLUSTER_CAPACITY };
  const entries: readonly Partial<Entry>[] = raw.CLUSTERS ?? [single];
  return entries.map((entry) => ({
    name: entry.name ?? '',
    isDefault: isDefault(entry as Entry),
    ...readCapacity(entry.capacity),
    storage: readStorage(entry.storage ?? raw.CLUSTER_STORAGE ?? StorageSettings.parse({})),
    argocdUrl: entry.argocdUrl ?? raw.ARGOCD_URL,
    token: entry.tokenSecret === undefined ? raw.ARGOCD_TOKEN : String(raw[entry.tokenSecret]),
    project: entry.project ?? raw.ARGOCD_PROJECT,
    server: entry.server ?? IN_CLUSTER_SERVER,
    chart: {
      repoURL: entry.chartRepo ?? raw.ARGOCD_CHART_REPO,
      path: entry.chartPath ?? raw.ARGOCD_CHART_PATH,
      targetRevision: entry.chartRevision ?? raw.ARGOCD_CHART_REVISION,
    },
    chartValues: entry.chartValues ?? raw.ARGOCD_CHART_VALUES ?? {},
    probeUrlTemplate: entry.probeUrl ?? raw.TENANT_PROBE_URL,
  }));
}

/** Names of the secrets that a `CLUSTERS` value refers to; empty for an invalid value. */
export function clusterSecretNames(value: unknown): readonly string[] {
  const read = Clusters.safeParse(value);
  const names = (read.data ?? []).flatMap(({ tokenSecret }) => tokenSecret ?? []);
  return [...new Set(names)];
}

/** The secrets among them that are missing or too short to be a token. */
export function missingClusterSecrets(raw: Readonly<Record<string, unknown>>): readonly string[] {
  return clusterSecretNames(raw['CLUSTERS']).filter((name) => !secret.safeParse(raw[name]).success);
}
