/** What wrangler's configuration of an environment must bind and route, one sentence for each thing that is missing. */

/** The checked part of wrangler's configuration, as wrangler parses it. */
export interface WranglerConfig {
  readonly vars?: Readonly<Record<string, unknown>> | undefined;
  readonly secrets?: { readonly required?: readonly string[] | undefined } | undefined;
  readonly d1_databases?: readonly {
    readonly binding: string;
    readonly database_id?: string | undefined;
    readonly migrations_dir?: string | undefined;
  }[];
  readonly kv_namespaces?: readonly { readonly binding: string; readonly id?: string | undefined }[];
  readonly r2_buckets?: readonly { readonly binding: string; readonly bucket_name?: string | undefined }[];
  readonly workflows?: readonly { readonly binding: string; readonly class_name: string }[];
  readonly ratelimits?: readonly {
    readonly name: string;
    readonly namespace_id: string;
    readonly simple: { readonly limit: number; readonly period: number };
  }[];
  readonly triggers?: { readonly crons?: readonly string[] | undefined };
  readonly route?: Route | undefined;
  readonly routes?: readonly Route[] | undefined;
}

type Route = string | { readonly pattern: string };

/** An environment's part of the configuration. */
interface Configured {
  readonly environment: string;
  readonly config: WranglerConfig;
  /** The local configuration: every environment needs its bindings too. */
  readonly local: WranglerConfig;
}

const PLACEHOLDER_ID = /^0{8}/;

/** Bindings of the local configuration that an environment lacks, or has with a placeholder. */
export function bindings({ environment, config, local }: Configured): string[] {
  const where = `env.${environment}, em wrangler.jsonc`;
  const said: string[] = [];
  for (const { binding } of local.d1_databases ?? []) {
    const database = config.d1_databases?.find((each) => each.binding === binding);
    if (database === undefined) said.push(`Falta o banco D1 ${binding} (d1_databases) em ${where}.`);
    else {
      if (!database.database_id || PLACEHOLDER_ID.test(database.database_id))
        said.push(
          `O banco ${binding} de ${where}, ainda tem o id de exemplo: crie-o com "npx wrangler d1 create" e copie o database_id.`,
        );
      if (!database.migrations_dir) said.push(`O banco ${binding} de ${where}, não diz migrations_dir.`);
    }
  }
  for (const { binding } of local.kv_namespaces ?? []) {
    const namespace = config.kv_namespaces?.find((each) => each.binding === binding);
    if (namespace === undefined) said.push(`Falta o KV ${binding} (kv_namespaces) em ${where}.`);
    else if (!namespace.id || PLACEHOLDER_ID.test(namespace.id))
      said.push(
        `O KV ${binding} de ${where}, ainda tem o id de exemplo: crie-o com "npx wrangler kv namespace create ${binding}" e copie o id.`,
      );
  }
  // No other check finds copies that are never deleted.
  for (const { binding } of local.r2_buckets ?? [])
    if (
      !config.r2_buckets?.some((each) => each.binding === binding) &&
      (config.vars?.['COPIES_REMOVAL'] ?? 'bucket') === 'bucket'
    )
      said.push(
        `Falta o bucket ${binding} (r2_buckets) em ${where}: as cópias de um ambiente removido ficariam para sempre. Crie-o com "npx wrangler r2 bucket create", ou diga em COPIES_REMOVAL quem as apaga ("operator") ou que não há cópias ("off").`,
      );
  for (const { binding } of local.workflows ?? [])
    if (!config.workflows?.some((each) => each.binding === binding))
      said.push(`Falta o workflow ${binding} (workflows) em ${where}.`);
  for (const { name, simple } of local.ratelimits ?? []) {
    const limit = config.ratelimits?.find((each) => each.name === name);
    if (limit === undefined) said.push(`Falta o limite ${name} (ratelimits) em ${where}.`);
    else if (limit.simple.limit !== simple.limit || limit.simple.period !== simple.period)
      said.push(
        `O limite ${name} de ${where}, não é o que os testes provam (${simple.limit} em ${simple.period} s).`,
      );
    else if (local.ratelimits?.some(({ namespace_id }) => namespace_id === limit.namespace_id))
      said.push(`O limite ${name} de ${where}, divide o namespace_id com outro ambiente.`);
  }
  if (!config.triggers?.crons?.length)
    said.push(`Falta o cron (triggers.crons) em ${where}: sem ele nada que parou volta a andar.`);
  return said;
}

/** Hosts on which the Worker answers. Where pages have a server of their own, it answers for the API's host. */
export function servedHosts(
  { SITE_URL, CHALLENGE, CHALLENGE_URL }: Readonly<Record<string, unknown>>,
  publicValues: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const origins = [
    publicValues['PUBLIC_API_URL'] || SITE_URL,
    CHALLENGE === 'turnstile' ? CHALLENGE_URL : '',
  ];
  return origins.flatMap((origin) =>
    typeof origin === 'string' && URL.canParse(origin) ? new URL(origin).host : [],
  );
}

/** Without a route for a host, wrangler publishes only on workers.dev, and the site's address stays empty. */
export function routes({
  environment,
  config,
  publicValues,
}: Omit<Configured, 'local'> & {
  readonly publicValues: Readonly<Record<string, string | undefined>>;
}): string[] {
  const patterns = [config.route ?? [], config.routes ?? []].flat().map((route) => {
    const pattern = typeof route === 'string' ? route : route.pattern;
    return pattern.replace(/^https?:\/\//, '').replace(/\/\*$/, '');
  });
  const isRouted = (host: string): boolean =>
    host.endsWith('.workers.dev') ||
    patterns.some((each) => each === host || (each.startsWith('*') && host.endsWith(each.slice(1))));
  return servedHosts(config.vars ?? {}, publicValues)
    .filter((host) => !isRouted(host))
    .map(
      (host) =>
        `Falta a rota de ${host} (routes) em env.${environment}, em wrangler.jsonc: { "pattern": "${host}", "custom_domain": true }.`,
    );
}
