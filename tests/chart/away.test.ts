/** The page of an address behind which nothing runs: whose it is, and nginx with the chart's own configuration. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type Manifest, pick, render } from './render.ts';
import { renderTenant } from './tenant-nginx.ts';

const { helm, nginx } = inject('chartTools');
const PORTS = { away: 5250, site: 5251 };
const values = {
  domain: 'vigia.example',
  issuer: 'https://auth.vigia.example/realms/vigia',
  ingress: { className: 'traefik', controllerNamespace: 'traefik' },
};
const functions = { functions: { tokenSha256: 'a'.repeat(64) } };
const renderAway = (siteUrl: string): Manifest[] =>
  render('deploy/sign-in-chart', 'sign-in', { ...values, away: { siteUrl } });
const rulesOf = (manifests: readonly Manifest[], name?: string) =>
  pick(manifests, 'Ingress', name).spec.rules.map(({ host }: { host: string }) => host);

describe.skipIf(helm === null)('an address without a running environment', () => {
  test('is the environment’s while it runs, and the wildcard’s while it is stopped', () => {
    expect(rulesOf(renderTenant(functions))).toEqual(['padaria.vigia.example']);
    for (const stopped of [{ suspended: true }, { suspended: true, asleep: true }]) {
      const manifests = renderTenant({ ...functions, ...stopped });
      expect(rulesOf(manifests)).toEqual(['t-7k2m9.stopped.invalid']);
      expect(pick(manifests, 'Ingress').spec.tls).toBeUndefined();
      expect(pick(manifests, 'StatefulSet').spec.replicas).toBe(0);
    }
    expect(rulesOf(renderAway(''), 'sign-in-away')).toEqual(['*.vigia.example']);
    expect(pick(renderAway(''), 'Ingress', 'sign-in-away').metadata.annotations).toMatchObject({
      'traefik.ingress.kubernetes.io/router.priority': '1',
    });
  });

  test('a sleeper is not copied, and a suspended one is', () => {
    const copies = { copies: { schedule: '17 3 * * *', repository: 's3:https://s3.vigia.example/c' } };
    const suspends = (change: object) =>
      pick(renderTenant({ ...functions, ...copies, ...change }), 'CronJob').spec.suspend;
    expect([
      suspends({}),
      suspends({ suspended: true }),
      suspends({ suspended: true, asleep: true }),
    ]).toEqual([false, false, true]);
  });
});

describe.skipIf(helm === null || nginx === null)('its page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-away-'));
  const asked: { readonly url: string; readonly headers: Record<string, unknown> }[] = [];
  let answer: { readonly status: number; readonly body: string } = { status: 503, body: '' };
  let site: Server;
  let running: ReturnType<typeof spawn>;

  beforeAll(async () => {
    // As root nginx works as another user.
    chmodSync(folder, 0o777);
    site = createServer((incoming, response) => {
      asked.push({ url: `${incoming.method} ${incoming.url}`, headers: incoming.headers });
      response.writeHead(answer.status, {
        'Content-Type': 'text/html',
        'Strict-Transport-Security': 'max-age=1; includeSubDomains',
        'Retry-After': '86400',
      });
      response.end(answer.body);
    }).listen(PORTS.site, '127.0.0.1');
    const data = pick(renderAway('https://site.vigia.example'), 'ConfigMap', 'sign-in-away').data ?? {};
    writeFileSync(join(folder, 'away.html'), data['away.html'] ?? '');
    const configuration = (data['nginx.conf'] ?? '')
      .replaceAll('/tmp/', `${folder}/`)
      .replaceAll('/etc/nginx/away', folder)
      .replaceAll('/dev/stderr', `${folder}/error.log`)
      .replace('include /etc/nginx/mime.types;', 'types { text/html html; }')
      .replace('listen 8080;', `listen 127.0.0.1:${PORTS.away};`)
      .replace(/include .*resolver\.conf;/, 'resolver 127.0.0.1;')
      .replace('https://site.vigia.example', `http://127.0.0.1:${PORTS.site}`)
      // Without a certificate here; that it is asked for is read below.
      .replace(/proxy_ssl_trusted_certificate .*;/, '')
      .replace('proxy_ssl_verify on;', '');
    writeFileSync(join(folder, 'nginx.conf'), configuration);
    running = spawn(nginx ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
      stdio: 'inherit',
    });
    await vi.waitFor(() => ask('padaria.vigia.example', '/-/alive'), { timeout: 5000 });
  });
  afterAll(() => {
    running.kill();
    site.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    asked.length = 0;
    answer = { status: 503, body: 'dorme' };
  });

  const ask = (
    host: string,
    path = '/',
    options: { method?: string; headers?: Record<string, string> } = {},
  ) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const { method = 'GET', headers = {} } = options;
      const outgoing = request(
        { host: '127.0.0.1', port: PORTS.away, path, method, headers: { ...headers, host } },
        async (response) => {
          let text = '';
          for await (const part of response) text += part;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        },
      );
      outgoing.on('error', reject);
      outgoing.end();
    });

  test('is the site’s, for every path, and nothing of the visitor goes there', async () => {
    const page = await ask('padaria.vigia.example', '/api/push/segredo?msg=1', {
      method: 'POST',
      headers: { cookie: '__Secure-vigia-sign-in=x', authorization: 'Bearer y', accept: 'text/html,*/*' },
    });
    expect(page).toMatchObject({ status: 503, text: 'dorme', headers: { 'retry-after': '86400' } });
    expect(page.headers['strict-transport-security']).toBeUndefined();
    expect(asked.map(({ url }) => url)).toEqual(['GET /api/fora-do-ar/padaria']);
    expect(asked[0]?.headers).toMatchObject({ accept: 'text/html' });
    expect(JSON.stringify(asked)).not.toMatch(/segredo|vigia-sign-in|Bearer/);
  });

  test('is asked for once in a while, for pages and for words', async () => {
    for (const accept of ['text/html', '*/*', 'text/html', '*/*'])
      await ask('loja.vigia.example', '/', { headers: { accept } });
    expect(asked.map(({ headers }) => headers['accept'])).toEqual(['text/html', '*/*']);
  });

  test('is our own while the site does not answer', async () => {
    answer = { status: 500, body: 'quebrou' };
    const page = await ask('banca.vigia.example', '/dashboard', { method: 'POST' });
    expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '60', 'x-vigia': 'environment' } });
    expect(page.text).toContain('Este painel não está no ar agora');
  });

  test('of no environment’s name asks nobody', async () => {
    expect((await ask('PADARIA_1.vigia.example')).status).toBe(404);
    expect(asked).toEqual([]);
  });
});

test.skipIf(helm === null)('the site’s certificate is verified', () => {
  const conf = pick(renderAway('https://site.vigia.example'), 'ConfigMap', 'sign-in-away').data?.[
    'nginx.conf'
  ];
  expect(conf).toMatch(/proxy_ssl_verify on;[\s\S]*proxy_ssl_trusted_certificate \/etc\/ssl\//);
});
