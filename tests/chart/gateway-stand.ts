/**
 * One environment without a cluster: nginx with the chart's own configuration and the companion, between a visitor and
 * the test's sign-in and instance.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { createCompanion } from '../../deploy/tenant-chart/files/companion.mjs';
import { pick, render } from './render.ts';

export const HOST = 'padaria.vigia.example';
export const FUNCTIONS_TOKEN = 'functions';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

type Role = 'instance' | 'companion' | 'signIn';
export type Ports = Readonly<Record<Role | 'gateway' | 'secure', number>>;
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

const seenOf = ({ method, url, headers }: IncomingMessage): Seen => ({ method, url, headers });

/** The chart's configuration with local addresses. */
function configuration(ports: Ports, folder: string, values: Record<string, unknown>): string {
  const manifests = render('deploy/tenant-chart', 't-7k2m9', {
    subdomain: 'padaria',
    host: HOST,
    planId: 'free',
    monitorsMax: 5,
    functions: { tokenSha256: sha256(FUNCTIONS_TOKEN) },
    ingress: { className: 'traefik', controllerNamespace: 'traefik' },
    ...values,
  });
  const { data } = pick(manifests, 'ConfigMap', 't-7k2m9-gateway');
  for (const name of ['stranger.html', 'cookies.html']) writeFileSync(join(folder, name), data?.[name] ?? '');
  const secure = makeCertificate(folder)
    ? `listen 127.0.0.1:${ports.secure} ssl; ssl_certificate ${folder}/tls.crt; ssl_certificate_key ${folder}/tls.key;`
    : '';
  return (data?.['nginx.conf'] ?? '')
    .replaceAll('/tmp/', `${folder}/`)
    .replaceAll('/etc/nginx/tenant', folder)
    .replaceAll('/dev/stdout', `${folder}/access.log`)
    .replaceAll('/dev/stderr', `${folder}/error.log`)
    .replace('include /etc/nginx/mime.types;', 'types { text/html html; }')
    .replace('listen 8080;', `listen 127.0.0.1:${ports.gateway}; ${secure}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${ports.instance}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${ports.companion}`)
    .replace('sign-in.vigia-sign-in.svc.cluster.local:4180', `127.0.0.1:${ports.signIn}`);
}

/** A certificate like the ingress controller's, because service workers need HTTPS. False without OpenSSL. */
function makeCertificate(folder: string): boolean {
  const options =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout tls.key -out tls.crt';
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  return (
    spawnSync('openssl', [...options.split(' '), ...subject], { cwd: folder, stdio: 'ignore' }).status === 0
  );
}

/** Starts everything. `values` are the chart's; `seen` records the requests of each service. */
export async function startGateway(options: {
  readonly ports: Ports;
  /** `null`: an instance already listens at its port. */
  readonly instance: Answer | null;
  readonly signIn: Answer;
  readonly values?: Record<string, unknown>;
  readonly askAgainMs?: number;
}) {
  const { ports } = options;
  const folder = mkdtempSync(join(tmpdir(), 'vigia-gateway-'));
  // Started by root, nginx runs as another user.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'logs'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(ports, folder, options.values ?? {}));

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
    instanceUrl: `http://127.0.0.1:${ports.instance}`,
    signInUrl: `http://127.0.0.1:${ports.signIn}`,
    group: 'tenant:padaria',
    tokenSha256: sha256(FUNCTIONS_TOKEN),
    admittedFiles: { chartFile: join(folder, 'chart.json'), sentFile: join(folder, 'data/admitted.json') },
    askAgainMs: options.askAgainMs,
    log: () => undefined,
  });
  const servers = [
    ...(options.instance === null ? [] : [await serve('instance', instance)]),
    await serve('companion', companion),
    await serve('signIn', createServer(options.signIn)),
  ];
  const nginx: ChildProcess = spawn(
    inject('chartTools').nginx ?? '',
    ['-p', folder, '-c', file, '-g', 'daemon off;'],
    { stdio: 'ignore' },
  );
  const ask = createAsk(ports.gateway);
  await vi.waitUntil(() => ask('/api/entry-page').then(Boolean, () => false), { timeout: 10_000 });

  return {
    seen,
    ask,
    forget: () => {
      for (const list of Object.values(seen)) list.length = 0;
      rmSync(join(folder, 'data'), { recursive: true, force: true });
    },
    async stop() {
      const ended = new Promise((resolve) => nginx.once('exit', resolve));
      nginx.kill('SIGTERM');
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Sends a request with the path unchanged; `fetch` would normalise it. */
function createAsk(port: number) {
  return (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
    new Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: string }>(
      (resolve, reject) => {
        const outgoing = request(
          { port, host: '127.0.0.1', path, method, headers: { host: HOST, ...headers } },
          (response) => {
            let text = '';
            response.setEncoding('utf8');
            response.on('data', (part: string) => {
              text += part;
            });
            response.on('end', () =>
              resolve({ status: response.statusCode, headers: response.headers, body: text }),
            );
          },
        );
        outgoing.on('error', reject);
        outgoing.end(body);
      },
    );
}

/**
 * Answers `/oauth2/auth` and `/oauth2/start` like oauth2-proxy. The cookie is `{account}.{group}.{group}…`; an account
 * in `silent` makes it fail.
 */
export function answerAsSignIn({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://sign-in');
  const [account = '', ...groups] =
    /(?:^|; )__Secure-vigia-sign-in=([^;]*)/.exec(headers.cookie ?? '')?.[1]?.split('.') ?? [];
  if (pathname === '/oauth2/start') {
    response.writeHead(302, {
      Location: 'https://auth.vigia.example/realms/vigia',
      'Set-Cookie': 'csrf=1; Domain=vigia.example',
    });
  } else if (account === '') response.writeHead(401);
  else if (account === 'silent') response.writeHead(500);
  else
    response.writeHead(groups.includes(searchParams.get('allowed_groups') ?? '') ? 202 : 403, {
      'X-Auth-Request-User': account,
    });
  response.end();
}
