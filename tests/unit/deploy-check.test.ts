/** Everything that prevents a deploy is named, one sentence each; wrangler.jsonc is complete. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import siteJson from '#content/site.json' with { type: 'json' };
import { secretNames, Variables } from '#functions/variables.ts';
import type { WranglerConfig } from '#ops/deploy/bindings.ts';
import { checkDeployment, type Deployment } from '#ops/deploy/check.ts';

const root = join(import.meta.dirname, '../..');
const readWhole = (env?: string) =>
  readConfig({ config: join(root, 'wrangler.jsonc'), ...(env ? { env } : {}) }, { hideWarnings: true });
const read = (env?: string): WranglerConfig => readWhole(env);
const local = read();

/** An environment with all of an operator's values. */
function filled(known: Partial<Deployment> = {}): Deployment {
  const config = read('production');
  const site = JSON.parse(
    JSON.stringify(siteJson)
      .replaceAll('Provedor de ', 'Empresa ')
      .replaceAll('.example"', '.com.br"')
      .replace('11.222.333/0001-81', '12.345.678/0001-95'),
  ) as unknown;
  return {
    environment: 'production',
    local,
    config: {
      ...config,
      routes: ['vigia.com.br', 'desafio.vigia.com.br', 'outro.vigia.com.br'].map((pattern) => ({ pattern })),
      d1_databases: [{ ...database(config), database_id: '6f1c2a90-0000-4000-8000-000000000001' }],
      kv_namespaces: [{ binding: 'SWITCHES', id: '6f1c2a900000400080000000000001ab' }],
      vars: {
        ...config.vars,
        SITE_URL: 'https://vigia.com.br',
        KEYCLOAK_URL: 'https://auth.vigia.com.br',
        ARGOCD_URL: 'https://argocd.interno.com.br',
        ARGOCD_CHART_REPO: 'https://git.interno.com.br/vigia.git',
        ARGOCD_CHART_REVISION: 'v1.0.0',
        CLUSTER_CAPACITY: '300',
        FREE_ENVIRONMENTS_MAX: '200',
        CLUSTER_STORAGE: { canGrow: true },
        TENANT_HOST: 'vigia.com.br',
        TENANT_URL_TEMPLATE: 'https://{tenant}.vigia.com.br',
        TENANT_PROBE_URL: 'https://{tenant}.vigia.com.br',
        MAIL_URL: 'https://api.correio.com.br',
        MAIL_FROM: 'Vigia <nao-responda@vigia.com.br>',
      },
    },
    publicValues: {
      PUBLIC_SITE_URL: 'https://vigia.com.br',
      PUBLIC_KEYCLOAK_URL: 'https://auth.vigia.com.br',
      PUBLIC_KEYCLOAK_REALM: 'vigia',
      PUBLIC_KEYCLOAK_CLIENT_ID: 'vigia-site',
      PUBLIC_TENANT_URL_TEMPLATE: 'https://{tenant}.vigia.com.br',
      PUBLIC_CEP_URL: 'https://viacep.com.br',
    },
    siteJson: site,
    secretNames,
    missingOfImages: [],
    refusedByChart: [],
    closedToVisitors: [],
    knownSecrets: secretNames,
    ...known,
  };
}

function database(config: WranglerConfig) {
  const [first] = config.d1_databases ?? [];
  if (first === undefined) throw new Error('There is no database.');
  return first;
}

test('a complete environment may be published', () => {
  expect(checkDeployment(filled())).toMatchObject({ missing: [], unchecked: [] });
});

const { config, publicValues } = filled();
const withVars = (vars: Record<string, unknown>) => ({
  config: { ...config, vars: { ...config.vars, ...vars } },
});
const withClusters = (argocdUrl: string): Partial<Deployment> => ({
  config: {
    ...withVars({
      CLUSTER_CAPACITY: '',
      CLUSTERS: [
        { name: 'sp1', capacity: 300 },
        { name: 'sp2', capacity: 300, argocdUrl, tokenSecret: 'ARGOCD_TOKEN_SP2' },
      ],
    }).config,
    secrets: { required: [...secretNames, 'ARGOCD_TOKEN_SP2'] },
  },
});
const withPublic = (values: Record<string, string>) => ({ publicValues: { ...publicValues, ...values } });

