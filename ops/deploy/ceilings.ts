/** Where growth ends: what an environment must say before it is published, because nothing else stops the free plan's costs. */
import { type Nodes, PODS_PER_NODE, roomOf } from '#domain/clusters/room.ts';
import { namesSize } from '#functions/cluster-settings.ts';
import { jsonText } from '#functions/variable-shapes.ts';
import { Variables } from '#functions/variables.ts';

/** Nodes as an operator may write them, and what they give. */
const example: Nodes = { nodes: 3, memoryGib: 16, volumes: 25, pods: PODS_PER_NODE };
const boundWords = { volumes: 'pelos volumes', memory: 'pela memória', pods: 'pelos pods' } as const;

const exampleWords = (): string => {
  const { pods: _, ...written } = example;
  const { capacity, boundBy } = roomOf(example);
  return `um número, ou os nós, como ${JSON.stringify(written)}, que dão ${capacity} ambientes, limitados ${boundWords[boundBy]} (docs/scale.md)`;
};

/** Names of entries of CLUSTERS that give no capacity; something that is no list has none. */
export function entriesWithoutCapacity(value: unknown): readonly string[] {
  const entries = jsonText(value);
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || 'capacity' in entry) return [];
    return ['name' in entry ? String(entry.name) : '?'];
  });
}

/** The places of all clusters; `null` while one of them does not say. */
function placesIn(vars: Readonly<Record<string, unknown>>): number | null {
  const { CLUSTERS, CLUSTER_CAPACITY } = Variables.in.shape;
  const entries = CLUSTERS.safeParse(vars['CLUSTERS']).data;
  const capacities = entries?.map(({ capacity }) => capacity) ?? [
    CLUSTER_CAPACITY.safeParse(vars['CLUSTER_CAPACITY']).data,
  ];
  return capacities.reduce<number | null>((sum, each) => {
    if (sum === null || each === undefined) return null;
    return sum + (typeof each === 'object' ? roomOf(each).capacity : each);
  }, 0);
}

/** One sentence for each end that is not set. */
export function ceilings(environment: string, vars: Readonly<Record<string, unknown>>): string[] {
  const hasList = Boolean(vars['CLUSTERS']);
  const isUnset = (name: string): boolean => vars[name] === undefined || vars[name] === '';
  const where = `env.${environment}.vars, em wrangler.jsonc`;
  return [
    ...entriesWithoutCapacity(vars['CLUSTERS']).map(
      (name) =>
        `O cluster ${name} de CLUSTERS não diz quantos ambientes cabem. Dê em capacity ${exampleWords()}.`,
    ),
    ...(hasList || !isUnset('CLUSTER_CAPACITY')
      ? []
      : [
          `Falta CLUSTER_CAPACITY em ${where}: sem ela o cluster recebe ambientes até que não cabe mais nenhum. Dê ${exampleWords()}.`,
        ]),
    ...(hasList && !isUnset('CLUSTER_CAPACITY')
      ? [
          `CLUSTER_CAPACITY de env.${environment} não vale com CLUSTERS, onde cada cluster diz o seu capacity: tire-a.`,
        ]
      : []),
    ...(isUnset('FREE_ENVIRONMENTS_MAX')
      ? [
          `Falta FREE_ENVIRONMENTS_MAX em ${where}: depois de quantos ambientes gratuitos outros são recusados. Cada um custa um pod e um volume, e ninguém paga por ele.`,
        ]
      : []),
  ];
}

/** True where the operator's values of the chart name the volumes' size, which each environment has of its own. */
export function hasOwnSize(vars: Readonly<Record<string, unknown>>): boolean {
  const values = jsonText(vars['ARGOCD_CHART_VALUES']);
  return typeof values === 'object' && values !== null && 'storage' in values && namesSize(values.storage);
}

/** Where the sizes of volumes are said; one sentence for values that say them elsewhere. */
export const volumeSizes = (environment: string, vars: Readonly<Record<string, unknown>>): string[] =>
  hasOwnSize(vars)
    ? [
        `storage.size em ARGOCD_CHART_VALUES de env.${environment} não vale para todos os ambientes: tire-o, e diga os tamanhos por plano em CLUSTER_STORAGE (docs/cluster.md).`,
      ]
    : [];

/** What a free environment's volume costs more than it has to, until somebody says what the class can do. */
export function unsaidStorage(environment: string, vars: Readonly<Record<string, unknown>>): string[] {
  const entries = Variables.in.shape.CLUSTERS.safeParse(vars['CLUSTERS']).data ?? [];
  if (
    vars['CLUSTER_STORAGE'] ||
    (entries.length > 0 && entries.every(({ storage }) => storage !== undefined))
  )
    return [];
  return [
    `CLUSTER_STORAGE de env.${environment} não diz se os volumes crescem, e cada ambiente gratuito começa com o do maior plano. Com uma classe que tem allowVolumeExpansion: {"canGrow":true}; senão, {"canGrow":false} (docs/cluster.md).`,
  ];
}

/** A ceiling above all places is none: free environments would take those of the paid ones. */
export function idleCeiling(environment: string, vars: Readonly<Record<string, unknown>>): string[] {
  const [most, places] = [Number(vars['FREE_ENVIRONMENTS_MAX'] || 0), placesIn(vars)];
  if (places === null || most <= places) return [];
  return [
    `FREE_ENVIRONMENTS_MAX de env.${environment} (${most}) passa do lugar de todos os clusters (${places}): os gratuitos tomariam o dos pagos.`,
  ];
}
