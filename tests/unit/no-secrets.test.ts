/** Secrets come only through bindings: none are in the repository or in the Worker's public configuration. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localSecrets } from '#dev/local-values.ts';
import { secretNames } from '#functions/variables.ts';
import { secretsIn } from '#tests/support/secret-forms.ts';

const root = join(import.meta.dirname, '../..');
const made = /^(?:node_modules|dist|\.git|\.local|\.astro|\.wrangler|test-results|playwright-report)(?:\/|$)/;
const BYTES_MAX = 1_000_000;
const files = globSync(
  ['*', '.*', '{companion,content,deploy,dev,docs,functions,ops,public,src,tests,.ci,.github}/**/*'],
  {
    cwd: root,
    exclude: (path) => made.test(String(path)) || String(path).includes('node_modules'),
  },
)
  .filter((path) => statSync(join(root, path)).isFile() && statSync(join(root, path)).size < BYTES_MAX)
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);

test('no file of the project contains a key', () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap(([path, text]) => secretsIn(text).map((name) => `${path}: ${name}`));
  expect(found).toEqual([]);
});

test.each([
  ['chave do Asaas', `$aact_${'prod'}_000MzkwODA2MWY2OGM3MWRlMDU2`],
  ['chave privada', `-----BEGIN ${'EC '}PRIVATE KEY-----`],
  ['token do Telegram', `https://api.telegram.org/bot${'7012345678'}:${'A'.repeat(35)}/getMe`],
  ['token assinado', `${'eyJhbGciOiJIUzI1NiJ9'}.${'eyJzdWIiOiIxMjM0NTY3ODkwIn0'}.${'a'.repeat(43)}`],
  ['senha em um endereço', `https://admin:${'segredo-longo'}@banco.example.com`],
])('a %s would be found', (name, text) => {
  expect(secretsIn(text)).toEqual([name]);
});

test('local stand-in secrets are in nothing that is published', () => {
  const published = files.filter(([path]) =>
    /^(?:src|functions|companion|public|content|deploy)\//.test(path),
  );
  const found = published.flatMap(([path, text]) =>
    Object.values(localSecrets).flatMap((secret) => (text.includes(secret) ? [path] : [])),
  );
  expect(found).toEqual([]);
});

test('no secret is a public variable of the Worker', () => {
  const config = readFileSync(join(root, 'wrangler.jsonc'), 'utf8');
  expect(secretNames.length).toBeGreaterThan(4);
  expect(secretNames.filter((name) => new RegExp(`"${name}"\\s*:`).test(config))).toEqual([]);
});
