/** Requirements for every built page. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtSiteDir, builtSiteUrl } from '#tests/support/built-site.ts';
import { documentOf } from './built-docs.ts';

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

  test('shows no unfilled value', () => {
    // Code, and the name of a message in a list, may quote a program's own words.
    const shown = document.body.cloneNode(true) as Element;
    for (const code of shown.querySelectorAll('code, pre, dt')) code.remove();
    expect(shown.textContent).not.toMatch(/\bundefined\b|\[object Object\]|\bNaN\b/);
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
