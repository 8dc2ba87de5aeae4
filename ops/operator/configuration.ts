/** The configuration that wrangler reads where an operator's folder is, made from wrangler.jsonc and their values. */

import { clusterSecretNames } from '#functions/cluster-settings.ts';
import { CHALLENGE_SECRET, secretNames } from '#functions/variables.ts';
import { servedHosts } from '#ops/deploy/bindings.ts';
import type { OperatorValues } from './folder.ts';

/** wrangler.jsonc without its comments: only what is changed here is named. */
export interface RawConfig {
  readonly main?: string | undefined;
  readonly assets?: Readonly<Record<string, unknown>> | undefined;
  readonly env?: Readonly<Record<string, RawEnvironment>> | undefined;
  readonly [field: string]: unknown;
}
interface RawEnvironment {
  readonly vars?: Readonly<Record<string, unknown>> | undefined;
  readonly d1_databases?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly kv_namespaces?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly [field: string]: unknown;
}

interface Places {
  /** The project's root, as seen from the file that is written. */
  readonly root: string;
  /** The whole site file, as seen from there. */
  readonly siteFile: string;
}

/** The Worker's value that a page's value follows; both must be the same. */
export const sharedValues = {
  PUBLIC_SITE_URL: 'SITE_URL',
  PUBLIC_KEYCLOAK_URL: 'KEYCLOAK_URL',
  PUBLIC_KEYCLOAK_REALM: 'KEYCLOAK_REALM',
  PUBLIC_KEYCLOAK_CLIENT_ID: 'KEYCLOAK_SITE_CLIENT_ID',
  PUBLIC_TENANT_URL_TEMPLATE: 'TENANT_URL_TEMPLATE',
} as const;

/** The variables of the Worker: the project's, and over them the operator's. */
const workerVars = (
  base: RawConfig,
  environment: string,
  { worker, chart, digests }: OperatorValues,
): Readonly<Record<string, unknown>> => {
  const values = { ...(Object.keys(digests).length === 0 ? {} : { digests }), ...chart };
  return {
    ...base.env?.[environment]?.vars,
    ...worker,
    ...(Object.keys(values).length === 0 ? {} : { ARGOCD_CHART_VALUES: values }),
  };
};

/** The pages' values: what follows from the Worker's is typed once. */
export function pageValues(
  vars: Readonly<Record<string, unknown>>,
  { pages }: OperatorValues,
): Record<string, string> {
  const derived = Object.entries({ ...sharedValues, PUBLIC_CHALLENGE_URL: 'CHALLENGE_URL' } as const);
  const values = derived.flatMap(([ofPages, ofWorker]) => {
    const value = vars[ofWorker];
    return typeof value === 'string' && value !== '' ? [[ofPages, value] as const] : [];
  });
  return { PUBLIC_CEP_URL: 'https://viacep.com.br', ...Object.fromEntries(values), ...pages };
}

/** wrangler's configuration with one environment's values filled in; the others stay as they are. */
export function configurationOf(
  base: RawConfig,
  environment: string,
  operator: OperatorValues,
  { root, siteFile }: Places,
): RawConfig {
  const own = base.env?.[environment] ?? {};
  const vars = workerVars(base, environment, operator);
  const hosts = servedHosts(vars, pageValues(vars, operator));
  const required = [
    ...secretNames,
    ...clusterSecretNames(vars['CLUSTERS']),
    ...(vars['CHALLENGE'] === 'turnstile' ? [CHALLENGE_SECRET] : []),
    ...operator.secrets,
  ];
  const migrations = `${root}/functions/migrations`;
  return {
    ...base,
    $schema: `${root}/node_modules/wrangler/config-schema.json`,
    main: `${root}/${base.main}`,
    assets: { ...base.assets, directory: `${root}/dist` },
    alias: { '#content/site.json': siteFile },
    env: {
      ...base.env,
      [environment]: {
        ...own,
        vars,
        secrets: { required: [...new Set(required)] },
        routes: [...new Set(hosts)].map((pattern) => ({ pattern, custom_domain: true })),
        d1_databases: own.d1_databases?.map((each) => ({
          ...each,
          database_id: operator.database,
          migrations_dir: migrations,
        })),
        kv_namespaces: own.kv_namespaces?.map((each) => ({ ...each, id: operator.switches })),
        r2_buckets: operator.copies === null ? [] : [{ binding: 'COPIES', bucket_name: operator.copies }],
      },
    },
  };
}
