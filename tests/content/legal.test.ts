/** The legal pages match the product: the same numbers, tables and keys. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import plansJson from '#content/plans.json' with { type: 'json' };
import site from '#content/site.json' with { type: 'json' };
import { billingTerms } from '#domain/billing/terms.ts';
import { BILLING_RULES_VERSION, TERMS_VERSION } from '#domain/orders/order.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { createRetention, formatPeriod } from '#domain/privacy/retention.ts';
import { contactsOf } from '#lib/contacts.ts';
import { lastingKeys, tabKeys } from '#lib/storage.ts';
import { builtPages } from './built-docs.ts';

const pages = builtPages();
const catalog = createCatalog(plansJson);
const retention = createRetention(retentionJson);
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

function mainOf(path: string): HTMLElement {
  const main = pages.get(path)?.document.querySelector('main');
  if (!main) throw new Error(`No built page ${path}.`);
  return main;
}
const textOf = (path: string): string => plain(mainOf(path).textContent ?? '');

const legal = ['/termos', '/regras-de-cobranca', '/privacidade', '/lgpd', '/sla'];

test.each(legal)(
  '%s is linked from every footer and from the other legal pages, and its contents lead to sections',
  (path) => {
    const document = pages.get(path)?.document;
    expect(document?.querySelector('link[rel="canonical"]')?.getAttribute('href')).toMatch(
      new RegExp(`${path}\\.html$`),
    );
    for (const page of ['/', '/docs', '/checkout', '/404']) {
      const footer = pages.get(page)?.document.querySelector('footer');
      expect(footer?.querySelector(`a[href="${path}.html"]`), page).not.toBeNull();
    }
    for (const other of legal)
      expect(mainOf(other).querySelector(`nav a[href="${path}.html"]`), other).not.toBeNull();
    const anchors = [...mainOf(path).querySelectorAll('[data-contents] a')].map((link) =>
      link.getAttribute('href'),
    );
    const sections = [...mainOf(path).querySelectorAll('.prose h2')].map(({ id }) => `#${id}`);
    expect(sections.length).toBeGreaterThan(8);
    expect(anchors).toEqual(sections);
  },
);

test('the terms name version, date, forbidden uses and required periods', () => {
  const text = textOf('/termos');
  for (const said of [
    `Versão ${TERMS_VERSION}. Última atualização: 13 de agosto de 2025.`,
    'conteúdo adulto',
    'drogas',
    'jogos de azar ilegais',
    'pirataria',
    'violência ou discurso de ódio',
    'phishing ou malware',
    'domínios .onion',
    'IP direto',
    'inteiramente responsável',
    'validadas automaticamente',
    'suspensa, sem reembolso',
    'comunicado às autoridades',
    'reais (BRL)',
    '30 dias de antecedência',
    'só por cartão de crédito',
    'tokenização',
    'renovação é automática',
    'até 3 vezes: 3, 7 e 15 dias depois',
    'fim do período já pago',
    'não há reembolso proporcional',
    'em até 5 dias úteis',
    'em até 90 dias',
    'Nos primeiros 7 dias',
    'artigo 49',
    'assunto “Desistência”',
    'Monitores de ping, TCP, DNS e servidores de jogos podem usar nome de host ou IP',
    site.contacts.email,
    site.contacts.phone,
    contactsOf(site).whatsapp.text,
    site.legal.cnpj,
  ]) {
    expect(text).toContain(said);
  }
});

test('the billing rules name version, date and their numbers', () => {
  const text = textOf('/regras-de-cobranca');
  for (const said of [
    `Versão ${BILLING_RULES_VERSION}. Última atualização: 25 de novembro de 2026.`,
    'até 3 vezes: 3, 7 e 15 dias depois',
    'por até 15 dias depois do vencimento',
    'vale por 60 minutos',
    'abaixo de R$ 5 é dispensada',
    'Depois de 2 desistências em 12 meses',
    'em até 1 dia útil',
    'em até 90 dias',
    'em até 5 dias úteis',
    'em 48 horas depois do pagamento',
    'não vai para outra pessoa por 7 dias',
    '14 dias para o número e 7 dias para os intervalos',
    'não menor que 20 segundos',
    'o novo valor é aplicado no próximo ciclo',
    'Dias em que o ambiente ficou suspenso não são cobrados',
  ]) {
    expect(text).toContain(said);
  }
});

test.each([
  ['/termos', `/termos/${TERMS_VERSION}`],
  ['/regras-de-cobranca', `/regras/${BILLING_RULES_VERSION}`],
])('%s is kept at an address of its version, as it reads today', (current, version) => {
  const proseAt = (path: string) => plain(mainOf(path).querySelector('.prose')?.textContent ?? '');
  expect(proseAt(version)).toBe(proseAt(current));
  expect(mainOf(current).querySelector(`a[href="${version}"]`)).not.toBeNull();
  expect(textOf(version)).toContain('Este é o texto como foi aceito');
  const robots = pages.get(version)?.document.querySelector('meta[name="robots"]');
  expect(robots?.getAttribute('content')).toBe('noindex');
});

test('clauses that limit the customer stand out', () => {
  const strong = (path: string) =>
    [...mainOf(path).querySelectorAll('.prose strong')]
      .map((each) => plain(each.textContent ?? ''))
      .join(' ');
  for (const said of ['sem reembolso', 'não há reembolso proporcional', 'renovação é automática'])
    expect(strong('/termos')).toContain(said);
  for (const said of ['Não há reembolso proporcional', 'não devolve dinheiro', 'pausamos os monitores'])
    expect(strong('/regras-de-cobranca')).toContain(said);
});

test('the examples of a difference use the catalogue’s prices', () => {
  const text = textOf('/regras-de-cobranca');
  const between = (from: PlanId, to: PlanId, cycle: BillingCycle) =>
    catalog.priceCentavos(to, cycle) - catalog.priceCentavos(from, cycle);
  const price = (centavos: number): string => plain(catalog.formatPrice(Math.floor(centavos)));
  const yearly = between('essential', 'enterprise', 'yearly');
  expect(text).toContain(`${price(yearly)} × 265 ÷ 365 = ${price((yearly * 265) / 365)}`);
  const [, days = '', waived = ''] =
    /com (\d+) dos 30 dias pela frente, seriam (R\$ [\d,]+)\. Nada/.exec(text) ?? [];
  const difference = (between('essential', 'pro', 'monthly') * Number(days)) / 30;
  expect(waived).toBe(price(difference));
  expect(difference).toBeGreaterThan(0);
  expect(difference).toBeLessThan(billingTerms.differenceCentavosMin);
});

test('the terms contain their annex: its version and a link', () => {
  expect(textOf('/termos')).toContain(
    `Regras de cobrança e limites, versão ${BILLING_RULES_VERSION}, são um anexo`,
  );
  expect(mainOf('/termos').querySelector('.prose a[href="/regras-de-cobranca.html"]')).not.toBeNull();
});

test.each(['/termos', '/regras-de-cobranca'])('prices and limits in %s match the catalogue', (path) => {
  const rows = [...mainOf(path).querySelectorAll('table:has(caption) tbody tr')]
    .map((row) => plain(row.textContent ?? ''))
    .filter((row) => row.includes('Menor intervalo'));
  expect(rows).toHaveLength(catalog.plans.length);
  for (const [index, plan] of catalog.plans.entries()) {
    expect(rows[index]).toContain(plan.name);
    for (const cycle of ['monthly', 'yearly'] as const) {
      expect(rows[index]).toContain(plain(catalog.formatPrice(catalog.priceCentavos(plan.id, cycle))));
    }
    expect(rows[index]).toContain(`Monitores${plan.limits.monitors}`);
  }
});

test.each(['/checkout', '/upgrade', '/upgrade/checkout'])(
  'the dialog of %s shows the text of the terms',
  (path) => {
    const modal = pages.get(path)?.document.querySelector('astro-slot[name="terms"], template');
    const source =
      modal instanceof Object && 'content' in modal ? (modal as HTMLTemplateElement).content : modal;
    const inWindow = plain(source?.textContent ?? '').replaceAll(' (abre em outra aba)', '');
    const onPage = plain(mainOf('/termos').querySelector('.prose')?.textContent ?? '').replaceAll(
      'Link para esta seção',
      '',
    );
    expect(inWindow).not.toBe('');
    expect(inWindow).toBe(onPage);
  },
);

test('privacy shows every retention entry, LGPD its purpose', () => {
  for (const { title, data, keep, purpose } of retention.entries) {
    expect(textOf('/privacidade')).toContain(plain(title));
    expect(textOf('/privacidade')).toContain(plain(data));
    expect(textOf('/privacidade')).toContain(plain(formatPeriod(keep)));
    expect(textOf('/lgpd')).toContain(plain(purpose));
  }
});

test('access logs are kept six months, fiscal records five years', () => {
  expect(retention.entry('access-logs').keep).toMatchObject({ amount: 6, unit: 'months' });
  expect(retention.entry('fiscal').keep).toMatchObject({ amount: 5, unit: 'years' });
});

test('privacy lists every key that the site writes into the browser', () => {
  const writers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|astro)$/.test(file))
    .map((file) => ({ file, source: readFileSync(join('src', file), 'utf8') }))
    .filter(({ source }) => /\b(?:localStorage|sessionStorage|caches)\b/.test(source));
  const direct = writers.filter(({ file }) => !file.endsWith('storage.ts'));
  const forms = [
    /\b\w*_KEYS? = \[?'([\w:-]+)'/g,
    /\bconst (?:PAGES|ASSETS|SEARCH) = ['`]([\w:-]+)/g,
    /\bsetItem\(['`]([\w:-]+)/g,
  ];
  const written = direct.flatMap(({ source }) =>
    forms.flatMap((form) => [...source.matchAll(form)].map(([, key]) => key ?? '')),
  );
  expect(written).toEqual(expect.arrayContaining(['theme', 'docs-pages']));
  const text = textOf('/privacidade');
  expect([...written, ...lastingKeys, ...tabKeys].filter((key) => !text.includes(key))).toEqual([]);
});

test('LGPD lists the rights, the public channel and the legal deadlines', () => {
  const text = textOf('/lgpd');
  for (const said of [
    'arts. 18 a 20',
    site.legal.privacyEmail,
    'sem precisar entrar na sua conta',
    '15 dias',
    'Encarregado',
    'artigo 33',
    '3 dias úteis',
    '6 meses',
    '5 anos',
  ]) {
    expect(text).toContain(said);
  }
});

test('the SLA has 99,9% and response times, and no credits', () => {
  const text = textOf('/sla');
  for (const said of [
    '99,9%',
    '43 min 48 s',
    'em até 4 horas',
    'em até 2 horas, no horário comercial',
    'em até 30 minutos',
    'em até 5 dias',
  ]) {
    expect(text).toContain(said);
  }
  expect(text).toContain('não prevê créditos');
});
