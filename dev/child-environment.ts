/**
 * Environment of the tools we start: quiet, without telemetry, and without a connection to the outside.
 */
const quiet = {
  ASTRO_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  // Without it the runtime downloads the request metadata that production would have.
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  // Recording every request for a local viewer nobody opens costs a third of the throughput.
  X_LOCAL_OBSERVABILITY: 'false',
  X_LOCAL_EXPLORER: 'false',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
} as const;

/** The person's environment without its `PUBLIC_*` and with ours on top. */
export function childEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PUBLIC_'));
  return { ...Object.fromEntries(inherited), ...quiet, ...extra };
}
