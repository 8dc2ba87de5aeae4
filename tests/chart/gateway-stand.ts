/**
 * One environment without a cluster: nginx with the chart's own configuration and the companion, between a visitor and
 * the test's sign-in and instance.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompanionOptions, createCompanion } from '#companion/server.ts';
import { type Ports, renderTenant, startNginx } from './tenant-nginx.ts';

export const FUNCTIONS_TOKEN = 'functions';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

type Role = 'instance' | 'companion' | 'signIn';
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

const seenOf = ({ method, url, headers }: IncomingMessage): Seen => ({ method, url, headers });

/** Starts everything. `values` are the chart's; `seen` records the requests of each service. */
export async function startGateway(options: {
  readonly ports: Ports;
  /** `null`: an instance already listens at its port. */
  readonly instance: Answer | null;
  readonly signIn: Answer;
  readonly values?: Record<string, unknown>;
  readonly askAgainMs?: number;
  /** As in an environment of our own. */
  readonly visitors?: CompanionOptions['visitors'];
}) {
  const { ports } = options;
  const folder = mkdtempSync(join(tmpdir(), 'vigia-gateway-'));
  const seen: Record<Role, Seen[]> = { instance: [], companion: [], signIn: [] };
  const serve = (role: Role, server: Server): Promise<Server> => {
    server.prependListener('request', (incoming) => seen[role].push(seenOf(incoming)));
    return new Promise((resolve) => server.listen(ports[role], '127.0.0.1', () => resolve(server)));
  };
  const instance = createServer(options.instance ?? undefined).on('upgrade', (incoming, socket) => {
    seen.instance.push(seenOf(incoming));
    socket.on('error', () => undefined);
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello',
    );
  });
  const companion = createCompanion({
    database: join(folder, 'kuma.db'),
    ownDir: join(folder, 'data'),
    instanceUrl: `http://127.0.0.1:${ports.instance}`,
    signInUrl: `http://127.0.0.1:${ports.signIn}`,
    group: 'tenant:padaria',
    version: '2.5.3',
    tokenSha256: sha256(FUNCTIONS_TOKEN),
    admittedFiles: { chartFile: join(folder, 'chart.json'), sentFile: join(folder, 'data/admitted.json') },
    askAgainMs: options.askAgainMs,
    visitors: options.visitors ?? null,
    isMailPortOpen: () => null,
    log: () => undefined,
  } as Partial<CompanionOptions> as CompanionOptions);
  const servers = [
    ...(options.instance === null ? [] : [await serve('instance', instance)]),
    await serve('companion', companion),
    await serve('signIn', createServer(options.signIn)),
  ];
  const manifests = renderTenant({ functions: { tokenSha256: sha256(FUNCTIONS_TOKEN) }, ...options.values });
  const nginx = await startNginx(manifests, ports, folder);

  return {
    seen,
    ask: nginx.ask,
    /** What nginx wrote down: requests, and its own complaints. */
    logs: () => ({
      requests: readFileSync(join(folder, 'access.log'), 'utf8'),
      errors: readFileSync(join(folder, 'error.log'), 'utf8'),
    }),
    forget: () => {
      for (const list of Object.values(seen)) list.length = 0;
      rmSync(join(folder, 'data'), { recursive: true, force: true });
    },
    async stop() {
      const stopped = nginx.stop();
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await stopped;
      rmSync(folder, { recursive: true });
    },
  };
}
