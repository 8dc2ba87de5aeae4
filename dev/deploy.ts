/**
 * `npm run deploy -- --env production [--dry-run]`: checks, builds, migrates, publishes, in this order, and stops at
 * the first failure.
 *
 * `--dry-run` changes nothing: it names what is missing, asks the services, renders the chart and lets wrangler bundle the
 * Worker.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { unstable_readConfig as readConfig, experimental_readRawConfig as readRawConfig } from 'wrangler';
import { inventoryFile } from '#build/script-inventory.ts';
import ourSiteJson from '#content/site.json' with { type: 'json' };
import { HealthResponse } from '#domain/api-schemas/health.ts';
import imageListJson from '#functions/images/image-list.json' with { type: 'json' };
import { ImageList } from '#functions/images/watched.ts';
import { secretNames } from '#functions/variables.ts';
import type { Said } from '#ops/deploy/services/argocd.ts';
import { askServices } from '#ops/deploy/services/ask-services.ts';
import { CommandFailure, runCommand } from '#ops/failure.ts';
import { childEnvironment } from './child-environment.ts';
import type { WranglerConfig } from './deploy-bindings.ts';
import { checkDeployment } from './deploy-check.ts';
import { chartDigests } from './images/chart-images.ts';
import { missingOfImages } from './images/image-list.ts';
import { chartValuesOf, refusedByChart, refusedByHelm } from './operator/chart-values.ts';
import { configurationOf, pageValues, type RawConfig } from './operator/configuration.ts';
import { inFolder, operatorFolder, readOperator } from './operator/folder.ts';
import { projectRoot } from './project-root.ts';
import { type Before, bookmarkIn, versionIn, wayBack } from './way-back.ts';
import { wrangler } from './wrangler.ts';

const ourConfig = join(projectRoot, 'wrangler.jsonc');
const environments = ['preview', 'production'] as const;
type Environment = (typeof environments)[number];

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

/** Where an environment's values come from. */
interface Source {
  /** What wrangler reads. */
  readonly configPath: string;
  /** The whole site file; `null` for content/site.json. */
  readonly siteFile: string | null;
  readonly siteJson: unknown;
  readonly pages: Readonly<Record<string, string | undefined>>;
}

/** The operator's folder, from which wrangler's configuration is written; without one, the project's own files. */
function readSource(environment: Environment): Source {
  const operator = readOperator(projectRoot, environment, ourSiteJson);
  if (operator === null) {
    const file = join(projectRoot, 'deploy/site', `${environment}.env`);
    const pages = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
    return { configPath: ourConfig, siteFile: null, siteJson: ourSiteJson, pages };
  }
  const folder = join(operatorFolder(projectRoot), 'built');
  mkdirSync(folder, { recursive: true });
  const [configPath, siteFile] = [join(folder, `wrangler.${environment}.json`), join(folder, 'site.json')];
  const base = readRawConfig({ config: ourConfig }).rawConfig as RawConfig;
  const config = configurationOf(base, environment, operator, { root: '../..', siteFile });
  writeFileSync(configPath, `${JSON.stringify(config, null, 2)}\n`);
  writeFileSync(siteFile, `${JSON.stringify(operator.site, null, 2)}\n`);
  const { vars = {} } = config.env?.[environment] ?? {};
  return { configPath, siteFile, siteJson: operator.site, pages: pageValues(vars, operator) };
}

/** Those that have a value; values set in the shell win. */
function publicValuesOf(written: Source['pages']): Record<string, string> {
  const set = Object.entries(process.env).filter(([name]) => name.startsWith('PUBLIC_'));
  const entries = [...Object.entries(written), ...set];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

interface Run {
  readonly status: number;
  readonly output: string;
}

let configPath = ourConfig;

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
async function rehearse(
  vars: Readonly<Record<string, unknown>>,
  tenantHost: string,
  refused: readonly string[],
): Promise<Said> {
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
  const rendered = refused.length > 0 ? [] : values;
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
  const source = readSource(environment);
  const { siteFile, siteJson } = source;
  configPath = source.configPath;
  const config: WranglerConfig = readConfig({ config: configPath, env: environment }, { hideWarnings: true });
  const local: WranglerConfig = readConfig({ config: ourConfig }, { hideWarnings: true });
  const publicValues = publicValuesOf(source.pages);
  const knownSecrets = readSecretNames(environment);
  const vars = config.vars ?? {};
  const tenantHost = String(vars['TENANT_HOST'] ?? '');
  const ofChart = chartValuesOf(vars).flatMap((values) => refusedByChart(projectRoot, values, tenantHost));
  const { missing, unchecked, advised } = checkDeployment({
    environment,
    config,
    local,
    publicValues,
    siteJson,
    secretNames,
    refusedByChart: ofChart,
    missingOfImages: missingOfImages(projectRoot, ImageList.parse(imageListJson), chartDigests(projectRoot)),
    knownSecrets,
  });
  const said = (sentence: string) => (siteFile === null ? sentence : inFolder(sentence, environment));
  // Only a rehearsal asks: what is published may be the cure for a service that is down.
  const asked = isDryRun ? await rehearse(vars, tenantHost, ofChart) : NOTHING_ASKED;
  const wrong = [...missing, ...asked.missing];
  for (const sentence of wrong) console.log(`  ✗  ${said(sentence)}`);
  for (const sentence of [...unchecked, ...asked.unchecked]) console.log(`  ?  ${said(sentence)}`);
  for (const sentence of [...advised, ...asked.advised]) console.log(`  !  ${said(sentence)}`);
  bundle(environment);
  console.log('  ✓  O wrangler lê a configuração e empacota o Worker.');
  if (wrong.length > 0)
    throw new CommandFailure(
      `${wrong.length} ${wrong.length === 1 ? 'coisa falta' : 'coisas faltam'} para publicar em ${environment}.`,
    );
  if (isDryRun) {
    console.log(`\nNada foi publicado. Sem --dry-run: construção, migrações e publicação em ${environment}.`);
    return;
  }
  if (unchecked.length > 0) throw new CommandFailure('Para publicar, defina CLOUDFLARE_API_TOKEN.');
  await publish(environment, publicValues, siteFile, String(config.vars?.['SITE_URL']));
});
