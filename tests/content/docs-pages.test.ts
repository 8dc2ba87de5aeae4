import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import plansJson from '#content/plans.json' with { type: 'json' };
import { RETRY_SECONDS_MIN } from '#domain/limits/monitors.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import { packed } from '#tests/support/page-weight.ts';
import { articleSources, builtPages, outDir } from './built-docs.ts';

const pages = builtPages();
const docs = [...pages.values()].filter(({ path }) => path === '/docs' || path.startsWith('/docs/'));
const page = (path: string): Document => {
  const found = pages.get(path);
  if (found === undefined) throw new Error(`No built page ${path}.`);
  return found.document;
};
const textOf = (document: Document, selector: string): string =>
  document.querySelector(selector)?.textContent?.replace(/\s+/g, ' ').trim() ?? '';

/** Requirements 001 §2, and four articles linked there without being listed. */
const routes = [
  'quick-start',
  'account-setup',
  'first-monitor',
  'monitor-types',
  'advanced-monitoring',
  'custom-checks',
  'alert-setup',
  'status-page',
  'notifications/email-smtp',
  'notifications/telegram',
  'notifications/slack',
  'notifications/discord',
  'notifications/whatsapp',
  'notifications/teams',
  'notifications/webhook',
  'maintenance/system',
  'maintenance/strategies',
  'maintenance/notifications',
  'game-server-monitoring',
  'metrics',
  'customize-status-page',
  'status-page-domains',
  'minecraft-monitoring',
  'fps-games-monitoring',
].map((route) => `/docs/${route}`);

const sources = [...articleSources()].sort();

test('every required route has an article, and every article a page', () => {
  expect(sources).toEqual(expect.arrayContaining(routes));
  expect(docs.map(({ path }) => path).sort()).toEqual(
    ['/docs', '/docs/404', '/docs/offline', ...sources].sort(),
  );
});

