/** Pages with hot reload for `npm run dev`, at the same address as `npm start`; `/api` goes to the Worker. */
import { projectRoot } from './project-root.ts';

export interface DevSiteOptions {
  readonly port: number;
  /** Where the Worker listens. */
  readonly apiPort: number;
  readonly publicValues: Readonly<Record<string, string>>;
}

/** Starts Astro's development server; returns a function that stops it. */
export async function startDevSite({
  port,
  apiPort,
  publicValues,
}: DevSiteOptions): Promise<() => Promise<void>> {
  // Astro reads them from the environment of its process, which is this one.
  Object.assign(process.env, publicValues, { ASTRO_TELEMETRY_DISABLED: '1' });
  const { dev } = await import('astro');
  const server = await dev({
    root: projectRoot,
    server: { host: '127.0.0.1', port },
    logLevel: 'warn',
    devToolbar: { enabled: false },
    vite: {
      server: {
        strictPort: true,
        // The Host header stays the site's, so that the Worker sees the address the browser used.
        proxy: { '/api': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false } },
      },
    },
  });
  return () => server.stop();
}