function withChallenge(vars = {}, framed = 'https://desafio.vigia.com.br'): Partial<Deployment> {
  const own = { CHALLENGE: 'turnstile', CHALLENGE_URL: framed, TURNSTILE_SITE_KEY: '0x4AAAAAAA' };
  const names = [...secretNames, 'TURNSTILE_SECRET'];
  return {
    config: { ...withVars({ ...own, ...vars }).config, secrets: { required: names } },
    knownSecrets: names,
    ...withPublic({ PUBLIC_CHALLENGE_URL: framed }),
  };
}

test('a domain that site and environments share is advised against, and does not stop the publication', () => {
  const shared = filled();
  expect(checkDeployment(shared).advised.join()).toContain('dividem o domínio vigia.com.br');
  const apart = {
    ...shared,
    config: { ...shared.config, vars: { ...shared.config.vars, TENANT_HOST: 'vigia-status.com.br' } },
  };
  expect(checkDeployment(apart).advised).toEqual([]);
});

test.each(['operator', 'off'])('without a bucket, it is said who deletes copies: %s', (COPIES_REMOVAL) => {
  const known = { config: { ...withVars({ COPIES_REMOVAL }).config, r2_buckets: [] } };
  expect(checkDeployment(filled(known)).missing).toEqual([]);
});

test('images without a digest stop a publication, and only advise a preview', () => {
  const missingOfImages = ['Sem digest, o que roda pode mudar: kuma:1.0.0.'];
  expect(checkDeployment(filled({ missingOfImages }))).toMatchObject({ missing: missingOfImages });
  const preview = checkDeployment(filled({ environment: 'preview', missingOfImages }));
  expect(preview.missing).toEqual([]);
  expect(preview.advised).toContain(missingOfImages[0]);
});

test.each([
  ['CLUSTER_CAPACITY', { CLUSTER_CAPACITY: '150' }, '(150)'],
  ['nodes', { CLUSTER_CAPACITY: { nodes: 3, memoryGib: 16, volumes: 25 } }, '(75)'],
  [
    'CLUSTERS',
    {
      CLUSTER_CAPACITY: '',
      CLUSTERS: [
        { name: 'a', capacity: 90 },
        { name: 'b', capacity: 9, server: 'https://k8s.vigia.com.br' },
      ],
    },
    '(99)',
  ],
])('a free ceiling above the places of %s is advised against', (_, vars, places) => {
  expect(checkDeployment(filled(withVars(vars))).advised.join()).toContain(
    `FREE_ENVIRONMENTS_MAX de env.production (200) passa do lugar de todos os clusters ${places}`,
  );
  expect(checkDeployment(filled()).advised.join()).not.toContain('FREE_ENVIRONMENTS_MAX');
});

test('a storage of which nobody said whether it grows is advised against', () => {
  const advised = (vars: Record<string, unknown>) => checkDeployment(filled(withVars(vars))).advised.join();
  const sp1 = { name: 'sp1', capacity: 300 };
  const silent = { CLUSTER_STORAGE: '' };
  expect(advised(silent)).toContain('CLUSTER_STORAGE de env.production não diz se os volumes crescem');
  expect(advised({ ...silent, CLUSTER_CAPACITY: '', CLUSTERS: [sp1] })).toContain('CLUSTER_STORAGE');
  const told = { ...silent, CLUSTER_CAPACITY: '', CLUSTERS: [{ ...sp1, storage: { canGrow: false } }] };
  expect(advised(told)).not.toContain('CLUSTER_STORAGE');
  expect(advised({})).not.toContain('CLUSTER_STORAGE');
});

test('a watch over images that is off is advised against', () => {
  expect(checkDeployment(filled()).advised.join()).not.toContain('IMAGE_WATCH');
  expect(checkDeployment(filled(withVars({ IMAGE_WATCH: 'off' }))).advised.join()).toContain('IMAGE_WATCH');
});

/** The published environment with these fields of its configuration. */
const withConfig = (known: Partial<WranglerConfig>) => ({ config: { ...config, ...known } });
const overLimit = (config.ratelimits ?? []).map((each) =>
  each.name === 'SUPPORT_LIMIT' ? { ...each, simple: { limit: 500, period: 60 } } : each,
);
const tokenOfSp2 = { knownSecrets: [...secretNames, 'ARGOCD_TOKEN_SP2'] };

