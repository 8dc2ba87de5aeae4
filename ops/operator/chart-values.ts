/** Whether the chart of the environments accepts what an application of ours would bring, before one is made. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse, stringify } from 'yaml';
import { CHART_VOLUME_MIB } from '#domain/clusters/volume.ts';
import { planIds } from '#domain/plans/ids.ts';
import { Clusters } from '#functions/cluster-settings.ts';
import { jsonText } from '#functions/variable-shapes.ts';
import { applicationName, toArgocdApplication } from '#functions/vendors/argocd/application.ts';
import type { TenantApplication } from '#functions/vendors/cluster.ts';
import { overridden } from './folder.ts';

const CHART = 'deploy/tenant-chart';

/** An environment as any other; its host decides nothing. */
const sample = {
  orderId: '00000000-0000-4000-8000-000000000000',
  subdomain: 'amostra',
  planId: 'free',
  monitorsMax: 5,
  counterTokenSha256: 'ab'.repeat(32),
  admitted: { revision: 1, accounts: ['00000000-0000-4000-8000-000000000001'] },
} as const;

/** The values that an application brings. */
function valuesOf(application: TenantApplication, values: unknown, tenantHost: string): object {
  const placement = {
    project: 'sample',
    destination: { server: 'https://kubernetes.default.svc' },
    source: { repoURL: 'https://sample.example', path: CHART, targetRevision: 'v0' },
    host: `{tenant}.${tenantHost || 'sample.example'}`,
    values: values as Readonly<Record<string, unknown>>,
  };
  return toArgocdApplication(application, placement, CHART_VOLUME_MIB).spec.source.helm.valuesObject;
}

/**
 * @param values The operator's; `undefined` where they stand in the repository that Argo CD reads, which is not seen here.
 * @returns One sentence for each thing that the chart's schema refuses.
 */
export function refusedByChart(root: string, values: unknown, tenantHost: string): readonly string[] {
  if (values === undefined) return [];
  const read = (name: string) => readFileSync(join(root, CHART, name), 'utf8');
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(read('values.schema.json')) as object);
  // Helm lays values over the chart's own in the same way.
  if (validate(overridden(parse(read('values.yaml')), valuesOf(sample, values, tenantHost)))) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const path = instancePath.slice(1).replaceAll('/', '.') || 'valores';
    const more = 'additionalProperty' in params ? `: ${params['additionalProperty']}` : '';
    return `O chart dos ambientes recusa ${path} (${message}${more}): deploy/tenant-chart/values.schema.json.`;
  });
}

/** An environment in each state that changes what the chart makes. */
function samples(values: unknown): readonly TenantApplication[] {
  const { copies } = values as { copies?: { schedule?: unknown } };
  const restore = { id: '00000000-0000-4000-8000-000000000002', snapshot: 'latest' };
  return planIds.flatMap((planId) => [
    { ...sample, planId },
    { ...sample, planId, isSuspended: true },
    { ...sample, planId, isSuspended: true, isAsleep: true },
    { ...sample, planId, isReadOnly: true },
    ...(copies?.schedule ? [{ ...sample, planId, restore }] : []),
  ]);
}

/**
 * Renders the chart as Argo CD would, for every plan and state: also what its templates refuse, which no schema says.
 * @param helm The program; `null` where there is none.
 * @returns Helm's own reasons, each once; `null` when nothing could be rendered here.
 */
export function refusedByHelm(
  root: string,
  helm: string | null,
  values: unknown,
  tenantHost: string,
): readonly string[] | null {
  if (values === undefined || helm === null) return null;
  const reasons = samples(values).flatMap((application) => {
    const name = applicationName(application.orderId);
    const { status, stderr, error } = spawnSync(
      helm,
      ['template', name, join(root, CHART), '--namespace', name, '--values', '-'],
      { encoding: 'utf8', input: stringify(valuesOf(application, values, tenantHost)) },
    );
    if (error !== undefined) throw error;
    return status === 0 ? [] : [stderr.trim().replaceAll(/\s+/g, ' ')];
  });
  return [...new Set(reasons)].map(
    (reason) => `O Helm não monta o chart dos ambientes com estes valores: ${reason}`,
  );
}

/** The operator's values of every cluster, each once: those of all, and those that entries of CLUSTERS have instead. */
export function chartValuesOf(vars: Readonly<Record<string, unknown>>): readonly unknown[] {
  const entries = Clusters.safeParse(vars['CLUSTERS']).data ?? [];
  const ofAll = jsonText(vars['ARGOCD_CHART_VALUES']);
  const others = entries.flatMap(({ chartValues }) => (chartValues === undefined ? [] : [chartValues]));
  return [ofAll, ...others].filter((each) => typeof each === 'object' && each !== null);
}
