/** What editing content/ alone changes on the landing page. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import plansJson from '#content/plans.json' with { type: 'json' };
import siteJson from '#content/site.json' with { type: 'json' };
import { alertCaption } from '#domain/plans/alert-time.ts';
import { createCatalog, formatPrice } from '#domain/plans/catalog.ts';
import { faqTabs, orderedFaq } from '#faq/faq-order.ts';
import { planFact } from '#faq/plan-facts.ts';
import { intervalNote, planColumns, storyNote } from '#landing/plan-columns.ts';
import { readPublicConfig } from '#lib/public-config.ts';
import { product } from '#lib/structured-data.ts';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { sampleAlert } from '#ui/alert-message/sample-alerts.ts';
import { type Placed, sectionLinks, visibleSections } from '../../src/landing/section-list.ts';
import { comparisonRows } from '../../src/lib/comparison-rows.ts';
import { documentOf } from './built-docs.ts';

/** The sections by their front matter: moved, renamed and hidden ones included. */
const written = globSync('content/landing/*.mdx').map((file) => {
  const [, frontMatter = ''] = readFileSync(file, 'utf8').split(/^---$/m);
  return { hidden: false, ...(parse(frontMatter) as Omit<Placed, 'hidden'>) };
});
const shown = visibleSections(written);
const faqAnchor = shown.find(({ section }) => section === 'faq')?.anchor;
const document = documentOf(join(builtSiteDir, 'index.html'));
const fixture = [
  { section: 'faq', order: 3, hidden: false, anchor: 'perguntas' },
  { section: 'hero', order: 1, hidden: false, anchor: 'top' },
  { section: 'plans', order: 2, hidden: false, anchor: 'planos', menu: 'Planos' },
];

describe('sections', () => {
  const names = (all: readonly { section: string }[]) => all.map(({ section }) => section);

  test('are in the order of their front matter', () => {
    expect(names(visibleSections(fixture))).toEqual(['hero', 'plans', 'faq']);
    const turned = fixture.map((section) => (section.section === 'faq' ? { ...section, order: 0 } : section));
    expect(names(visibleSections(turned))).toEqual(['faq', 'hero', 'plans']);
  });

  test('that are hidden are missing in page and header', () => {
    const hidden = fixture.map((section) => ({ ...section, hidden: section.section === 'plans' }));
    expect(names(visibleSections(hidden))).toEqual(['hero', 'faq']);
    expect(sectionLinks(visibleSections(hidden))).toEqual([]);
    expect(sectionLinks(visibleSections(fixture))).toEqual([{ label: 'Planos', href: '/#planos' }]);
  });

  test.each([
    [{ order: 1 }, 'as seções faq e hero têm o mesmo order (1)'],
    [{ anchor: 'planos' }, 'as seções plans e faq têm o mesmo anchor (planos)'],
  ])('with the same %o are refused by name', (claim, mistake) => {
    expect(() =>
      visibleSections(fixture.map((one) => (one.section === 'faq' ? { ...one, ...claim } : one))),
    ).toThrow(mistake);
  });

  test('are on the page in their order with their anchors', () => {
    const ids = [...document.querySelectorAll('main > section')].map(({ id }) => id);
    expect(ids).toEqual(shown.map(({ anchor }) => anchor));
  });

  test('keep the anchors that other pages link to', () => {
    const anchors = written.map(({ anchor }) => anchor);
    expect(anchors).toEqual(expect.arrayContaining(['top', 'planos', 'como-funciona', 'por-que-escolher']));
  });

  test('with a name are linked from the header, then the documentation', () => {
    const links = [...document.querySelectorAll('header nav[aria-label="Principal"] a')];
    const named = shown.flatMap(({ menu, anchor }) => (menu === undefined ? [] : [[menu, `/#${anchor}`]]));
    const linked = links.map((link) => [link.textContent, link.getAttribute('href')]);
    expect(linked.slice(0, named.length + 1)).toEqual([...named, ['Documentação', '/docs']]);
  });
});