describe('the counts on the index are correct', () => {
  const index = page('/docs');

  test('8 highlights, 8 categories, 3 levels', () => {
    expect(textOf(index, '[data-count="highlights"]')).toBe('8 artigos em destaque');
    expect(index.querySelectorAll('.highlights > li')).toHaveLength(8);
    expect(textOf(index, '[data-count="categories"]')).toBe('8 categorias');
    expect(index.querySelectorAll('.category')).toHaveLength(8);
    expect(textOf(index, '[data-count="levels"]')).toBe('3 níveis');
  });

  test('the categories come first, as links to their sections that need no script', () => {
    const links = [...index.querySelectorAll('nav[aria-label="Assuntos"] a')];
    const sections = [...index.querySelectorAll('.category h3')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(sections.map(({ id }) => `/docs#${id}`));
    expect(links.map((link) => link.textContent?.trim())).toEqual(
      sections.map(({ textContent }) => textContent),
    );
    for (const link of links)
      expect(link.compareDocumentPosition(index.querySelector('.highlights') as Element) & 4).toBe(4);
  });

  test('the full list has each article once, with counts and draft marks', () => {
    const links = [...index.querySelectorAll<HTMLAnchorElement>('.article-rows > li > a')];
    expect(links.map((link) => link.getAttribute('href')).sort()).toEqual(sources);
    const drafts = [...index.querySelectorAll('.article-rows > li')].filter((row) =>
      row.textContent?.includes('Em desenvolvimento'),
    );
    expect(textOf(index, '[data-count="articles"]')).toBe(
      `${sources.length} artigos${drafts.length > 0 ? `, ${sources.length - drafts.length} para ler agora` : ''}`,
    );
  });

  test('the highlights are the six popular articles in their order, first-monitor and status-page', () => {
    const links = [...index.querySelectorAll('.highlights a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '/docs/quick-start',
      '/docs/monitor-types',
      '/docs/game-server-monitoring',
      '/docs/metrics',
      '/docs/notifications/email-smtp',
      '/docs/maintenance/system',
      '/docs/first-monitor',
      '/docs/status-page',
    ]);
  });
});

/** Times of the requirements (001, table of article routes); the other articles' times are computed. */
const agreedTimes = new Map([
  ['quick-start', 5],
  ['account-setup', 10],
  ['first-monitor', 7],
  ['monitor-types', 20],
  ['advanced-monitoring', 45],
  ['custom-checks', 30],
  ['alert-setup', 25],
  ['status-page', 20],
  ['notifications/email-smtp', 4],
  ['notifications/telegram', 6],
  ['notifications/slack', 4],
  ['notifications/discord', 4],
  ['notifications/whatsapp', 12],
  ['notifications/teams', 9],
  ['notifications/webhook', 13],
  ['maintenance/system', 11],
  ['maintenance/strategies', 15],
  ['maintenance/notifications', 8],
] as const);

test.each([...agreedTimes])('%s shows the time of the requirements', (route, minutes) => {
  expect(textOf(page(`/docs/${route}`), '.badges')).toContain(`${minutes} min`);
});

test('only articles with an agreed time state one; the others add up their steps', () => {
  const stated = sources.filter((path) => /^minutes:/m.test(readFileSync(`content${path}.mdx`, 'utf8')));
  expect(stated.map((path) => path.slice('/docs/'.length)).sort()).toEqual([...agreedTimes.keys()].sort());
  for (const path of sources.filter((path) => !stated.includes(path))) {
    const steps = [...page(path).querySelectorAll('.step-time')].map(({ textContent }) => textContent ?? '');
    const doing = steps.reduce((sum, time) => sum + Number.parseInt(time, 10), 0);
    const [shown = ''] = /\d+(?= min)/.exec(textOf(page(path), '.badges')) ?? [];
    expect(Number(shown), path).toBeGreaterThanOrEqual(Math.max(1, doing));
  }
});

test('quick-start has four steps, first-monitor three, Telegram five per way', () => {
  const steps = (route: string) =>
    [...page(`/docs/${route}`).querySelectorAll('.steps')].map(
      (list) => list.querySelectorAll('details').length,
    );
  expect(steps('quick-start')).toEqual([4]);
  expect(steps('first-monitor')).toEqual([3]);
  expect(steps('notifications/telegram')).toEqual([5, 5]);
});

test.each(['first-monitor', 'alert-setup', 'notifications/whatsapp', 'account-setup'])(
  'the steps of %s come before its first table',
  (route) => {
    const [first, ...others] = page(`/docs/${route}`).querySelectorAll(
      '[data-pagefind-body] :is(.steps, .fields, table)',
    );
    expect(first?.classList).toContain('steps');
    expect(others).not.toEqual([]);
  },
);

test('an article with intervals has the values for each plan', () => {
  const noted = sources.filter((path) => readFileSync(`content${path}.mdx`, 'utf8').includes('<PlanNote />'));
  expect(noted.length).toBeGreaterThan(0);
  const note = 'O menor Intervalo de Heartbeat do seu plano';
  for (const path of noted) {
    const box = [...page(path).querySelectorAll('.callout')].find((callout) =>
      callout.textContent?.includes(note),
    );
    const numbers = [...(box?.querySelectorAll('code') ?? [])].map((code) => Number(code.textContent));
    expect(numbers, path).toEqual([
      ...createCatalog(plansJson).plans.map(({ limits }) => limits.heartbeatSeconds),
      RETRY_SECONDS_MIN,
    ]);
  }
});

test('one article says what a firewall must allow', () => {
  const heading = page('/docs/firewall').getElementById('o-que-liberar');
  const facts = heading?.closest('.prose')?.textContent ?? '';
  expect(facts).toContain('Começa com Uptime-Kuma/');
  expect(facts).toContain('Hoje não há endereços fixos');
  const others = sources.filter((path) =>
    readFileSync(`content${path}.mdx`, 'utf8').includes('<FirewallFacts'),
  );
  expect(others).toEqual(['/docs/firewall']);
});

describe('the frame of an article', () => {
  const articles = sources.filter((path) => page(path).querySelector('[data-pagefind-body]') !== null);
  const listOf = (path: string): Element | null => page(path).querySelector('nav[aria-label="Documentação"]');

  test.each(articles)('%s shows one date', (path) => {
    const times = [...page(path).querySelectorAll('main time')].filter((time) => !time.closest('[hidden]'));
    expect(times.map((time) => time.parentElement?.textContent?.trim())).toEqual([
      expect.stringMatching(/^Revisado em \d/),
    ]);
  });

  test.each(articles)('%s lists the whole documentation, opened at the article', (path) => {
    const list = listOf(path);
    const links = [...(list?.querySelectorAll('a') ?? [])];
    expect(links.map((link) => link.getAttribute('href')).sort()).toEqual(sources);
    const open = [...(list?.querySelectorAll('details[open]') ?? [])];
    expect(open).toHaveLength(1);
    expect(open[0]?.querySelector('[aria-current="page"]')?.getAttribute('href')).toBe(path);
  });

  test.each(articles)('the list beside %s costs at most 1.5 kB', (path) => {
    const html = readFileSync(join(outDir, `${path}.html`), 'utf8');
    const without = html.replace(/<nav class="rail" aria-label="Documentação">[\s\S]*?<\/nav>/, '');
    expect(without.length).toBeLessThan(html.length);
    expect(packed(Buffer.from(html)) - packed(Buffer.from(without))).toBeLessThanOrEqual(1500);
  });
});

test('each monitor type is a closed part with its anchor, name and use in sight', () => {
  const folds = [...page('/docs/monitor-types').querySelectorAll<HTMLDetailsElement>('details.fold')];
  expect(folds.length).toBeGreaterThanOrEqual(20);
  for (const { open, firstElementChild: summary } of folds) {
    expect(open).toBe(false);
    expect(summary?.querySelector('h3')?.id).not.toBe('');
    expect(summary?.querySelector('.fold-hint')?.textContent).not.toBe('');
  }
});

test('a word that explains itself opens its own text, which leads to the glossary', () => {
  const words = docs.flatMap(({ document }) => [...document.querySelectorAll('button.term')]);
  expect(words.length).toBeGreaterThan(0);
  for (const word of words) {
    const text = word.ownerDocument.getElementById(word.getAttribute('popovertarget') ?? '');
    const anchor = text?.querySelector('a')?.getAttribute('href')?.split('#')[1] ?? '';
    expect(page('/docs/glossary').getElementById(anchor)?.tagName).toBe('DT');
  }
});

test('unknown paths and drafts answer "in development", with search and links', () => {
  const drafts = sources.filter((path) => /^draft: true$/m.test(readFileSync(`content${path}.mdx`, 'utf8')));
  for (const path of ['/docs/404', ...drafts]) {
    const document = page(path);
    expect(textOf(document, '.in-development')).toContain('em desenvolvimento');
    expect(document.querySelector('#busca')).not.toBeNull();
    expect(document.querySelector('.in-development a[href="/docs"]')).not.toBeNull();
    expect(document.querySelector('[data-pagefind-body]')).toBeNull();
  }
});

test('the list’s filter links lead to a category or level', () => {
  const index = page('/docs');
  const links = (filter: string) =>
    [...index.querySelectorAll(`a[data-filter="${filter}"]`)].map((link) => link.getAttribute('href') ?? '');
  expect(links('nivel')).toEqual([
    '/docs#todos-os-artigos',
    '/docs?nivel=basico#todos-os-artigos',
    '/docs?nivel=intermediario#todos-os-artigos',
    '/docs?nivel=avancado#todos-os-artigos',
  ]);
  expect(links('categoria')).toHaveLength(9);
  for (const row of index.querySelectorAll('.article-rows > li'))
    expect(row.getAttribute('data-nivel')).toMatch(/^(?:basico|intermediario|avancado)$/);
});

test.each(docs.map(({ path, document }) => [path, document] as const))(
  '%s: every picture has an alternative text, and no element a style of its own',
  (_path, document) => {
    const images = [...document.querySelectorAll('main img')].filter(
      (image) => image.closest('[data-picture-dialog]') === null,
    );
    expect(images.filter((image) => (image.getAttribute('alt') ?? '').trim().length < 3)).toEqual([]);
    expect(document.querySelectorAll('[style]')).toHaveLength(0);
  },
);
