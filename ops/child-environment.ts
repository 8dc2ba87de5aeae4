/** Environment of the tools we start: quiet, without telemetry and outside connections. */
const quiet = {
  ASTRO_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  // Without it the runtime downloads the request metadata that production would have.
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  // Recording every request for the local viewer takes a third of the throughput.
  X_LOCAL_OBSERVABILITY: 'false',
  X_LOCAL_EXPLORER: 'false',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
} as const;

/** The caller's environment without its `PUBLIC_*`, plus ours. */
export function childEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PUBLIC_'));
  return { ...Object.fromEntries(inherited), ...quiet, ...extra };
}
