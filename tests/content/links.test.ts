/** Every address of the built site that leads into the site leads somewhere: pages, parts of pages, files, texts. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { openapiEndpoint } from '#domain/contracts/openapi.ts';
import { authRedirectEndpoint } from '#domain/contracts/sign-in.ts';
import { builtSiteDir, builtSiteUrl } from '#tests/support/built-site.ts';

const read = (path: string): string => readFileSync(join(builtSiteDir, path), 'utf8');

const documents = new Map(
  globSync('**/*.html', { cwd: builtSiteDir })
    .filter((path) => !path.startsWith('docs/pagefind/'))
    .sort()
    .map((path) => [addressOf(path), new JSDOM(read(path)).window.document]),
);

/** Rewrites and redirects that the platform answers with: from, to, status. */
const rules = read('_redirects')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => line.trim().split(/\s+/));
const rewrites = new Map(rules.map(([from = '', to = '']) => [from, to]));

/** Routes of the API whose address has no parameter: all a link can lead to. */
const linkedApi = new Set<string>([authRedirectEndpoint, openapiEndpoint]);

const digitsOf = (text: string | null | undefined): string => (text ?? '').replace(/\D/g, '');

function addressOf(path: string): string {
  return `/${path}`.replace(/(?:\/index)?\.html$/, '') || '/';
}

/** True for an address of this site that answers, with the part of the page that it names. */
function leadsSomewhere(url: URL): boolean {
  const path = decodeURIComponent(url.pathname);
  const target = rewrites.get(path) ?? path;
  const page = documents.get(target);
  if (page) return url.hash === '' || hasPart(page, decodeURIComponent(url.hash.slice(1)));
  return url.hash === '' && (linkedApi.has(target) || existsSync(join(builtSiteDir, target)));
}

const hasPart = (page: Document, id: string): boolean => page.getElementById(id) !== null;

/** Addresses that a page names, as they stand there. */
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

/** Addresses inside the site that lead nowhere, seen from the page that names them. */
const broken = (addresses: readonly string[], from: string): readonly string[] =>
  [...new Set(addresses)].filter((address) => {
    const url = new URL(address, `${builtSiteUrl}${from}`);
    return url.origin === builtSiteUrl && !leadsSomewhere(url);
  });

test('there are pages whose links are followed', () => {
  expect([...documents.keys()]).toEqual(
    expect.arrayContaining(['/', '/checkout', '/docs', '/docs/quick-start']),
  );
  expect(broken(['/nao-existe', '/docs#nao-existe', '/_astro/nao-existe.js', '/checkout'], '/')).toHaveLength(
    3,
  );
});

describe.each([...documents])('%s', (path, document) => {
  test('names no address inside the site that leads nowhere', () => {
    const lost = broken(namedBy(document), path);
    expect(lost, `Links quebrados: ${lost.join(', ')}`).toEqual([]);
  });

  test('leaves the site by https alone, except for what stands on this machine', () => {
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

  test('opens no other tab that could reach back', () => {
    const risky = [...document.querySelectorAll('a[target="_blank"]')].filter(
      ({ outerHTML }) => !/rel="[^"]*\bno(?:opener|referrer)\b/.test(outerHTML),
    );
    expect(risky.map(({ outerHTML }) => outerHTML)).toEqual([]);
  });
});

/** What names a change of an article in the feed: unique for ever, and nothing to follow. */
const GUID = /<guid isPermaLink="false">[^<]*<\/guid>/g;
/** An address in a text ends before the sentence does. */
const ADDRESS = /https?:\/\/[^\s"'<>)\]`]+[^\s"'<>)\]`.,;:]/g;

describe.each(globSync('**/*.{md,txt,xml,json,webmanifest}', { cwd: builtSiteDir }).sort())('%s', (path) => {
  test('names no address of the site that leads nowhere', () => {
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
    expect(documents.has(to ?? '')).toBe(true);
    expect(['200', '301', '308']).toContain(status);
    // A rule for an address that has a page of its own would hide it.
    expect(documents.has(from ?? '')).toBe(false);
  });
});
