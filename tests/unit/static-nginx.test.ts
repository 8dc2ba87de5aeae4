/** The same headers on an own server: nginx's file is generated from public/_headers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nginxConfiguration } from '#dev/static-nginx.ts';
import { promisedHeaders } from '#ops/headers-file.ts';

const root = join(import.meta.dirname, '../..');
const headersFile = readFileSync(join(root, 'public/_headers'), 'utf8');

test('deploy/static/nginx.conf is up to date with "npm run write:nginx"', () => {
  expect(readFileSync(join(root, 'deploy/static/nginx.conf'), 'utf8')).toBe(nginxConfiguration(headersFile));
});

/** Evaluates a `map` as nginx does: the first pattern that matches, else the default. */
function mapped(configuration: string, header: string, address: string): string | undefined {
  const variable = header.toLowerCase().replaceAll('-', '_');
  const body = new RegExp(`map \\$request_uri \\$vigia_${variable} \\{\\n([\\s\\S]*?)\\n\\}`).exec(
    configuration,
  )?.[1];
  const entries = (body ?? '').split('\n').map((line) => /^ {2}(default|"~.+?") "(.*)";$/.exec(line));
  const pattern = entries.find(
    (entry) => entry?.[1] !== 'default' && new RegExp(entry?.[1]?.slice(2, -1) ?? '').test(address),
  );
  const value = (pattern ?? entries.find((entry) => entry?.[1] === 'default'))?.[2]?.replaceAll('\\"', '"');
  return value === '' ? undefined : value;
}

test.each([
  '/',
  '/checkout?plan=pro',
  '/silent-check-sso',
  '/silent-check-sso?x=1',
  '/_astro/a.b1.css',
  '/docs/metrics',
  '/docs/metrics.md',
  '/docs/pagefind/index.json',
  '/llms.txt',
  '/nada',
])('%s has the same headers', (address) => {
  const { 'content-type': _, ...expected } = Object.fromEntries(
    promisedHeaders(headersFile, address.split('?')[0] ?? ''),
  );
  const configuration = nginxConfiguration(headersFile);
  const names = [...configuration.matchAll(/add_header ([\w-]+) /g)].map((match) => match[1] ?? '');
  const given = names.flatMap((name) => {
    const value = mapped(configuration, name, address);
    return value === undefined ? [] : [[name.toLowerCase(), value] as const];
  });
  expect(Object.fromEntries(given)).toEqual(expected);
});

test.each([
  ['  A: 1\n', 'não entendi "A: 1"'],
  ['/x\n  ?\n', 'não entendi "?"'],
  ['/x.pdf\n  Content-Type: application/pdf\n', 'o Content-Type de /x.pdf não está previsto'],
])('%j is refused', (text, sentence) => {
  expect(() => nginxConfiguration(text)).toThrow(sentence);
});
