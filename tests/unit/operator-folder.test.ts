/** An operator's folder: each value once, and a newer version of the project is a `git pull`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unstable_readConfig as readConfig, experimental_readRawConfig as readRawConfig } from 'wrangler';
import siteJson from '#content/site.json' with { type: 'json' };
import { secretNames } from '#functions/variables.ts';
import { checkDeployment } from '#ops/deploy/check.ts';
import { refusedByChart } from '#ops/operator/chart-values.ts';
import { configurationOf, pageValues, type RawConfig } from '#ops/operator/configuration.ts';
import { readOperator } from '#ops/operator/folder.ts';

const project = join(import.meta.dirname, '../..');
const ourConfig = join(project, 'wrangler.jsonc');
const base = readRawConfig({ config: ourConfig }).rawConfig as RawConfig;

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vigia-operator-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, content: unknown): void {
  mkdirSync(join(root, 'operator'), { recursive: true });
  writeFileSync(
    join(root, 'operator', name),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
}

/** All that is typed for an environment of two domains. */
const production = {
  worker: {
    SITE_URL: 'https://olho.com.br',
    KEYCLOAK_URL: 'https://auth.olho.com.br',
    ARGOCD_URL: 'https://argocd.olho.com.br',
    ARGOCD_CHART_REPO: 'https://git.olho.com.br/vigia.git',
    ARGOCD_CHART_REVISION: 'v1.0.0',
    CLUSTER_CAPACITY: '300',
    FREE_ENVIRONMENTS_MAX: '200',
    CLUSTER_STORAGE: { canGrow: true },
    TENANT_HOST: 'olho-status.com.br',
    TENANT_URL_TEMPLATE: 'https://{tenant}.olho-status.com.br',
    TENANT_PROBE_URL: 'https://{tenant}.olho-status.com.br',
    MAIL_URL: 'https://api.resend.com',
    MAIL_FROM: 'Olho <nao-responda@olho.com.br>',
  },
  chart: {
    ingress: { className: 'traefik', controllerNamespace: 'kube-system' },
    storage: { className: 'local-path' },
  },
  database: '6f1c2a90-0000-4000-8000-000000000001',
  switches: '6f1c2a900000400080000000000001ab',
  copies: 'olho-copias',
};
const site = {
  name: 'Olho',
  legal: { companyName: 'Olho Ltda.', cnpj: '12.345.678/0001-95', email: 'contato@olho.com.br' },
};

/** What `npm run deploy` would check and give to wrangler. */
function deployment(environment = 'production') {
  const operator = readOperator(root, environment, siteJson);
  if (operator === null) throw new Error('There is no folder.');
  const built = join(root, 'operator/built');
  mkdirSync(built, { recursive: true });
  const file = join(built, 'wrangler.json');
  const places = { root: relative(built, project), siteFile: join(built, 'site.json') };
  writeFileSync(file, JSON.stringify(configurationOf(base, environment, operator, places)));
  const read = (env?: string) =>
    readConfig({ config: file, ...(env ? { env } : {}) }, { hideWarnings: true });
  return { operator, config: read(environment), other: read('preview') };
}

describe('with an operator’s folder', () => {
  beforeEach(() => {
    write('production.json', production);
    write('site.json', site);
  });

  test('each value is typed once, and the deploy check finds nothing missing', () => {
    const { operator, config } = deployment();
    const { missing } = checkDeployment({
      environment: 'production',
      config,
      local: readConfig({ config: ourConfig }, { hideWarnings: true }),
      publicValues: pageValues(config.vars, operator),
      siteJson: operator.site,
      secretNames,
      missingOfImages: [],
      refusedByChart: refusedByChart(project, config.vars['ARGOCD_CHART_VALUES'], 'olho-status.com.br'),
      closedToVisitors: [],
      knownSecrets: secretNames,
    });
    // The rest of the company's file, which this operator has yet to write.
    expect(missing.filter((sentence) => !sentence.startsWith('content/site.json'))).toEqual([]);
    expect(config.routes).toEqual([{ pattern: 'olho.com.br', custom_domain: true }]);
    expect(config.r2_buckets).toMatchObject([{ binding: 'COPIES', bucket_name: 'olho-copias' }]);
  });

  test('files are found from where the configuration is written, and the other environment stays', () => {
    const { config, other } = deployment();
    expect(config.main).toBe(join(project, 'functions/worker.ts'));
    expect(config.d1_databases[0]?.migrations_dir).toBe(
      relative(join(root, 'operator/built'), join(project, 'functions/migrations')),
    );
    expect(other.vars['SITE_URL']).toBe('');
  });

  test('the operator’s fields replace ours, one by one', () => {
    const { operator } = deployment();
    expect(operator.site).toMatchObject({
      name: 'Olho',
      tagline: siteJson.tagline,
      legal: { companyName: 'Olho Ltda.', address: siteJson.legal.address },
      subProcessors: siteJson.subProcessors,
    });
  });

  test('further secrets are those of clusters, of the challenge, and the named ones', () => {
    write('production.json', {
      ...production,
      worker: {
        ...production.worker,
        CHALLENGE: 'turnstile',
        CHALLENGE_URL: 'https://desafio.olho.com.br',
        CLUSTERS: [
          { name: 'um', capacity: 10 },
          {
            name: 'dois',
            capacity: 10,
            argocdUrl: 'https://a2.olho.com.br',
            tokenSecret: 'ARGOCD_TOKEN_DOIS',
          },
        ],
      },
      secrets: ['TELEGRAM_BOT_TOKEN'],
    });
    const { config } = deployment();
    expect(config.secrets?.required).toEqual([
      ...secretNames,
      'ARGOCD_TOKEN_DOIS',
      'TURNSTILE_SECRET',
      'TELEGRAM_BOT_TOKEN',
    ]);
    expect(config.routes).toContainEqual({ pattern: 'desafio.olho.com.br', custom_domain: true });
  });
});

test('without the folder the project’s own files hold', () => {
  expect(readOperator(root, 'production', siteJson)).toBeNull();
});

test.each([
  ['Falta operator/production.json', {}],
  ['operator/production.json não é JSON', { 'production.json': '{' }],
  ['database (', { 'production.json': { ...production, database: '' } }],
  ['worker.SITE_URl', { 'production.json': { ...production, worker: { SITE_URl: 'x' } } }],
  ['Unrecognized key', { 'production.json': { ...production, databse: 'x' } }],
])('a file that says something else is refused: %s', (sentence, files) => {
  write('preview.json', {});
  for (const [name, content] of Object.entries(files)) write(name, content);
  expect(() => readOperator(root, 'production', siteJson)).toThrow(sentence);
});

test.each([
  [{ ingress: { className: '' } }, 'ingress.'],
  [{ storage: { className: 3 } }, 'storage.className'],
  [{ ingres: {} }, 'ingres'],
])('values that the chart refuses are said before any environment is made: %j', (values, named) => {
  const complete = { ...production.chart, ...values };
  expect(refusedByChart(project, complete, 'olho-status.com.br').join('\n')).toContain(named);
});
