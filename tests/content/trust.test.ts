/** The pages about trust: linked from every page, true to content/site.json, and the news as a feed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import { trustIds } from '../../src/schemas/legal.ts';
import { builtPages, outDir } from './built-docs.ts';

const pages = builtPages();
const documentOf = (path: string): Document => {
  const document = pages.get(path)?.document;
  if (document === undefined) throw new Error(`No built page ${path}.`);
  return document;
};
const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
const mainText = (path: string): string => plain(documentOf(path).querySelector('main')?.textContent);

test.each(['/seguranca', '/acessibilidade', '/novidades'])('%s is linked from every footer', (path) => {
  for (const page of ['/', '/docs', '/checkout', '/404'])
    expect(documentOf(page).querySelector(`footer a[href="${path}"]`), page).not.toBeNull();
});

test.each(trustIds.map((id) => `/${id}`))('%s is linked beside the legal texts', (path) => {
  expect(documentOf(path).querySelector('main h1')).not.toBeNull();
  for (const page of ['/termos', '/privacidade', '/seguranca'].filter((each) => each !== path))
    expect(documentOf(page).querySelector(`main nav a[href="${path}"]`), page).not.toBeNull();
});

test('the footer has the accessibility symbol, which leads to the statement', () => {
  for (const page of ['/', '/docs', '/checkout', '/conta']) {
    const link = documentOf(page).querySelector('footer a[href="/acessibilidade"]:has(svg)');
    expect(plain(link?.textContent), page).toBe('Acessibilidade');
  }
});

test('every sub-processor is listed with purpose, data, country and basis', () => {
  const rows = [...documentOf('/suboperadores').querySelectorAll('tbody tr')].map((row) =>
    plain(row.textContent),
  );
  expect(rows).toHaveLength(site.subProcessors.length);
  for (const [index, company] of site.subProcessors.entries())
    for (const said of Object.values(company)) expect(rows[index]).toContain(said);
});

test('privacy and LGPD name the person in charge, or say why there is none', () => {
  const said =
    site.legal.dataOfficer === '' ? 'agente de tratamento de pequeno porte' : site.legal.dataOfficer;
  for (const path of ['/privacidade', '/lgpd']) expect(mainText(path)).toContain(said);
});

test('the accessibility statement tells level, method, date and limits', () => {
  const text = mainText('/acessibilidade');
  for (const said of [
    'ABNT NBR 17225:2025',
    'conformidade regular',
    'WCAG 2.2',
    'axe',
    'Leitor de tela',
    'Uptime Kuma',
  ])
    expect(text).toContain(said);
  expect(text).toMatch(/Última atualização: \d+º? de \p{L}+ de \d{4}/u);
});

test('the terms include the data-processing agreement', () => {
  expect(documentOf('/termos').querySelector('.prose a[href="/acordo-de-tratamento"]')).not.toBeNull();
});

test('support leads to the consumer bodies', () => {
  for (const host of ['www.consumidor.gov.br', 'www.gov.br/mj'])
    expect(documentOf('/suporte').querySelector(`main a[href^="https://${host}"]`), host).not.toBeNull();
});

test('the feed has each piece of news of the page, with its address', () => {
  const source = readFileSync(join(outDir, 'novidades.xml'), 'utf8');
  const feed = new JSDOM(source, { contentType: 'text/xml' }).window.document;
  const items = [...feed.querySelectorAll('item')];
  const articles = [...documentOf('/novidades').querySelectorAll('article')];
  expect(items.length).toBeGreaterThan(0);
  expect(items.map((item) => item.querySelector('title')?.textContent)).toEqual(
    articles.map((article) => article.querySelector('h2')?.textContent),
  );
  for (const [index, item] of items.entries()) {
    expect(item.querySelector('link')?.textContent).toMatch(new RegExp(`/novidades#${articles[index]?.id}$`));
    expect(Date.parse(item.querySelector('pubDate')?.textContent ?? '')).toBeGreaterThan(0);
    expect(item.querySelector('description')?.textContent).not.toContain('](');
  }
  expect(
    documentOf('/novidades').querySelector('link[rel="alternate"][type="application/rss+xml"]'),
  ).not.toBeNull();
});