describe('what the opening says', () => {
  const hero = document.querySelector('#top');

  test('the five things that sell are links to more', () => {
    const links = [...(hero?.querySelectorAll('.assurances a') ?? [])].map((link) =>
      link.getAttribute('href'),
    );
    expect(links).toEqual([
      '/#pergunta-nota-fiscal',
      '/#pergunta-cancelamento',
      '/docs/levar-tudo',
      '/docs/avisos',
      '/disponibilidade',
    ]);
  });

  test('the message is the one that the code of alerts writes', () => {
    const { written, mail } = sampleAlert('fall');
    expect(written.tone).toBe('down');
    const shown = hero?.querySelector('.message-email');
    expect(shown?.querySelector('.message-subject')?.textContent).toBe(mail.subject);
    for (const { name, address, state } of mail.states ?? [])
      for (const words of [name, address ?? '', state]) expect(shown?.textContent).toContain(words);
  });

  test('whatever says how long an alert takes says what that covers, or leads to it', () => {
    const answer = '/#pergunta-tempo-ate-o-aviso';
    const sections = [...document.querySelectorAll('main > section')].filter(({ textContent }) =>
      /avisam? em até\s*\d/i.test(textContent),
    );
    expect(sections.map(({ id }) => id)).toEqual(['top', 'planos', 'como-funciona', faqAnchor]);
    for (const { id, textContent, innerHTML } of sections)
      expect(textContent.includes(alertCaption) || innerHTML.includes(`href="${answer}"`), id).toBe(true);
    expect(document.querySelector(answer.slice(1))?.textContent).toContain(alertCaption);
  });

  test('WhatsApp names its condition, and satisfaction is only on the support page', () => {
    const channels = [...document.querySelectorAll('#como-funciona .channels li')].map(
      (li) => li.textContent,
    );
    expect(channels.at(-1)).toBe('WhatsApp, por um provedor à parte');
    expect(document.body.textContent).not.toMatch(/98\s?%/);
  });
});

describe('the words', () => {
  const said = [...document.querySelectorAll('main > section')]
    .map(({ textContent }) => textContent)
    .join(' ');

  test.each([
    /\bambientes?\b/i,
    /subdomínio/i,
    /cluster/i,
    /intervalo mínimo/i,
    /instância/i,
    /destinos? de avisos?/i,
    /kuma\.db/i,
    /ECONNREFUSED/,
  ])('are none that a shop owner does not know: %s', (word) => {
    expect(said).not.toMatch(word);
  });

  test('a monitor, an interval and the policies are explained where they first stand', () => {
    const first = (word: string) => said.slice(said.indexOf(word)).replace(/\s+/g, ' ');
    expect(first('monitores')).toMatch(/^monitores, um por site ou serviço;/);
    expect(first('intervalo')).toMatch(/^intervalo entre checagens depende do plano:/);
    expect(first('configura a segurança')).toMatch(/^configura a segurança \(só a sua empresa entra\)/);
    expect(said.indexOf('configura a segurança')).toBeLessThan(said.indexOf('políticas de segurança'));
  });
});

describe('plans', () => {
  test('every column has prices and links of both cycles, except sales', () => {
    for (const { id } of plansJson.plans) {
      const column = document.querySelector(`#plano-${id}`);
      expect(column?.querySelectorAll('.plan-price[data-cycle]'), id).toHaveLength(2);
      const links = [...(column?.querySelectorAll('.plan-choice a') ?? [])];
      const addresses = links.map((link) => link.getAttribute('href'));
      if (id === 'enterprise') {
        expect(addresses).toEqual([expect.stringMatching(/^https:\/\/wa\.me\/\d+\?text=/)]);
        expect(links[0]?.getAttribute('target')).toBe('_blank');
      } else {
        const ends = ['monthly', 'yearly'].map((cycle) =>
          expect.stringMatching(`plan=${id}&cycle=${cycle}$`),
        );
        expect(addresses).toEqual(ends);
      }
    }
  });

  test('only one is the popular one', () => {
    const popular = [...document.querySelectorAll('.plan-name > h3 + *')].map(
      (badge) => badge.closest('li')?.id,
    );
    expect(popular).toEqual(['plano-essential']);
  });
});

