/** The pages behind nginx with deploy/static's file: addresses, headers and types as on the platform. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { promisedHeaders } from '#ops/headers-file.ts';

const { nginx } = inject('chartTools');
const PORT = 5291;
const headersFile = readFileSync(join(projectRoot, 'public/_headers'), 'utf8');
let folder: string;
let server: ChildProcess;

/** A complete configuration with the published file, and this test's folder and port. */
function configuration(): string {
  const published = readFileSync(join(projectRoot, 'deploy/static/nginx.conf'), 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${PORT};`)
    .replace('root /srv/vigia/dist;', `root ${folder}/dist;`)
    .replace('include mime.types;', 'types { text/html html; text/plain txt; text/css css; }');
  return `worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http { access_log off; client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3; uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
${published}
}`;
}

const get = (path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${PORT}${path}`, { redirect: 'manual' });

describe.skipIf(nginx === null)('the static site', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-static-'));
    chmodSync(folder, 0o755);
    for (const name of ['docs/pagefind', '_astro', '.well-known'])
      mkdirSync(join(folder, 'dist', name), { recursive: true });
    for (const name of [
      'index.html',
      '404.html',
      'docs.html',
      'docs/404.html',
      'docs/metrics.html',
      'docs/metrics.md',
      'termos.html',
      'silent-check-sso.html',
      'llms.txt',
      '_astro/a.b1.css',
      'docs/pagefind/index.json',
      '.well-known/security.txt',
    ])
      writeFileSync(join(folder, 'dist', name), `é ${name}`);
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, configuration());
    server = spawn(nginx ?? '', ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'inherit' });
    await vi.waitUntil(() => get('/').then(Boolean, () => false), { timeout: 10_000 });
  });

  afterAll(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGQUIT');
    await ended;
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['/', 200, 'index.html', 'text/html; charset=utf-8'],
    ['/termos.html', 200, 'termos.html', 'text/html; charset=utf-8'],
    ['/docs', 200, 'docs.html', 'text/html; charset=utf-8'],
    ['/docs/metrics?x=1', 200, 'docs/metrics.html', 'text/html; charset=utf-8'],
    ['/docs/metrics.md', 200, 'docs/metrics.md', 'text/markdown; charset=utf-8'],
    ['/llms.txt', 200, 'llms.txt', 'text/plain; charset=utf-8'],
    ['/.well-known/security.txt', 200, '.well-known/security.txt', 'text/plain; charset=utf-8'],
    ['/silent-check-sso', 200, 'silent-check-sso.html', 'text/html; charset=utf-8'],
    ['/_astro/a.b1.css', 200, '_astro/a.b1.css', 'text/css; charset=utf-8'],
    ['/docs/pagefind/index.json', 200, 'docs/pagefind/index.json', null],
    ['/nada', 404, '404.html', 'text/html; charset=utf-8'],
    ['/docs/nada', 404, 'docs/404.html', 'text/html; charset=utf-8'],
  ])('%s answers %i with %s and the headers of the platform', async (path, status, body, type) => {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([status, `é ${body}`]);
    if (type !== null) expect(response.headers.get('content-type')).toBe(type);
    const promised = promisedHeaders(headersFile, path.split('?')[0] ?? '');
    const { 'content-type': _, ...expected } = Object.fromEntries(promised);
    const given = Object.fromEntries(Object.keys(expected).map((name) => [name, response.headers.get(name)]));
    expect(given).toEqual(expected);
    expect(response.headers.get('Server')).toBe('nginx');
  });

  test('a missing file with a hash in its name is not cached', async () => {
    const response = await get('/_astro/gone.b2.css');
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, null]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('a trailing slash leads to the page, and there is no API', async () => {
    const response = await get('/docs/metrics/');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/docs/metrics']);
    expect((await get('/api/health')).status).toBe(404);
  });
});
