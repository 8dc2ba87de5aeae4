/** Requirements for every built page. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtSiteDir, builtSiteUrl } from '#tests/support/built-site.ts';
import { documentOf } from './built-docs.ts';
import { joinedWords } from './joined-words.ts';

const pages = globSync('**/*.html', { cwd: builtSiteDir })
  .sort()
  // Not for readers: keycloak-js's frame page, and the search engine's pages.
  .filter((path) => path !== 'silent-check-sso.html' && !path.startsWith('pagefind/'))
  .map((path) => [path, documentOf(join(builtSiteDir, path))] as const);

test('the site has its pages', () => {
  const paths = pages.map(([path]) => path);
  expect(paths).toEqual(expect.arrayContaining(['404.html', 'checkout.html', 'docs.html', 'index.html']));
});

describe.each(pages)('%s', (_path, document) => {
  test('is in Brazilian Portuguese, with a title and one first heading', () => {
    expect(document.documentElement.lang).toBe('pt-BR');
    expect(document.title.trim()).not.toBe('');
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  });

  test('has its content security policy before any content', () => {
    const policy = document.head.querySelector('meta[http-equiv="content-security-policy" i]');
    expect(policy?.getAttribute('content')).toContain("script-src 'self'");
  });

  test('allows no eval, no WebAssembly and no default Trusted Types policy', () => {
    const policy = document.head.querySelector('meta[http-equiv="content-security-policy" i]');
    expect(policy?.getAttribute('content')).not.toMatch(/unsafe-eval|trusted-types[^;]* default\b/);
  });

  test('has a space between words and the links beside them', () => {
    expect(joinedWords(document.body)).toEqual([]);
  });

  test('offers nothing that would be lost before React has it', () => {
    // `client:press` keeps what is pressed and typed (lib/client-press.ts, form/use-typed-before.ts).
    const controls = document.querySelectorAll(
      'astro-island:not([client="press"]) :is(button, input, select, textarea):not(:disabled)',
    );
    expect([...controls].map(({ outerHTML }) => outerHTML)).toEqual([]);
  });

  test('shows no unfilled value', () => {
    // Code, and the name of a message in a list, may quote a program's own words.
    const shown = document.body.cloneNode(true) as Element;
    for (const code of shown.querySelectorAll('code, pre, dt')) code.remove();
    expect(shown.textContent).not.toMatch(/\bundefined\b|\[object Object\]|\bNaN\b/);
  });
});

describe('words that were joined', () => {
  const wordsIn = (html: string): string[] => {
    const [, document] = pages[0] ?? [];
    const root = document?.createElement('div');
    if (root === undefined) throw new Error('There is no page.');
    root.innerHTML = html;
    return joinedWords(root);
  };

  test.each([
    ['before a link', 'reclamar em<a href="/x">consumidor.gov.br</a>'],
    ['after a link', '<a href="/x">Procon</a>do seu estado'],
    ['after a mark', 'use <code>5</code>segundos'],
    ['between two', 'de <strong>um</strong><a href="/x">dois</a>'],
  ])('are found %s', (_name, html) => {
    expect(wordsIn(html)).not.toEqual([]);
  });

  test.each([
    ['a space', 'em <a href="/x">consumidor</a> e <code>x</code> ou'],
    ['a mark of the sentence', '(<a href="/x">x</a>), “<strong>y</strong>”: R$<b>9</b>'],
    ['a block of its own', '<strong class="block">98%</strong>de satisfação'],
    ['a row of links', '<nav><a href="/x">Planos</a><a href="/y">Documentação</a></nav>'],
    ['code of several parts', '<pre><code>a<b>b</b></code></pre>'],
  ])('are not found in %s', (_name, html) => {
    expect(wordsIn(html)).toEqual([]);
  });
});

test('the account’s header leads to the documentation and to support', () => {
  const [, account] = pages.find(([path]) => path === 'conta.html') ?? [];
  const links = [...(account?.querySelectorAll('header a') ?? [])];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/', '/docs', '/suporte']);
});

test('uses the addresses that the site was built for', () => {
  const canonical = pages.flatMap(([path, document]) => {
    const href = document.querySelector('link[rel="canonical"]')?.getAttribute('href');
    return href && new URL(href).origin !== builtSiteUrl ? [`${path}: ${href}`] : [];
  });
  expect(canonical).toEqual([]);
});
