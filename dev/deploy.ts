/**
 * `npm run deploy -- --env production [--dry-run]`: checks, builds, migrates, publishes, in this order, and stops at
 * the first failure.
 *
 * `--dry-run` changes nothing: it names what is missing, asks the services, renders the chart and lets wrangler bundle the
 * Worker.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inventoryFile } from '#build/script-inventory.ts';
import { HealthResponse } from '#domain/api-schemas/health.ts';
import { childEnvironment } from '#ops/child-environment.ts';
import type { Said } from '#ops/deploy/services/argocd.ts';
import { askServices } from '#ops/deploy/services/ask-services.ts';
import {
  chartRefusals,
  type Environment,
  environments,
  judge,
  readSource,
  type Source,
  verdictLines,
} from '#ops/deploy/source.ts';
import { closedToVisitors } from '#ops/deploy/visitors.ts';
import { CommandFailure, runCommand } from '#ops/failure.ts';
import { chartValuesOf, refusedByHelm } from '#ops/operator/chart-values.ts';
import { cloudflareToken } from '#ops/setup/vault.ts';
import { projectRoot } from './project-root.ts';
import { type Before, bookmarkIn, versionIn, wayBack } from './way-back.ts';
import { wrangler } from './wrangler.ts';

function readOptions(): { environment: Environment; isDryRun: boolean } {
  const usage = 'Use: npm run deploy -- --env preview|production [--dry-run]';
  try {
    const { values } = parseArgs({
      options: { env: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    });
    const environment = environments.find((name) => name === values.env);
    if (environment !== undefined) return { environment, isDryRun: values['dry-run'] };
    const given = values.env === undefined ? 'Falta --env.' : `Não há o ambiente "${values.env}".`;
    throw new CommandFailure(`${given} ${usage}`);
  } catch (error) {
    throw error instanceof CommandFailure ? error : new CommandFailure(usage);
  }
}

interface Run {
  readonly status: number;
  readonly output: string;
}

let configPath = join(projectRoot, 'wrangler.jsonc');

function runWrangler(args: readonly string[], isShown: boolean): Run {
  const { status, stdout } = spawnSync(process.execPath, [wrangler, ...args, '--config', configPath], {
    cwd: projectRoot,
    env: childEnvironment({ WRANGLER_WRITE_LOGS: 'false' }),
    encoding: 'utf8',
    stdio: ['inherit', isShown ? 'inherit' : 'pipe', 'inherit'],
  });
  return { status: status ?? 1, output: stdout ?? '' };
}

/** Names of the secrets that are set; `null` when wrangler cannot be asked. */
function readSecretNames(environment: Environment): readonly string[] | null {
  if (!process.env['CLOUDFLARE_API_TOKEN']) return null;
  const { status, output } = runWrangler(['secret', 'list', '--env', environment, '--format', 'json'], false);
  // A Worker that was never published has no secrets.
  if (status !== 0) return [];
  return (JSON.parse(output) as { name: string }[]).map(({ name }) => name);
}