describe('prices', () => {
  /** The catalogue with Pro at R$ 120, 80 monitors, and a smaller discount. */
  const changed = structuredClone(plansJson);
  changed.yearlyDiscountPercent = 5;
  const pro = changed.plans.find(({ id }) => id === 'pro');
  if (pro === undefined) throw new Error('no Pro plan');
  pro.priceMonthlyReais = 120;
  // Each sentence that says what it means is still sold.
  const meant = pro.features.filter((feature) => feature in changed.sold);
  pro.features = ['80 monitores', '5 usuários', 'Intervalo mínimo de 3 minutos', ...meant];
  pro.highlights = ['Resposta em até 2 horas, no horário comercial'];
  const catalog = createCatalog(changed);
  const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

  test('a change in the catalogue reaches the plans', () => {
    const column = planColumns({ catalog, apiUrl: '', whatsapp: '', whatsappMessage: '' }).find(
      ({ id }) => id === 'pro',
    );
    expect(plain(column?.prices.monthly.amount)).toBe('R$ 120');
    expect(plain(column?.prices.yearly.amount)).toBe('R$ 1.368');
    expect(plain(column?.prices.yearly.note)).toBe('Economia de R$ 72 por ano');
    expect(column?.limits[0]).toEqual({ label: 'Monitores', value: '80' });
  });

  test('a change in the catalogue reaches the comparison', () => {
    const rows = comparisonRows(catalog).map(({ label, cells }) => `${label}: ${plain(cells[2]?.value)}`);
    expect(rows).toEqual([
      'Por mês: R$ 120',
      'Por ano, de uma vez: R$ 1.368',
      'Economia no ano: R$ 72',
      'Monitores: 80',
      'Usuários: 5',
      'Verifica a cada: 3 min',
      'Avisa em até: 4 minutos',
      'Checagens por hora, em cada monitor: 20',
      'Checagens por dia, em todos os monitores: 38.400',
      'Resposta do suporte: 2 h',
    ]);
  });

  test('a change in the catalogue reaches the answers and the structured data', () => {
    expect(plain(planFact(catalog, { plan: 'pro', fact: 'yearly' }))).toBe('R$ 1.368');
    expect(planFact(catalog, { plan: 'pro', fact: 'monitors' })).toBe('80 monitores');
    expect(planFact(catalog, { fact: 'yearlyDiscount' })).toBe('5%');
    const { site, siteUrl } = readPublicConfig({}, siteJson);
    expect(JSON.stringify(product(site, siteUrl, catalog))).toContain('"price":"120.00"');
  });

  test('no text has its own price, discount or limit', () => {
    const files = globSync('content/{landing,faq}/*.mdx');
    const typed = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/R\$\s*\d+|\b\d+\s*(?:monitores|usuários)\b|\b1[05]\s?%/g)].map(
        ([found]) => `${file}: ${found}`,
      ),
    );
    expect(files.length).toBeGreaterThan(20);
    expect(typed).toEqual([]);
  });

  test('what an alert depends on is said beside the plans', () => {
    const plans = document.querySelector('#planos');
    expect(plans?.textContent).toContain('Um aviso depende também de quem o entrega');
  });

  test('the page shows the yearly savings and the note on intervals', () => {
    const text = document.body.textContent.replaceAll('\u00a0', ' ');
    const written = createCatalog(plansJson);
    const savings = Math.max(...written.plans.map(({ id }) => written.yearlySavingsCentavos(id)));
    expect(text).toContain(`Economia de ${plain(formatPrice(savings))} por ano`);
    const hero = document.querySelector('#top')?.textContent;
    for (const note of [storyNote(written.plans), intervalNote(written.plans)]) expect(hero).toContain(note);
  });
});

describe('questions', () => {
  const entry = (category: 'precos' | 'suporte', order: number, hidden = false) => ({
    data: { question: `${category} ${order}?`, category, order, hidden },
  });

  test('a new entry is placed and counted', () => {
    const shown = orderedFaq([
      entry('suporte', 1),
      entry('precos', 2),
      entry('precos', 1),
      entry('precos', 3, true),
    ]);
    expect(shown.map(({ data }) => data.question)).toEqual(['precos 1?', 'precos 2?', 'suporte 1?']);
    expect(faqTabs(shown).map(({ id, count }) => [id, count])).toEqual([
      ['todos', 3],
      ['precos', 2],
      ['recursos', 0],
      ['migracao', 0],
      ['suporte', 1],
    ]);
  });

  test.skipIf(faqAnchor === undefined)('the tabs of the page count the questions that are there', () => {
    const count = (category: string) =>
      document.querySelectorAll(`details[data-category="${category}"]`).length;
    const tabs = [...document.querySelectorAll<HTMLInputElement>(`#${faqAnchor} input[type="radio"]`)];
    expect(tabs.map(({ value }) => value)).toEqual(['todos', 'precos', 'recursos', 'migracao', 'suporte']);
    for (const { value, parentElement } of tabs) {
      const expected =
        value === 'todos' ? document.querySelectorAll(`#${faqAnchor} details`).length : count(value);
      expect(parentElement?.textContent).toMatch(new RegExp(`\\s${expected}\\s+pergunta`));
    }
  });

  test.skipIf(faqAnchor === undefined)('search engines read the same questions', () => {
    const nodes = [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
      JSON.parse(script.textContent),
    );
    const faq = nodes.find((node) => node['@type'] === 'FAQPage');
    const written = [...document.querySelectorAll(`#${faqAnchor} summary`)].map((summary) =>
      summary.textContent.trim(),
    );
    expect(faq.mainEntity.map(({ name }: { name: string }) => name)).toEqual(written);
    for (const { acceptedAnswer } of faq.mainEntity) expect(acceptedAnswer.text).toMatch(/^<p>.{15,}/);
  });

  test('an unknown fact lists the existing ones', () => {
    const catalog = createCatalog(plansJson);
    expect(() => planFact(catalog, { fact: 'preco' as 'intervals' })).toThrow(
      '<PlanFact fact="preco">: use um destes: yearlyDiscount, intervals, alerts, alertCaption, unwatched, wake.',
    );
    expect(() => planFact(catalog, { plan: 'gold' as 'pro', fact: 'name' })).toThrow(
      '<PlanFact plan="gold">: use um destes planos: free, essential, pro, enterprise.',
    );
  });
});