test.each<[string, Partial<Deployment>]>([
  ['ainda tem o id de exemplo', withConfig({ d1_databases: [database(local)] })],
  ['Falta o banco D1 DB', withConfig({ d1_databases: [] })],
  ['npx wrangler kv namespace create SWITCHES', withConfig({ kv_namespaces: local.kv_namespaces ?? [] })],
  ['Falta o KV SWITCHES', withConfig({ kv_namespaces: [] })],
  ['Falta o bucket COPIES (r2_buckets) em env.production', withConfig({ r2_buckets: [] })],
  ['Falta o workflow PROVISION_TENANT', withConfig({ workflows: [] })],
  ['Falta a rota de vigia.com.br (routes) em env.production', withConfig({ routes: [] })],
  // A route for a part of the site is none.
  ['Falta a rota de vigia.com.br', withConfig({ routes: ['vigia.com.br/api/*', '*.vigia.com.br/*'] })],
  ['Falta a rota de prova.vigia.com.br', withChallenge({}, 'https://prova.vigia.com.br')],
  ['Falta a rota de api.vigia.com.br', withPublic({ PUBLIC_API_URL: 'https://api.vigia.com.br' })],
  ['Falta o cron', withConfig({ triggers: { crons: [] } })],
  ['Falta o limite AVAILABILITY_LIMIT', withConfig({ ratelimits: config.ratelimits?.slice(1) ?? [] })],
  [
    'O limite SUPPORT_LIMIT de env.production, em wrangler.jsonc, não é o que os testes provam (5 em 60 s).',
    withConfig({ ratelimits: overLimit }),
  ],
  ['A variável MAIL_URL falta ou está errada', withVars({ MAIL_URL: '' })],
  [
    'ARGOCD_URL de env.production precisa ser um endereço https://',
    withVars({ ARGOCD_URL: 'http://argocd.interno' }),
  ],
  [
    'OTHER_NETWORK_URL de env.production é só para uma máquina de quem desenvolve',
    withVars({ OTHER_NETWORK_URL: 'https://rede.exemplo.com.br' }),
  ],
  [
    'ARGOCD_URL de env.production aponta para 10.0.0.5, que só existe em uma rede privada',
    withVars({ ARGOCD_URL: 'https://10.0.0.5' }),
  ],
  [
    'TENANT_PROBE_URL de env.production aponta para x.vigia.svc.cluster.local, que só existe em uma rede privada',
    withVars({ TENANT_PROBE_URL: 'https://{tenant}.vigia.svc.cluster.local' }),
  ],
  [
    'CLUSTERS de env.production aponta para argocd.internal, que só existe em uma rede privada',
    { ...withClusters('https://argocd.internal'), ...tokenOfSp2 },
  ],
  ['Falta CLUSTER_CAPACITY em env.production.vars, em wrangler.jsonc', withVars({ CLUSTER_CAPACITY: '' })],
  // What the nodes of the example give, so that a number is no guess.
  [
    '{"nodes":3,"memoryGib":16,"volumes":25}, que dão 75 ambientes, limitados pelos volumes',
    withVars({ CLUSTER_CAPACITY: '' }),
  ],
  [
    'Falta FREE_ENVIRONMENTS_MAX em env.production.vars, em wrangler.jsonc',
    withVars({ FREE_ENVIRONMENTS_MAX: '' }),
  ],
  [
    'storage.size em ARGOCD_CHART_VALUES de env.production não vale para todos os ambientes',
    withVars({ ARGOCD_CHART_VALUES: { storage: { size: '8Gi' } } }),
  ],
  [
    'A variável CLUSTER_STORAGE falta ou está errada',
    withVars({ CLUSTER_STORAGE: { sizes: { free: '1G' } } }),
  ],
  ['A variável CLUSTER_CAPACITY falta ou está errada', withVars({ CLUSTER_CAPACITY: '{"nodes":3}' })],
  [
    'O cluster sp1 de CLUSTERS não diz quantos ambientes cabem',
    withVars({ CLUSTER_CAPACITY: '', CLUSTERS: '[{"name":"sp1"}]' }),
  ],
  [
    'CLUSTER_CAPACITY de env.production não vale com CLUSTERS',
    withVars({ CLUSTERS: [{ name: 'sp1', capacity: 300 }] }),
  ],
  [
    'MAIL_URL de env.production é só a origem da API',
    withVars({ MAIL_URL: 'https://api.correio.com.br/emails' }),
  ],
  ['A variável KEYCLOCK_URL de env.production não existe.', withVars({ KEYCLOCK_URL: 'x' })],
  ['ASAAS_API_KEY é um segredo', withVars({ ASAAS_API_KEY: 'a-real-key' })],
  ['não está declarado', withConfig({ secrets: { required: secretNames.slice(1) } })],
  [
    'Falta o segredo PARTY_HASH_KEY: npx wrangler secret put PARTY_HASH_KEY --env production',
    { knownSecrets: secretNames.slice(0, -1) },
  ],
  [
    'CLUSTERS de env.production precisa ser um endereço https://',
    { ...withClusters('http://argocd-2.interno.com.br'), ...tokenOfSp2 },
  ],
  [
    'Falta o segredo ARGOCD_TOKEN_SP2: npx wrangler secret put ARGOCD_TOKEN_SP2 --env production',
    withClusters('https://argocd-2.interno.com.br'),
  ],
  // No page may frame another origin than the one it names.
  [
    'CHALLENGE_URL de env.production e PUBLIC_CHALLENGE_URL são diferentes',
    withChallenge({ CHALLENGE_URL: 'https://outro.vigia.com.br' }),
  ],
  // Nor may the challenge have the site's own.
  [
    'A variável CHALLENGE_URL falta ou está errada em env.production.vars',
    withChallenge({ CHALLENGE_URL: 'https://vigia.com.br' }, 'https://vigia.com.br'),
  ],
  [
    'Falta o segredo TURNSTILE_SECRET: npx wrangler secret put TURNSTILE_SECRET --env production',
    { ...withChallenge(), knownSecrets: secretNames },
  ],
  ['TELEGRAM_BOT_TOKEN é um segredo', withVars({ TELEGRAM_BOT_TOKEN: '1:a-real-token' })],
  ['Falta PUBLIC_SITE_URL', withPublic({ PUBLIC_SITE_URL: '' })],
  [
    'PUBLIC_CEP_URL precisa ser um endereço https://',
    withPublic({ PUBLIC_CEP_URL: 'http://localhost:4336' }),
  ],
  ['PUBLIC_WHATSAPP', withPublic({ PUBLIC_WHATSAPP: '+55' })],
  [
    'KEYCLOAK_REALM de env.production e PUBLIC_KEYCLOAK_REALM são diferentes',
    withPublic({ PUBLIC_KEYCLOAK_REALM: 'outro' }),
  ],
])('what stops a publication is one sentence: %s', (sentence, known) => {
  expect(checkDeployment(filled(known)).missing).toEqual([expect.stringContaining(sentence)]);
});

