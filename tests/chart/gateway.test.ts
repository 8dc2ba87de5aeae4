/** The gateway of an environment: nginx with the chart's own configuration, between a visitor, sign-in and instance. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { pick, render } from './render.ts';

const { helm, nginx } = inject('chartTools');
const PORTS = { gateway: 5240, instance: 5241, companion: 5242, signIn: 5243 };
const HOST = 'padaria.vigia.example';
const PAGE = { accept: 'text/html' };

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
}
const seen: Record<'instance' | 'companion' | 'signIn', Seen[]> = { instance: [], companion: [], signIn: [] };
const servers: Server[] = [];
let folder: string;
let process: ChildProcess;

function serve(
  name: keyof typeof seen,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer((incoming, response) => {
    seen[name].push({ method: incoming.method, url: incoming.url, headers: incoming.headers });
    answer(incoming, response);
  });
  server.on('upgrade', (incoming, socket) => {
    seen[name].push({ method: incoming.method, url: incoming.url, headers: incoming.headers });
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello');
  });
  servers.push(server);
  return new Promise<void>((resolve) => server.listen(PORTS[name], '127.0.0.1', resolve));
}

/** As oauth2-proxy answers `/oauth2/auth` and `/oauth2/start`: the session's groups stand in the cookie here. */
function answerAsSignIn({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://sign-in');
  const groups = /vigia-sign-in=([^;]*)/.exec(headers.cookie ?? '')?.[1]?.split('.');
  if (pathname === '/oauth2/start') {
    response.writeHead(302, {
      Location: 'https://auth.vigia.example/realms/vigia',
      'Set-Cookie': 'csrf=1; Domain=vigia.example',
    });
  } else if (groups === undefined) response.writeHead(401);
  else response.writeHead(groups.includes(searchParams.get('allowed_groups') ?? '') ? 202 : 403);
  response.end();
}

/** The chart's configuration with the addresses of this machine. */
function configuration(): string {
  const manifests = render('deploy/tenant-chart', 't-7k2m9', {
    subdomain: 'padaria',
    host: HOST,
    planId: 'free',
    monitorsMax: 5,
    functions: { tokenSha256: 'ab'.repeat(32) },
    ingress: { className: 'traefik', controllerNamespace: 'traefik' },
  });
  const { data } = pick(manifests, 'ConfigMap', 't-7k2m9-gateway');
  writeFileSync(join(folder, 'stranger.html'), data?.['stranger.html'] ?? '');
  return (data?.['nginx.conf'] ?? '')
    .replaceAll('/tmp/', `${folder}/`)
    .replaceAll('/etc/nginx/tenant', folder)
    .replaceAll('/dev/stdout', `${folder}/access.log`)
    .replaceAll('/dev/stderr', `${folder}/error.log`)
    .replace('include /etc/nginx/mime.types;', 'types { text/html html; }')
    .replace('listen 8080;', `listen 127.0.0.1:${PORTS.gateway};`)
    .replace('127.0.0.1:3001', `127.0.0.1:${PORTS.instance}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${PORTS.companion}`)
    .replace('sign-in.vigia-sign-in.svc.cluster.local:4180', `127.0.0.1:${PORTS.signIn}`);
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** One request with the path exactly as written: `fetch` would tidy it up first. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port: PORTS.gateway, host: '127.0.0.1', path, method, headers: { host: HOST, ...headers } },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          body += part;
        });
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

const member = { cookie: 'vigia-sign-in=clientes.tenant:padaria; other=1' };
const stranger = { cookie: 'vigia-sign-in=tenant:outra' };

