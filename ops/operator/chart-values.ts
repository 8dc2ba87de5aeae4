/** Whether the chart of the environments accepts what an application of ours would bring, before one is made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { CHART_VOLUME_MIB } from '#domain/clusters/volume.ts';
import { toArgocdApplication } from '#functions/vendors/argocd/application.ts';
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

/**
 * @param values The operator's; `undefined` where they stand in the repository that Argo CD reads, which is not seen here.
 * @returns One sentence for each thing that the chart's schema refuses.
 */
export function refusedByChart(root: string, values: unknown, tenantHost: string): readonly string[] {
  if (values === undefined) return [];
  const { spec } = toArgocdApplication(
    sample,
    {
      project: 'sample',
      destination: { server: 'https://kubernetes.default.svc' },
      source: { repoURL: 'https://sample.example', path: CHART, targetRevision: 'v0' },
      host: `{tenant}.${tenantHost || 'sample.example'}`,
      values: values as Readonly<Record<string, unknown>>,
    },
    CHART_VOLUME_MIB,
  );
  const read = (name: string) => readFileSync(join(root, CHART, name), 'utf8');
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(read('values.schema.json')) as object);
  // Helm lays values over the chart's own in the same way.
  if (validate(overridden(parse(read('values.yaml')), spec.source.helm.valuesObject))) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const path = instancePath.slice(1).replaceAll('/', '.') || 'valores';
    const more = 'additionalProperty' in params ? `: ${params['additionalProperty']}` : '';
    return `O chart dos ambientes recusa ${path} (${message}${more}): deploy/tenant-chart/values.schema.json.`;
  });
}
