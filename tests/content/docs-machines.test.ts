/** The documentation for programs: Markdown twins, feed, structured data, offline cache. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { builtPages, documentOf, outDir } from './built-docs.ts';

const read = (path: string): string => readFileSync(join(outDir, path), 'utf8');
const articles = [...builtPages().values()].filter(
  ({ document }) => document.querySelector('[data-pagefind-body]') !== null,
);
const canonicalOf = (document: Document): string =>
  document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '';

describe.each(articles.map(({ path, document }) => [path, document] as const))('%s', (path, document) => {
  const twin = existsSync(join(outDir, `${path}.md`)) ? read(`${path}.md`) : '';

  test('has a Markdown twin with title, sections and all steps', () => {
    expect(document.querySelector('link[rel="alternate"][type="text/markdown"]')?.getAttribute('href')).toBe(
      `${path}.md`,
    );
    expect(twin.split('\n')[0]).toBe(`# ${document.querySelector('h1')?.textContent?.trim()}`);
    for (const heading of document.querySelectorAll('.prose h2'))
      expect(twin).toContain(`\n## ${heading.textContent?.trim()}\n`);
    const plain = twin.replace(/[\\*`_>|\s-]/g, '');
    const lost = [...document.querySelectorAll('.prose .step-body > p, .prose .problem p, .prose > ul > li')]
      .filter((part) => part.closest('.tool, .sla-calculator, [data-pagefind-ignore]') === null)
      .filter((part) => part.querySelector('a, code, img, .plan-gate, .sr-only') === null)
      .map((part) => (part.textContent ?? '').replace(/[\\*`_>|\s-]/g, ''))
      .filter((text) => !plain.includes(text));
    expect(lost).toEqual([]);
  });

  test('the twin has no HTML, and only absolute addresses', () => {
    const prose = twin.replace(/(`{3,})[\s\S]*?\n\1/g, '').replace(/(`+)[\s\S]*?\1/g, '');
    expect(prose).not.toMatch(/<\/?[a-z][^>]*>/i);
    // How the writer helps itself where marks and blanks would not read otherwise.
    expect(prose).not.toContain('&#');
    expect(prose).not.toMatch(/\]\((?!https?:|mailto:)/);
  });

  test('describes itself as structured data, with existing steps', () => {
    const nodes = [...document.querySelectorAll('script[type="application/ld+json"]')].map((block) =>
      JSON.parse(block.textContent ?? ''),
    );
    const article = nodes.find((node) => node['@type'] === 'TechArticle');
    expect(article).toMatchObject({
      headline: document.querySelector('h1')?.textContent,
      url: canonicalOf(document),
      inLanguage: 'pt-BR',
    });
    const anchors = (nodes.find((node) => node['@type'] === 'HowTo')?.step ?? []).map(
      ({ url }: { url: string }) => new URL(url).hash.slice(1),
    );
    expect(anchors.filter((anchor: string) => document.getElementById(anchor) === null)).toEqual([]);
    const steps = document.querySelector('.prose .steps')?.querySelectorAll(':scope > li').length ?? 0;
    expect(anchors).toHaveLength(steps > 1 ? steps : 0);
  });
});

test('no other page claims to be an article', () => {
  const twins = readdirSync(join(outDir, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `/docs/${file.replace(/\.md$/, '')}`);
  expect(twins.sort()).toEqual(articles.map(({ path }) => path).sort());
  expect(read('docs/offline.html')).not.toContain('data-pagefind-body');
});

test('the page for reading without a connection can name every published article', () => {
  const document = documentOf(join(outDir, 'docs/offline.html'));
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-kept] > li[hidden] > a')];
  expect(links.map((link) => link.getAttribute('href')).sort()).toEqual(
    articles.map(({ path }) => path).sort(),
  );
  expect(links.filter(({ textContent }) => textContent === '')).toEqual([]);
});

test('llms-full.txt holds every published article in reading order', () => {
  const text = read('llms-full.txt');
  const urls = [...text.matchAll(/ · (https?:\S+\/docs\/\S+)$/gm)].map(
    ([, url = '']) => new URL(url).pathname,
  );
  const listed = [...documentOf(join(outDir, 'docs.html')).querySelectorAll('.article-rows a')]
    .map((link) => link.getAttribute('href') ?? '')
    .filter((path) => articles.some((article) => article.path === path));
  expect(urls).toEqual(listed);
});

test('the feed lists each published article once, the newest first', () => {
  const feed = new JSDOM(read('docs/feed.xml'), { contentType: 'application/xml' }).window.document;
  const items = [...feed.querySelectorAll('item')];
  const links = items.map((item) => item.querySelector('link')?.textContent ?? '');
  expect(links.toSorted()).toEqual(articles.map(({ document }) => canonicalOf(document)).toSorted());
  const days = items.map((item) => Date.parse(item.querySelector('pubDate')?.textContent ?? ''));
  expect(days).toEqual(days.toSorted((a, b) => b - a));
  const guids = items.map((item) => item.querySelector('guid')?.textContent);
  expect(new Set(guids).size).toBe(guids.length);
});

describe('offline', () => {
  const worker = read('docs-worker.js');
  const named: readonly string[] = worker.match(/\/(?:_astro|docs\/pagefind)\/[^"'`,\s]+\.\w+/g) ?? [];
  const bundles = named.filter((address) => /offline\.\w+\.json$/.test(address));
  const kept = [...named, ...bundles.flatMap((address) => Object.keys(JSON.parse(read(address))))];

  test('the service worker caches the whole search and only existing files', async () => {
    const search = readdirSync(join(outDir, 'docs/pagefind'));
    expect(kept).toEqual(expect.arrayContaining(search.map((file) => `/docs/pagefind/${file}`)));
    expect(kept.filter((path) => !existsSync(join(outDir, path)))).toEqual([]);
  });

  test('it caches what pages need at first, and the search window', async () => {
    const needed = [
      ...read('docs/quick-start.html').matchAll(/(?<=["\s])(\/_astro\/[^"\s]+\.(?:js|css|woff2))(?=["\s])/g),
    ];
    expect(kept).toEqual(expect.arrayContaining(needed.map(([, path = '']) => path)));
  });

  test('it caches the fonts that the styles of its pages name', () => {
    const styles = kept.filter((path) => path.endsWith('.css')).map(read);
    const fonts = styles.flatMap((style) => style.match(/\/_astro\/[\w.-]+\.woff2/g) ?? []);
    expect(fonts).toContainEqual(expect.stringContaining('mono'));
    expect(kept).toEqual(expect.arrayContaining(fonts));
  });

  test('every article and the index say the size of the download, without pictures and with them', () => {
    const sizes = (html: string) => /<details[^>]* data-keep-offline[^>]*>/.exec(html)?.[0];
    const said = new Set(
      [...articles.map(({ path }) => `${path.slice(1)}.html`), 'docs.html'].map((file) => sizes(read(file))),
    );
    expect([...said]).toEqual([
      expect.stringMatching(/ data-articles="(?:\d{2,3} kB|\d,\d MB)" data-pictures="\d(?:,\d)? MB"/),
    ]);
  });

  test('the service worker knows every article', () => {
    const known = new Set(worker.match(/\/docs\/[a-z/-]+/g));
    expect(articles.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([]);
  });

  test('the documentation can be installed as an app', () => {
    const manifest = JSON.parse(read('docs/manifest.webmanifest'));
    expect(manifest).toMatchObject({ start_url: '/docs', scope: '/docs', display: 'standalone' });
    for (const { src } of manifest.icons) expect(existsSync(join(outDir, src))).toBe(true);
    const [first] = articles;
    expect(first?.document.querySelector('link[rel="manifest"]')?.getAttribute('href')).toBe(
      '/docs/manifest.webmanifest',
    );
  });
});
