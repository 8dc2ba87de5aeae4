/** The built site for search engines, link previews and other programs. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import plansJson from '#content/plans.json' with { type: 'json' };
import siteJson from '#content/site.json' with { type: 'json' };
import { createCatalog } from '#domain/plans/catalog.ts';
import { builtSiteDir, builtSiteUrl } from '#tests/support/built-site.ts';
import { documentOf } from './built-docs.ts';

const read = (path: string): string => readFileSync(join(builtSiteDir, path), 'utf8');
const catalog = createCatalog(plansJson);

const pages = globSync('**/*.html', { cwd: builtSiteDir })
  .filter((path) => path !== 'silent-check-sso.html' && !path.startsWith('pagefind/'))
  .sort()
  .map((path) => ({ path, head: documentOf(join(builtSiteDir, path)).head }));
const isPrivate = (head: HTMLElement): boolean => head.querySelector('meta[name="robots"]') !== null;
const publicPages = pages.filter(({ head }) => !isPrivate(head));
const meta = (head: HTMLElement, name: string): string =>
  head.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content') ?? '';

describe.each(publicPages.map(({ path, head }) => [path, head] as const))('%s', (_path, head) => {
  test('has a description short enough for a result page', () => {
    const description = meta(head, 'description');
    expect(description.length).toBeGreaterThan(20);
    expect(description.length).toBeLessThanOrEqual(170);
  });

  test('has its own social image', async () => {
    const { pathname } = new URL(meta(head, 'og:image'));
    const { width, height, size } = await sharp(join(builtSiteDir, pathname))
      .toBuffer()
      .then(async (buffer) => ({ ...(await sharp(buffer).metadata()), size: buffer.length }));
    expect([width, height]).toEqual([1200, 630]);
    // Messengers ignore large previews.
    expect(size).toBeLessThan(300_000);
  });
});

test('no two public pages share a title, a description or an image', () => {
  for (const name of ['og:title', 'description', 'og:image']) {
    const values = publicPages.map(({ head }) => meta(head, name));
    expect(new Set(values).size, name).toBe(values.length);
  }
});

test('the sitemap lists every public page once and nothing else', () => {
  const listed = [...read('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  const canonical = publicPages.map(({ head }) =>
    head.querySelector('link[rel="canonical"]')?.getAttribute('href'),
  );
  expect(listed.toSorted()).toEqual(canonical.toSorted());
  expect(listed).toContain(`${builtSiteUrl}/`);
  expect(read('robots.txt')).toContain(`Sitemap: ${builtSiteUrl}/sitemap.xml`);
});

test('every icon of the manifest has its size', async () => {
  const manifest = JSON.parse(read('manifest.webmanifest'));
  expect(manifest.name).toBe(siteJson.name);
  const purposes = manifest.icons.map(({ purpose }: { purpose?: string }) => purpose ?? 'any');
  expect(purposes).toContain('maskable');
  for (const { src, sizes, type } of manifest.icons) {
    if (type === 'image/svg+xml') continue;
    const { width, height } = await sharp(join(builtSiteDir, src)).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  expect(read('favicon.svg')).toContain(`<title>${siteJson.name}</title>`);
});

test('the account can be put on a home screen, with its pages and nothing else of the site', async () => {
  const manifest = JSON.parse(read('conta/manifest.webmanifest'));
  // What Chromium asks of an app that is offered for installing.
  expect(manifest).toMatchObject({
    ...{ id: '/conta', start_url: '/conta', scope: '/conta', display: 'standalone' },
    ...{ background_color: expect.stringMatching(/^#/), theme_color: expect.stringMatching(/^#/) },
  });
  expect(manifest.name.length).toBeGreaterThan(manifest.short_name.length);
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  const sizes: string[] = manifest.icons.map(({ sizes: size }: { sizes: string }) => size);
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { path, head } of pages) {
    const link = head.querySelector('link[rel="manifest"]')?.getAttribute('href');
    const isAccounts = path === 'conta.html' || path.startsWith('conta/');
    const isDocs = path === 'docs.html' || path.startsWith('docs/');
    const own = isAccounts ? '/conta' : isDocs ? '/docs' : '';
    if (link !== undefined) expect([path, link]).toEqual([path, `${own}/manifest.webmanifest`]);
    else expect(isAccounts).toBe(false);
  }
});

test('pricing.md has every price and limit of the catalogue', () => {
  const text = read('pricing.md');
  for (const plan of catalog.plans) {
    const row = text.split('\n').find((line) => line.startsWith(`| ${plan.name} |`));
    expect(row).toContain(catalog.displayPrice(plan.id, 'monthly').amount);
    expect(row).toContain(catalog.displayPrice(plan.id, 'yearly').amount);
    expect(row).toContain(
      `| ${plan.limits.monitors} | ${plan.limits.users} | ${plan.limits.heartbeatSeconds / 60} min |`,
    );
    for (const feature of plan.features) expect(text).toContain(`- ${feature}`);
  }
});

test('llms.txt links to every published article', () => {
  const paths = [...read('llms.txt').matchAll(/\]\((.*?)\)/g)].map(([, url = '']) => new URL(url).pathname);
  const articles = publicPages
    .filter(({ path }) => path.startsWith('docs/'))
    .map(({ path }) => `/${path.replace('.html', '')}`);
  expect(paths).toEqual(expect.arrayContaining(articles.map((path) => `${path}.md`)));
});

test.each([
  ['termos.md', '## 7. Desistência em 7 dias'],
  ['suboperadores.md', '| Asaas |'],
  ['comparar/uptime-kuma.md', '## '],
  ['suporte.md', 'Existe um plano gratuito?'],
  ['docs/first-monitor.md', '## '],
])('%s is a copy with its address and the index', (path, said) => {
  const text = read(path);
  expect(text).toMatch(/^# \S/);
  expect(text).toContain(`${builtSiteUrl}/llms.txt`);
  expect(text).toContain(`${builtSiteUrl}/${path.replace('.md', '')}`);
  expect(text).toContain(said);
  expect(text.match(/^# /gm)).toHaveLength(1);
});

test('every page of the sitemap has the day of its last change', () => {
  const urls = [...read('sitemap.xml').matchAll(/<url>.*?<\/url>/g)].map(([url]) => url);
  expect(urls.filter((url) => !/<lastmod>\d{4}-\d\d-\d\d/.test(url))).toEqual([]);
});

test('security.txt names a contact and expires within a year', () => {
  const text = read('.well-known/security.txt');
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});
