/** What `npm run deploy` and `npm run setup` publish: where an environment's values stand, and whether they are complete. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { unstable_readConfig as readConfig, experimental_readRawConfig as readRawConfig } from 'wrangler';
import ourSiteJson from '#content/site.json' with { type: 'json' };
import imageListJson from '#functions/images/image-list.json' with { type: 'json' };
import { ImageList } from '#functions/images/watched.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { secretNames } from '#functions/variables.ts';
import { chartDigests } from '#ops/images/chart-images.ts';
import { missingOfImages } from '#ops/images/image-list.ts';
import { chartValuesOf, refusedByChart } from '#ops/operator/chart-values.ts';
import { configurationOf, pageValues, type RawConfig } from '#ops/operator/configuration.ts';
import { inFolder, operatorFolder, readOperator } from '#ops/operator/folder.ts';
import type { WranglerConfig } from './bindings.ts';
import { checkDeployment, type Verdict } from './check.ts';
import { closedToVisitors } from './visitors.ts';

/** The environments of wrangler.jsonc. */
export const environments = ['preview', 'production'] as const;
export type Environment = (typeof environments)[number];

/** Where an environment's values come from. */
export interface Source {
  readonly environment: Environment;
  /** What wrangler reads. */
  readonly configPath: string;
  /** The whole site file; `null` for content/site.json. */
  readonly siteFile: string | null;
  readonly siteJson: unknown;
  /** `PUBLIC_*` that have a value; those set in the shell win. */
  readonly publicValues: Readonly<Record<string, string>>;
  /** As wrangler reads it. */
  readonly config: WranglerConfig;
  /** The local configuration, which says what every environment needs. */
  readonly local: WranglerConfig;
  /** Digests that stand in the operator's folder. */
  readonly digests: Readonly<Record<string, string>>;
  readonly siteUrl: string;
}

const fileOf = (root: string): string => join(root, 'wrangler.jsonc');

/**
 * The operator's folder, from which wrangler's configuration is written to `operator/built/`; without one, the project's
 * own files.
 * @throws CommandFailure naming the file that cannot be read.
 */
export function readSource(root: string, environment: Environment): Source {
  const { configPath, siteFile, siteJson, pages, digests } = written(root, environment);
  const config: WranglerConfig = readConfig({ config: configPath, env: environment }, { hideWarnings: true });
  const local: WranglerConfig = readConfig({ config: fileOf(root) }, { hideWarnings: true });
  return {
    environment,
    configPath,
    siteFile,
    siteJson,
    publicValues: withShell(pages),
    config,
    local,
    digests,
    siteUrl: String(config.vars?.['SITE_URL'] ?? ''),
  };
}

function written(root: string, environment: Environment) {
  const operator = readOperator(root, environment, ourSiteJson);
  if (operator === null) {
    const file = join(root, 'deploy/site', `${environment}.env`);
    const pages = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
    return { configPath: fileOf(root), siteFile: null, siteJson: ourSiteJson as unknown, pages, digests: {} };
  }
  const folder = join(operatorFolder(root), 'built');
  mkdirSync(folder, { recursive: true });
  const [configPath, siteFile] = [join(folder, `wrangler.${environment}.json`), join(folder, 'site.json')];
  const base = readRawConfig({ config: fileOf(root) }).rawConfig as RawConfig;
  const config = configurationOf(base, environment, operator, { root: '../..', siteFile });
  writeFileSync(configPath, `${JSON.stringify(config, null, 2)}\n`);
  writeFileSync(siteFile, `${JSON.stringify(operator.site, null, 2)}\n`);
  const { vars = {} } = config.env?.[environment] ?? {};
  const pages = pageValues(vars, operator);
  return { configPath, siteFile, siteJson: operator.site, pages, digests: operator.digests };
}

function withShell(pages: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const set = Object.entries(process.env).filter(([name]) => name.startsWith('PUBLIC_'));
  const entries = [...Object.entries(pages), ...set];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** What the chart's schema refuses of the operator's values, for every cluster that has its own. */
export function chartRefusals(root: string, { vars = {} }: WranglerConfig): readonly string[] {
  const tenantHost = String(vars['TENANT_HOST'] ?? '');
  return chartValuesOf(vars).flatMap((values) => refusedByChart(root, values, tenantHost));
}

/**
 * What is missing before an environment can be published.
 * @param knownSecrets Names of the secrets that are set; `null` when wrangler could not be asked.
 * @param ask Opens demonstration and status page as a visitor; `null` before anything can be there.
 */
export async function judge(
  root: string,
  source: Source,
  knownSecrets: readonly string[] | null,
  ask: Fetch | null,
): Promise<Verdict> {
  const { environment, config, local, publicValues, siteJson } = source;
  return checkDeployment({
    environment,
    config,
    local,
    publicValues,
    siteJson,
    secretNames,
    refusedByChart: chartRefusals(root, config),
    closedToVisitors: ask === null ? [] : await closedToVisitors(publicValues, siteJson, ask),
    missingOfImages: missingOfImages(root, ImageList.parse(imageListJson), {
      ...chartDigests(root),
      ...source.digests,
    }),
    knownSecrets,
  });
}

/** A line for each sentence, with the files that the operator writes. */
export function verdictLines({ missing, unchecked, advised }: Verdict, source: Source): readonly string[] {
  const said = (sentence: string) =>
    source.siteFile === null ? sentence : inFolder(sentence, source.environment);
  return [
    ...missing.map((sentence) => `  ✗  ${said(sentence)}`),
    ...unchecked.map((sentence) => `  ?  ${said(sentence)}`),
    ...advised.map((sentence) => `  !  ${said(sentence)}`),
  ];
}
