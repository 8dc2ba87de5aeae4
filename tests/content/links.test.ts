/** Every internal address in the built site leads somewhere: pages, anchors, files, texts. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { incidentsFeedEndpoint } from '#domain/api-schemas/availability.ts';
import { openapiEndpoint } from '#domain/api-schemas/openapi.ts';
import { authRedirectEndpoint } from '#domain/api-schemas/sign-in.ts';
import { builtSiteDir, builtSiteUrl } from '#tests/support/built-site.ts';
import { documentOf } from './built-docs.ts';

const read = (path: string): string => readFileSync(join(builtSiteDir, path), 'utf8');

const documents = new Map(
  globSync('**/*.html', { cwd: builtSiteDir })
    .filter((path) => !path.startsWith('docs/pagefind/'))
    .sort()
    .map((path) => [addressOf(path), documentOf(join(builtSiteDir, path))]),
);

/** Rewrites and redirects of the platform: from, to, status. */
const rules = read('_redirects')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => line.trim().split(/\s+/));
const rewrites = new Map(rules.map(([from = '', to = '']) => [from, to]));

/** API routes without parameters in their path, the only ones a link can use. */
const linkedApi = new Set<string>([authRedirectEndpoint, incidentsFeedEndpoint, openapiEndpoint]);

const digitsOf = (text: string | null | undefined): string => (text ?? '').replace(/\D/g, '');

function addressOf(path: string): string {
  return `/${path}`.replace(/(?:\/index)?\.html$/, '') || '/';
}

/** True for an address of this site that exists, its anchor included. */
function leadsSomewhere(url: URL): boolean {
  const path = decodeURIComponent(url.pathname);
  const target = rewrites.get(path) ?? path;
  const page = documents.get(target);
  if (page) return url.hash === '' || hasPart(page, decodeURIComponent(url.hash.slice(1)));
  return url.hash === '' && (linkedApi.has(target) || existsSync(join(builtSiteDir, target)));
}

const hasPart = (page: Document, id: string): boolean => page.getElementById(id) !== null;

/** Addresses in a page, as written. */
function namedBy(document: Document): readonly string[] {
  const of = (selector: string, attribute: string): string[] =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(attribute) ?? '');
  const sets = [...of('[srcset]', 'srcset'), ...of('[imagesrcset]', 'imagesrcset')];
  return [
    ...of('[href]', 'href'),
    ...of('[src]', 'src'),
    ...of('[poster]', 'poster'),
    ...of('form[action]', 'action'),
    ...of('meta[property="og:image"], meta[property="og:url"]', 'content'),
    ...sets.flatMap((set) => set.split(',').map((part) => part.trim().split(' ')[0] ?? '')),
  ];
}

/** Broken internal addresses, seen from the page that contains them. */
const broken = (addresses: readonly string[], from: string): readonly string[] =>
  [...new Set(addresses)].filter((address) => {
    const url = new URL(address, `${builtSiteUrl}${from}`);
    return url.origin === builtSiteUrl && !leadsSomewhere(url);
  });

test('there are pages with links', () => {
  expect([...documents.keys()]).toEqual(
    expect.arrayContaining(['/', '/checkout', '/docs', '/docs/quick-start']),
  );
  expect(broken(['/nao-existe', '/docs#nao-existe', '/_astro/nao-existe.js', '/checkout'], '/')).toHaveLength(
    3,
  );
});

describe.each([...documents])('%s', (path, document) => {
  test('contains no broken internal address', () => {
    const lost = broken(namedBy(document), path);
    expect(lost, `Links quebrados: ${lost.join(', ')}`).toEqual([]);
  });

  test('links outside by https only, except to this machine', () => {
    const leaving = namedBy(document).filter((address) => /^http:/.test(address));
    expect(leaving.filter((address) => !/^http:\/\/(?:[\w-]+\.)?localhost:\d+/.test(address))).toEqual([]);
  });

  test('shows the number that a link calls', () => {
    const calls = [
      ...document.querySelectorAll<HTMLAnchorElement>('a[href^="tel:"], a[href^="https://wa.me/"]'),
    ]
      .map(({ href, textContent }) => ({
        called: digitsOf(href.split('?')[0]),
        shown: digitsOf(textContent),
      }))
      .filter(({ shown }) => shown !== '');
    expect(calls.filter(({ called, shown }) => called !== shown)).toEqual([]);
  });

  test('opens no tab that could access this page', () => {
    const risky = [...document.querySelectorAll('a[target="_blank"]')].filter(
      ({ outerHTML }) => !/rel="[^"]*\bno(?:opener|referrer)\b/.test(outerHTML),
    );
    expect(risky.map(({ outerHTML }) => outerHTML)).toEqual([]);
  });
});

/** The id of an article's change in the feed: unique and not a link. */
const GUID = /<guid isPermaLink="false">[^<]*<\/guid>/g;
/** An address in a text ends before the punctuation. */
const ADDRESS = /https?:\/\/[^\s"'<>)\]`]+[^\s"'<>)\]`.,;:]/g;

describe.each(globSync('**/*.{md,txt,xml,json,webmanifest}', { cwd: builtSiteDir }).sort())('%s', (path) => {
  test('contains no broken address of the site', () => {
    const text = read(path).replace(GUID, '');
    const absolute = [...text.matchAll(ADDRESS)].map(([address]) => address);
    const relative = [...text.matchAll(/\]\((\/[^)\s]*)\)/g)].map(([, address = '']) => address);
    const addresses = [...absolute, ...relative].filter((address) => URL.canParse(address, builtSiteUrl));
    const lost = broken(addresses, '/');
    expect(lost, `Links quebrados: ${lost.join(', ')}`).toEqual([]);
  });
});

describe('redirects', () => {
  test.each(rules)('%s leads to %s with %s', (from, to, status) => {
    // A page, or the Markdown of an article.
    expect(documents.has(to ?? '') || existsSync(join(builtSiteDir, to ?? ''))).toBe(true);
    expect(['200', '301', '308']).toContain(status);
    // A rule for the path of an existing page would hide that page.
    expect(documents.has(from ?? '')).toBe(false);
  });
});

test('the footer links to the list of comparisons, which links to each', () => {
  expect(documents.get('/')?.querySelector('.site-footer a[href="/comparar"]')).not.toBeNull();
  const linked = [...(documents.get('/comparar')?.querySelectorAll('main h2 a') ?? [])];
  const each = [...documents.keys()].filter((path) => path.startsWith('/comparar/'));
  expect(linked.map((link) => link.getAttribute('href'))).toEqual(each);
});
