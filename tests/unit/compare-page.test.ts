/** A published payment page that differs from the built one is reported. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileFolder } from '#tests/support/folders.ts';
import { comparePage } from '../../ops/compare-page.ts';
import { promisedHeaders } from '../../ops/headers-file.ts';

const page = [
  '<head><script>theme()</script></head>',
  '<body><astro-island component-url="/_astro/checkout.aaaaaaaa.js"></astro-island></body>',
].join('\n');
const built: Readonly<Record<string, string>> = {
  '/checkout.html': page,
  '/_astro/checkout.aaaaaaaa.js':
    'import{a}from"./react.bbbbbbbb.js";const k=()=>import("./keycloak.cccccccc.js")',
  '/_astro/react.bbbbbbbb.js': 'export const a=1',
  '/_astro/keycloak.cccccccc.js': 'export default 2',
  '/_headers': "/*\n  Content-Security-Policy: frame-ancestors 'none'\n  X-Content-Type-Options: nosniff\n",
};
const distDir = fileFolder();
mkdirSync(join(distDir, '_astro'));
for (const [address, text] of Object.entries(built)) writeFileSync(join(distDir, address), text);

const ownHeaders = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** A site that publishes the build with some files and headers replaced. */
function compare(files: Record<string, string> = {}, headers: Record<string, string> = ownHeaders) {
  const published: Record<string, string> = { ...built, ...files };
  const send: typeof fetch = async (input) => {
    const { pathname } = new URL(String(input));
    const text = published[pathname === '/checkout' ? '/checkout.html' : pathname];
    return text === undefined ? new Response('', { status: 404 }) : new Response(text, { headers });
  };
  return comparePage({ url: new URL('https://site.example/checkout'), distDir, fetch: send });
}

test('an unchanged page has no difference', async () => {
  expect(await compare()).toEqual([]);
});

const tampered: [string, Parameters<typeof compare>, RegExp][] = [
  [
    'a changed script',
    [{ '/_astro/react.bbbbbbbb.js': 'export const a=1;steal()' }],
    /react\.bbbbbbbb\.js tem outro/,
  ],
  [
    'a changed script that loads later',
    [{ '/_astro/keycloak.cccccccc.js': 'export default 3' }],
    /keycloak\.cccccccc\.js tem outro/,
  ],
  [
    'an added inline script',
    [{ '/checkout.html': `${page}<script>steal()</script>` }],
    /a mais dentro.*steal/,
  ],
  [
    'a script of another site',
    [{ '/checkout.html': `${page}<script src="https://evil.example/x.js"></script>` }],
    /outro site: https:\/\/evil/,
  ],
  [
    'a script of another site without a scheme',
    [{ '/checkout.html': `${page}<script src="//evil.example/x.js"></script>` }],
    /outro site: \/\/evil/,
  ],
  [
    'a file imported by a known one',
    [
      {
        '/_astro/react.bbbbbbbb.js': 'import("./skimmer.dddddddd.js")',
        '/_astro/skimmer.dddddddd.js': 'steal()',
      },
    ],
    /Um script a mais: \/_astro\/skimmer/,
  ],
  ['a missing script', [{ '/checkout.html': '<body></body>' }], /Falta na página o script: theme/],
  [
    'a form with another target',
    [{ '/checkout.html': page.replace('</body>', '<form action="https://evil.example"></form></body>') }],
    /O HTML mudou.*form action/,
  ],
  [
    'a missing header',
    [{}, { 'X-Content-Type-Options': 'nosniff' }],
    /Falta o cabeçalho content-security-policy/,
  ],
  [
    'a weaker header',
    [{}, { ...ownHeaders, 'Content-Security-Policy': 'frame-ancestors *' }],
    /content-security-policy mudou/,
  ],
  ['a header that loads', [{}, { ...ownHeaders, Link: '</x.js>; rel=preload' }], /a mais: link/],
];
test.each(tampered)('%s is reported', async (_name, change, expected) => {
  expect((await compare(...change)).join('\n')).toMatch(expected);
});

test('a page that does not answer, or is not built, is named', async () => {
  const down: typeof fetch = () => Promise.reject(new TypeError('fetch failed'));
  const url = new URL('https://site.example/checkout');
  await expect(comparePage({ url, distDir, fetch: down })).rejects.toThrow('não respondeu');
  const other = new URL('https://site.example/outra');
  await expect(comparePage({ url: other, distDir, fetch })).rejects.toThrow('não tem a página /outra');
});

test('expected headers follow every rule, including removals by later ones', () => {
  const file = '# a\n/*\n  A: 1\n  B: 2\n/x/*\n  ! A\n  A: 3\n/x/y\n  B: 4\n';
  expect([...promisedHeaders(file, '/x/y')]).toEqual([
    ['b', '2, 4'],
    ['a', '3'],
  ]);
  expect(promisedHeaders(file, '/other').get('a')).toBe('1');
});
