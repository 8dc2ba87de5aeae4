/** A workerd in this process: the Worker with the rehearsal's controls, real D1, and its outgoing calls intercepted. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readD1Migrations } from '@cloudflare/vitest-plugin';
import {
  convertV4MiniflareOptions,
  Response as GivenResponse,
  Miniflare,
  type Request as OutgoingRequest,
} from 'miniflare';
import { localFiscalService, workerVariables } from '#dev/local-values.ts';
import { projectRoot } from '#dev/project-root.ts';
import { wrangler, wranglerEnvironment } from '#dev/wrangler.ts';
import { addresses } from './addresses.ts';

export interface Runtime {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

/** Bundles the Worker like a deploy. */
function bundle(folder: string): string {
  const pages = join(folder, 'no-pages');
  mkdirSync(pages, { recursive: true });
  const args = [
    wrangler,
    'deploy',
    'tests/simulation/worker/entry.ts',
    '--dry-run',
    `--outdir=${folder}`,
    `--assets=${pages}`,
  ];
  const result = spawnSync(process.execPath, args, {
    cwd: projectRoot,
    env: { ...wranglerEnvironment(folder), CI: '1' },
    encoding: 'utf8',
  });
  const script = readdirSync(folder).find((name) => name.endsWith('.js'));
  if (result.status !== 0 || script === undefined) throw new Error(`${result.stdout}${result.stderr}`);
  return readFileSync(join(folder, script), 'utf8');
}

/**
 * @param changed Variables that replace the usual ones.
 * @param answer Answers the Worker's outgoing calls.
 */
export async function startRuntime(
  changed: Readonly<Record<string, string>>,
  answer: (request: Request) => Promise<Response>,
): Promise<Runtime> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-simulation-'));
  const { siteUrl } = addresses;
  const settings = {
    LOG_LEVEL: 'error',
    PROVISION_POLL_SECONDS: '300',
    QUOTA_CHECK_SECONDS: '604800',
    TENANT_URL_TEMPLATE: 'http://{tenant}.localhost',
    NOTA_FISCAL: localFiscalService,
  };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: [{ type: 'ESModule', path: 'entry.js', contents: bundle(join(folder, 'bundle')) }],
      compatibilityDate: '2026-10-01',
      compatibilityFlags: ['nodejs_als'],
      bindings: { ...workerVariables(addresses), ...settings, ...limits, ...changed },
      d1Databases: { DB: 'vigia' },
      kvNamespaces: ['SWITCHES'],
      d1Persist: false,
      outboundService: async (request: OutgoingRequest) => {
        const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.text();
        const init = { method: request.method, headers: [...request.headers] as [string, string][] };
        const given = await answer(new Request(request.url, body === undefined ? init : { ...init, body }));
        const headers = [...given.headers] as [string, string][];
        return new GivenResponse(given.status === 204 ? null : await given.text(), {
          status: given.status,
          headers,
        });
      },
    }),
  );
  await miniflare.ready;
  const ask: Runtime['fetch'] = (path, init = {}) =>
    miniflare.dispatchFetch(
      `${siteUrl}${path}`,
      init as Parameters<typeof miniflare.dispatchFetch>[1],
    ) as unknown as Promise<Response>;
  const migrations = await readD1Migrations(join(projectRoot, 'functions/migrations'));
  const statements = migrations.flatMap(({ queries }) => queries);
  const migrated = await ask('/__rehearsal/migrate', { method: 'POST', body: JSON.stringify(statements) });
  if (!migrated.ok) throw new Error(await migrated.text());
  return {
    fetch: ask,
    async stop() {
      await miniflare.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Names only: the entry replaces them by its own limiters. */
const limits = Object.fromEntries(
  [
    'AVAILABILITY',
    'CHECKOUT',
    'STATUS',
    'MISSING_PAGE',
    'FEEDBACK',
    'SUPPORT',
    'UPGRADE',
    'QUOTA',
    'ACCOUNT',
    'OPERATIONS',
  ].map((name) => [`${name}_LIMIT`, 'unlimited']),
);
