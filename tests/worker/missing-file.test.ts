/** Missing files: the 404 page, without the long caching of hashed files. */
import { expect, test } from 'vitest';
import type { Env } from '#functions/env.ts';
import worker from '#functions/worker.ts';
import { addresses, env } from './support.ts';

/** Files as the platform serves them: the two pages, without caching. */
const files = {
  async fetch(input: RequestInfo | URL, init?: RequestInit) {
    const { pathname } = new URL(String(input));
    if (pathname !== '/404' && pathname !== '/docs/404') return new Response(null, { status: 404 });
    return new Response(init?.method === 'HEAD' ? null : `page ${pathname}`, {
      headers: { 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=0, must-revalidate' },
    });
  },
} as Fetcher;

function ask(path: string, method = 'GET', over: Partial<Env> = {}): Response | Promise<Response> {
  const request = new Request(`${addresses.siteUrl}${path}`, { method });
  return worker.fetch(
    request as Request<unknown, IncomingRequestCfProperties>,
    { ...env, ASSETS: files, ...over } as Env,
    {} as ExecutionContext,
  );
}

test.each([
  ['/_astro/gone.a1b2.js', 'page /404'],
  ['/nao-existe', 'page /404'],
  ['/docs/nao-existe', 'page /docs/404'],
  ['/%zz', 'page /404'],
])('%s answers 404 with the page and its headers', async (path, text) => {
  const response = await ask(path);
  expect([response.status, await response.text()]).toEqual([404, text]);
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
  expect(response.headers.get('Content-Type')).toBe('text/html');
});

test('HEAD gets the same headers without the page', async () => {
  const response = await ask('/nao-existe', 'HEAD');
  expect([response.status, await response.text()]).toEqual([404, '']);
});

test('a Worker without its variables still answers 404', async () => {
  expect(
    (await ask('/nao-existe', 'GET', { ASAAS_API_KEY: undefined } as unknown as Partial<Env>)).status,
  ).toBe(404);
});

test('an unknown API route gets an API error', async () => {
  const response = await ask('/api/nada');
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'not-found' }]);
});