/** Lets wrangler read the configuration and bundle the code, without pages if none are built. */
function bundle(environment: Environment): void {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-deploy-'));
  try {
    const pages = existsSync(join(projectRoot, 'dist/index.html')) ? [] : ['--assets', folder];
    const outdir = join(folder, 'worker');
    const args = ['deploy', '--env', environment, '--dry-run', '--outdir', outdir, ...pages];
    if (runWrangler(args, false).status !== 0)
      throw new CommandFailure(
        'O wrangler recusou a configuração ou o código; as linhas acima dizem por quê.',
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function step(title: string, run: () => Run): void {
  console.log(`\n── ${title}`);
  if (run().status !== 0)
    throw new CommandFailure(`Parou em "${title}". O que veio antes está feito; o resto, não.`);
}

/** What serves now, and the moment of the database: read before anything changes. */
function readBefore(environment: Environment): Before {
  const env = ['--env', environment];
  return {
    versionId: versionIn(runWrangler(['deployments', 'status', ...env, '--json'], false).output),
    bookmark: bookmarkIn(runWrangler(['d1', 'time-travel', 'info', 'DB', ...env, '--json'], false).output),
  };
}

/** Keeps the list of scripts of each version, against which a published page is compared later. */
function keepScripts(environment: Environment, versionId: string): void {
  const folder = join(projectRoot, '.published', environment);
  mkdirSync(folder, { recursive: true });
  cpSync(inventoryFile(join(projectRoot, 'dist')), join(folder, `${versionId}.scripts.json`));
  console.log(
    `Os scripts desta versão ficam em .published/${environment}/${versionId}.scripts.json: guarde a pasta.`,
  );
}

/** Asks what was just published: the API and its database, and a payment page, byte by byte. */
async function requireHealth(siteUrl: string): Promise<void> {
  const answer = await fetch(`${siteUrl}/api/health`, { signal: AbortSignal.timeout(20_000) }).catch(
    () => null,
  );
  const health = HealthResponse.safeParse(await answer?.json().catch(() => null));
  if (!health.success || health.data.status !== 'ok')
    throw new CommandFailure(`${siteUrl}/api/health não respondeu "ok": volte pelo comando acima.`);
  const compare = join(projectRoot, 'ops/compare-pages.ts');
  const { status } = spawnSync(process.execPath, [compare, `${siteUrl}/checkout`], {
    cwd: projectRoot,
    env: childEnvironment({}),
    stdio: 'inherit',
  });
  if (status !== 0)
    throw new CommandFailure('A página publicada não é a desta construção: as linhas acima dizem onde.');
}

async function publish(
  environment: Environment,
  publicValues: Readonly<Record<string, string>>,
  siteFile: string | null,
  siteUrl: string,
): Promise<void> {
  step('construção das páginas', () => {
    const { status } = spawnSync(process.execPath, [join(projectRoot, 'dev/build.ts')], {
      cwd: projectRoot,
      env: childEnvironment({ ...publicValues, ...(siteFile === null ? {} : { SITE_FILE: siteFile }) }),
      stdio: 'inherit',
    });
    return { status: status ?? 1, output: '' };
  });
  const before = readBefore(environment);
  for (const line of wayBack(environment, before)) console.log(line);
  // Database first: new code fails on an old database, old code works on a new one (migrations only add).
  step('migrações do banco', () =>
    runWrangler(['d1', 'migrations', 'apply', 'DB', '--remote', '--env', environment], true),
  );
  step('publicação', () => runWrangler(['deploy', '--env', environment], true));
  const after = versionIn(
    runWrangler(['deployments', 'status', '--env', environment, '--json'], false).output,
  );
  if (after !== null) keepScripts(environment, after);
  for (const line of wayBack(environment, before)) console.log(line);
  console.log('\n── conferência do que foi publicado');
  await requireHealth(siteUrl);
}

const NOTHING_ASKED = { missing: [], unchecked: [], advised: [] } as const;
/** A service that takes longer does not serve. */
const ASK_TIMEOUT_MS = 15_000;

/** Renders the chart and asks the services: what only a machine with Helm and a network can tell. */
async function rehearse(source: Source): Promise<Said> {
  const vars = source.config.vars ?? {};
  const tenantHost = String(vars['TENANT_HOST'] ?? '');
  const asked = await askServices({
    vars,
    secrets: process.env,
    ask: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(ASK_TIMEOUT_MS) }),
  });
  const values = chartValuesOf(vars);
  const helm = spawnSync('helm', ['version'], { stdio: 'ignore' }).status === 0 ? 'helm' : null;
  const unseen =
    values.length === 0
      ? 'Os valores do chart estão no repositório que o Argo CD lê, e não se veem daqui: o chart não foi montado.'
      : 'O chart não foi montado com os seus valores, só conferido pelo esquema: instale o Helm (https://helm.sh).';
  // What the schema refuses, Helm refuses too, in its own words.
  const rendered = chartRefusals(projectRoot, source.config).length > 0 ? [] : values;
  return {
    ...asked,
    missing: [
      ...asked.missing,
      ...rendered.flatMap((each) => refusedByHelm(projectRoot, helm, each, tenantHost) ?? []),
    ],
    unchecked: [...asked.unchecked, ...(values.length === 0 || helm === null ? [unseen] : [])],
  };
}

await runCommand(async () => {
  const { environment, isDryRun } = readOptions();
  const source = readSource(projectRoot, environment);
  const { siteFile, publicValues } = source;
  configPath = source.configPath;
  const token = await cloudflareToken(projectRoot);
  if (token !== null) process.env['CLOUDFLARE_API_TOKEN'] = token;
  const verdict = await judge(projectRoot, source, readSecretNames(environment), fetch);
  // Only a rehearsal asks: what is published may be the cure for a service that is down.
  const asked = isDryRun ? await rehearse(source) : NOTHING_ASKED;
  const missing = [...verdict.missing, ...asked.missing];
  const whole = {
    missing,
    unchecked: [...verdict.unchecked, ...asked.unchecked],
    advised: [...verdict.advised, ...asked.advised],
  };
  for (const line of verdictLines(whole, source)) console.log(line);
  bundle(environment);
  console.log('  ✓  O wrangler lê a configuração e empacota o Worker.');
  const { unchecked } = verdict;
  if (missing.length > 0)
    throw new CommandFailure(
      `${missing.length} ${missing.length === 1 ? 'coisa falta' : 'coisas faltam'} para publicar em ${environment}.`,
    );
  if (isDryRun) {
    console.log(`\nNada foi publicado. Sem --dry-run: construção, migrações e publicação em ${environment}.`);
    return;
  }
  if (unchecked.length > 0) throw new CommandFailure('Para publicar, defina CLOUDFLARE_API_TOKEN.');
  await publish(environment, publicValues, siteFile, source.siteUrl);
  const closed = await closedToVisitors(publicValues, source.siteJson, fetch);
  for (const sentence of closed) console.log(`  ${environment === 'production' ? '✗' : '!'}  ${sentence}`);
  if (closed.length > 0 && environment === 'production')
    throw new CommandFailure(
      'O site está publicado, e leva a um endereço que não abre: falta o que está acima.',
    );
});
