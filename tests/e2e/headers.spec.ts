/** Responses that the platform gives without our code have all headers too. */
import { globSync } from 'node:fs';
import { get } from 'node:http';
import { stackFolders } from '#dev/stack-folders.ts';
import { journeyPort } from '#tests/support/journey-port.ts';
import { weakHeaders } from '#tests/support/security-headers.ts';
import { expect, test } from '#tests/support/stack.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
}

/** Raw request: `fetch` would follow redirects and normalise the address. */
function ask(origin: string, path: string): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (response) => {
      response.resume();
      const headers = new Headers();
      for (const [name, value = ''] of Object.entries(response.headers)) headers.set(name, String(value));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers }));
    }).on('error', reject);
  });
}

const kinds: [string, string, number][] = [
  ['an address with a slash', '/checkout/', 307],
  ['an address with .html', '/checkout.html', 307],
  ['a legal page by the name of the requirements', '/termos.html', 200],
  ['an unknown page', '/nao-existe', 404],
  ['an unknown article', '/docs/nao-existe', 404],
  ['an unknown script', '/_astro/nao-existe.js', 404],
  ['an address that means nothing', '/%zz', 404],
  ['security.txt', '/.well-known/security.txt', 200],
  ['the API beside it', '/api/health', 200],
];

test('every kind of answer', async ({ stack }) => {
  for (const [name, path, status] of kinds) {
    const answer = await ask(stack.addresses.siteUrl, path);
    expect.soft(answer.status, name).toBe(status);
    expect.soft(weakHeaders(answer.headers), name).toEqual([]);
  }
});

test('every published file', async ({ stack }) => {
  const { outDir } = stackFolders(journeyPort(test.info().parallelIndex));
  const files = globSync('**/*.*', { cwd: outDir, exclude: ['_headers', '_redirects'] });
  const framed = new Set(['/silent-check-sso']);
  const weak: string[] = [];
  // One file per kind and folder shows what its rule does; every page is requested.
  const asked = new Map(
    files.map((file) => [file.endsWith('.html') ? file : file.replace(/[^/]+(?=\.\w+$)/, ''), file]),
  );
  for (const file of asked.values()) {
    const path = `/${file}`.replace(/(?:index)?\.html$/, '');
    const { status, headers } = await ask(stack.addresses.siteUrl, path);
    const missing = weakHeaders(headers, framed.has(path) ? { frameAncestors: "'self'" } : {});
    if (status !== 200 || missing.length > 0) weak.push(`${path} ${status} ${missing.join(' | ')}`);
  }
  expect(asked.size).toBeGreaterThan(60);
  expect(weak).toEqual([]);
});