describe.skipIf(helm === null || nginx === null)('the gateway', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-gateway-'));
    // Started by root, nginx answers as somebody else.
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'logs'));
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, configuration());
    await serve('instance', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end('<html><head><title>Uptime Kuma</title></head></html>');
    });
    await serve('companion', ({ headers }, response) => {
      response.writeHead(headers.authorization === 'Bearer functions' ? 200 : 401);
      response.end();
    });
    await serve('signIn', answerAsSignIn);
    process = spawn(nginx ?? '', ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
    await vi.waitUntil(() => ask('/api/entry-page').then(Boolean, () => false), { timeout: 10_000 });
  });

  afterAll(async () => {
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGQUIT');
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    await ended;
    rmSync(folder, { recursive: true });
  });

  beforeEach(() => {
    for (const list of Object.values(seen)) list.length = 0;
  });

  test.each([
    '/status/loja',
    '/api/status-page/loja',
    '/api/status-page/heartbeat/loja',
    '/api/badge/3/status',
    '/api/push/token?status=up&msg=OK',
    '/api/entry-page',
    '/assets/index-1.js',
    '/upload/logo1.png',
    '/icon.svg',
    '/manifest.json',
  ])('%s is open to everybody, and arrives as it was asked for', async (path) => {
    expect((await ask(path)).status).toBe(200);
    expect(seen.instance.map(({ url }) => url)).toEqual([path]);
    expect(seen.signIn).toEqual([]);
  });

  test('everything else leads to the sign-in, which knows the whole way back', async () => {
    const answer = await ask('/dashboard/3?tab=a&b=c', PAGE);
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      'https://auth.vigia.example/realms/vigia',
    ]);
    expect(answer.headers['set-cookie']).toHaveLength(1);
    expect(seen.signIn.at(-1)).toMatchObject({
      url: '/oauth2/start',
      headers: {
        'x-auth-request-redirect': `https://${HOST}/dashboard/3?tab=a&b=c`,
        'x-forwarded-host': HOST,
        'x-forwarded-proto': 'https',
      },
    });
    expect(seen.instance).toEqual([]);
  });

  test('a script is told 401 instead of being led away', async () => {
    expect((await ask('/socket.io/?EIO=4&transport=polling')).status).toBe(401);
    expect(seen.instance).toEqual([]);
  });

  test('the tenant’s group comes in; the session stays outside', async () => {
    const answer = await ask('/dashboard', { ...PAGE, ...member, authorization: 'Bearer x' });
    expect(answer.status).toBe(200);
    expect(seen.signIn.map(({ url }) => url)).toEqual(['/oauth2/auth?allowed_groups=tenant:padaria']);
    const [asked] = seen.instance;
    expect(asked?.headers).toMatchObject({ host: HOST, 'x-forwarded-proto': 'https' });
    expect([asked?.headers.cookie, asked?.headers.authorization]).toEqual([undefined, undefined]);
  });

  test('a visitor cannot say which group is asked for', async () => {
    expect((await ask('/dashboard?allowed_groups=tenant:outra', { ...PAGE, ...stranger })).status).toBe(403);
    expect(seen.signIn.map(({ url }) => url)).toEqual(['/oauth2/auth?allowed_groups=tenant:padaria']);
  });

  test('another tenant’s account reads why, and how to go on', async () => {
    const answer = await ask('/dashboard', { ...PAGE, ...stranger });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('Esta conta não abre este ambiente');
    expect((await ask('/-/sign-in-again', stranger)).status).toBe(302);
    expect(seen.instance).toEqual([]);
  });

  test.each([
    '/socket.io/../status/x',
    '/socket.io/..%2fstatus/x',
    '/socket.io/%2e%2e/status/x',
    '//socket.io//..//status/x',
  ])('%s opens a status page, and reaches the instance as one', async (path) => {
    await ask(path);
    expect(seen.instance.map(({ url }) => url)).toEqual(['/status/x']);
  });

  test.each(['/status/../dashboard', '/status/%2e%2e/socket.io/', '/api/push/../../socket.io/', '/STATUS/x'])(
    '%s is not public',
    async (path) => {
      expect((await ask(path)).status).toBe(401);
      expect(seen.instance).toEqual([]);
    },
  );

  test('a socket of the group goes through with its Host; a stranger’s does not', async () => {
    const open = (cookie: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(PORTS.gateway, '127.0.0.1');
        let text = '';
        socket.on('data', (part) => {
          text += part.toString();
          if (text.includes('\r\n\r\n')) socket.end();
        });
        socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
        socket.write(
          `GET /socket.io/?transport=websocket HTTP/1.1\r\nHost: ${HOST}\r\nOrigin: https://${HOST}\r\nCookie: ${cookie}\r\n` +
            'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
        );
      });
    expect(await open(member.cookie)).toContain('101');
    expect(seen.instance[0]?.headers).toMatchObject({
      host: HOST,
      upgrade: 'websocket',
      origin: `https://${HOST}`,
    });
    expect(await open(stranger.cookie)).toContain('403');
    expect(seen.instance).toHaveLength(1);
  });

  test.each(['/-/monitors', '/metrics'])('%s is for the functions alone, group or not', async (path) => {
    expect((await ask(path, member)).status).toBe(401);
    expect((await ask(path, { authorization: 'Bearer functions' })).status).toBe(200);
    expect(seen.companion.map(({ url }) => url)).toEqual([path, path]);
    expect([seen.instance, seen.signIn]).toEqual([[], []]);
  });

  test.each(['/ready', '/-/ready', '/-/membership', '/-/'])(
    '%s of the companion or the gateway is not reached',
    async (path) => {
      expect([401, 404]).toContain((await ask(path, {})).status);
      expect(seen.companion).toEqual([]);
    },
  );

  test('who has never chosen a language reads Portuguese', async () => {
    const { body } = await ask('/status/loja', PAGE);
    expect(body).toContain('<head><script>try{localStorage.locale??="pt-BR"}catch{}</script><title>');
  });
});
