/**
 * What pages cost a phone: bytes, requests, shifts, elements and work. The figures are printed; the limits are fixed, so a
 * page that exceeds one is made lighter instead of raising it (docs/decisions/013-artigo-com-o-que-a-leitura-pede.md).
 * `npm run bench:pages` prints more of them.
 */
import type { Browser } from '@playwright/test';
import { budgetOf } from '#tests/content/page-budgets.ts';
import { serveBuilt } from '#tests/support/built-server.ts';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { FIRST_VISIT_REQUESTS, firstVisitMax, measureVisit } from '#tests/support/first-visit.ts';
import { openAs } from '#tests/support/journey.ts';
import {
  type MeasureOptions,
  measurePage,
  measureShift,
  observePaints,
  readPaints,
} from '#tests/support/page-weight.ts';
import { compareWork, LANDING_ELEMENTS_MAX, LANDING_WORK_MAX } from '#tests/support/page-work.ts';
import { FIRST_RESULT_KB_MAX, measureSearch } from '#tests/support/search-cost.ts';
import { expect, test } from '#tests/support/stack.ts';

/** A late font may move a line slightly, which readers do not notice. */
const SHIFT_MAX = 0.01;

/** Figures with the most that each may be. */
type Figures = Readonly<Record<string, readonly [figure: number, max: number]>>;

/** Weight of a page before it is touched. */
const weightOf = async (browser: Browser, options: MeasureOptions) => {
  const { kB, inlineJsKB, totalKB, requests, largestPaint } = await measurePage(browser, options);
  expect(largestPaint.isEarly, 'the largest paint is text or an image asked for first').toBe(true);
  return { ...kB, js: kB.js + inlineJsKB, text: kB.html + kB.css + kB.js, totalKB, requests };
};

const landing = (colorScheme: 'light' | 'dark') => async (browser: Browser, site: string) => {
  const { js, totalKB } = await weightOf(browser, { url: `${site}/`, colorScheme });
  return { js: [js, budgetOf('/').js], totalKB: [totalKB, firstVisitMax('/')] } satisfies Figures;
};

/** tests/content/page-budgets.test.ts checks every article. */
const article = (path: string) => async (browser: Browser, site: string) => {
  const weight = await weightOf(browser, { url: `${site}${path}`, colorScheme: 'light' });
  const { text, js } = budgetOf(path);
  return {
    js: [weight.js, js],
    text: [weight.text, text],
    fonts: [weight.fonts, 60],
    requests: [weight.requests, FIRST_VISIT_REQUESTS],
    totalKB: [weight.totalKB, firstVisitMax(path)],
  } satisfies Figures;
};

async function visit(browser: Browser): Promise<Figures> {
  const articles = ['/docs/custom-checks', '/docs/first-monitor'] as const;
  const { first, second } = await measureVisit(browser, builtSiteDir, articles, (page) =>
    page.waitForLoadState('networkidle'),
  );
  return {
    'requests of the first': [first.requests, FIRST_VISIT_REQUESTS],
    'kB of the first': [first.kB, firstVisitMax(articles[0])],
    'requests of the second': [second.requests, 45],
    'kB of the second': [second.kB, 400],
  };
}

const search = (query: string) => async (browser: Browser) => {
  const { kB } = await measureSearch(browser, builtSiteDir, '/docs/first-monitor', query);
  expect(kB, 'a search that was measured').toBeGreaterThan(10);
  return { kB: [kB, FIRST_RESULT_KB_MAX] } satisfies Figures;
};

/** Work of the main thread, compared with an article in the same run. */
async function work(browser: Browser): Promise<Figures> {
  const server = await serveBuilt(builtSiteDir);
  try {
    const { landing, ratio } = await compareWork(browser, server.origin, 3);
    return {
      elements: [landing.elements, LANDING_ELEMENTS_MAX],
      'times the work of an article': [ratio, LANDING_WORK_MAX],
    };
  } finally {
    await server.close();
  }
}

const costs: Readonly<Record<string, (browser: Browser, site: string) => Promise<Figures>>> = {
  'the landing page is light on a phone, light': landing('light'),
  'the landing page is light on a phone, dark': landing('dark'),
  ...Object.fromEntries(
    [
      '/docs/first-monitor',
      '/docs/custom-checks',
      '/docs/notifications/email-smtp',
      '/docs/monitor-types',
    ].map((path) => [`an article stays within its budget: ${path}`, article(path)]),
  ),
  'the first article loads alone, the offline cache with the second': visit,
  'the landing page needs few elements and little work': work,
  // One word that few articles hold, and words that most of them do.
  [`the first result for "telegram" costs at most ${FIRST_RESULT_KB_MAX} kB`]: search('telegram'),
  [`the first result for "receber aviso por e-mail" costs at most ${FIRST_RESULT_KB_MAX} kB`]:
    search('receber aviso por e-mail'),
};
for (const [guarantee, measure] of Object.entries(costs))
  test(guarantee, async ({ browser, stack }) => {
    const figures = await measure(browser, stack.addresses.siteUrl);
    console.log(`${guarantee}: ${JSON.stringify(figures)}`);
    for (const [name, [figure, max]] of Object.entries(figures))
      expect.soft(figure, name).toBeLessThanOrEqual(max);
  });

for (const path of [
  '/',
  '/docs',
  '/docs/first-monitor',
  '/ferramentas/sla',
  '/comparar/uptime-kuma',
  '/suporte',
  '/suporte#pergunta-cancelamento',
  '/disponibilidade',
  '/sla.html',
])
  test(`nothing shifts while ${path} loads, even when typefaces and scripts come late`, async ({
    browser,
    baseURL,
  }) => {
    const late = { files: /\.(woff2|js)$/, delayMs: 600 };
    const shift = await measureShift(browser, { url: `${baseURL}${path}`, colorScheme: 'light', late });
    console.log(`${path}, late: shift ${shift}`);
    expect(shift).toBeLessThanOrEqual(SHIFT_MAX);
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const [path, landmark] of [
    ['/checkout', 'Subdomínio'],
    ['/conta', 'Seu Vigia'],
    ['/conta/plano', 'O plano gratuito não tem cobrança'],
    ['/conta/meus-dados', 'Baixar uma cópia'],
  ] as const)
    test(`nothing moves while ${path} finds out who is there`, async ({ page, person, customer }) => {
      if (path !== '/checkout') await customer.free();
      await page.addInitScript(observePaints);
      await openAs(page, person, path);
      await expect(page.getByText(landmark).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      const { layoutShift } = await readPaints(page);
      console.log(`${path}: shift ${layoutShift}`);
      expect(layoutShift).toBeLessThanOrEqual(SHIFT_MAX);
    });
});