test('the example company is allowed in a preview, not in production', () => {
  expect(checkDeployment(filled({ siteJson })).missing).toEqual([
    'content/site.json ainda tem a empresa de exemplo (razão social, CNPJ, endereço).',
    'content/site.json ainda tem endereços de exemplo (terminados em .example).',
    'content/site.json ainda não diz o nome do provedor de e-mail ou da hospedagem (subProcessors).',
  ]);
  expect(checkDeployment(filled({ environment: 'preview', siteJson })).missing).toEqual([]);
});

test('when secrets cannot be read, they are named', () => {
  const { missing, unchecked } = checkDeployment(filled({ knownSecrets: null }));
  expect(missing).toEqual([]);
  for (const name of secretNames) expect(unchecked[0]).toContain(name);
});

test.each(['preview', 'production'])(
  'env.%s declares every binding; only operator values are open',
  (environment) => {
    const { missing } = checkDeployment(filled({ environment, config: read(environment) }));
    expect(
      missing.filter(
        (sentence) =>
          !/id de exemplo|falta ou está errada|^Falta (CLUSTER_CAPACITY|FREE_ENVIRONMENTS_MAX)/.test(
            sentence,
          ),
      ),
    ).toEqual([]);
    const file = join(root, 'deploy/site', `${environment}.env`);
    expect(existsSync(file)).toBe(true);
    expect(Object.keys(parseEnv(readFileSync(file, 'utf8')))).toEqual(
      expect.arrayContaining(['PUBLIC_SITE_URL', 'PUBLIC_KEYCLOAK_URL', 'PUBLIC_TENANT_URL_TEMPLATE']),
    );
  },
);

test('environments share no rate limit counter and no workflow', () => {
  const all = [local, read('preview'), read('production')];
  const ids = all.flatMap(({ ratelimits = [] }) => ratelimits.map(({ namespace_id }) => namespace_id));
  expect(new Set(ids).size).toBe(ids.length);
});

test('the platform logs our lines without addresses, headers or callers', () => {
  // Traces are off too, because they contain the same data.
  for (const { observability } of [readWhole(), readWhole('preview'), readWhole('production')])
    expect(observability).toEqual({ logs: { enabled: true, invocation_logs: false } });
});

test('docs/configuration.md lists every variable and secret', () => {
  const text = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
  const undocumented = [...Object.keys(Variables.in.shape), ...secretNames].filter(
    (name) => !text.includes(`\`${name}\``),
  );
  expect(undocumented).toEqual([]);
});
