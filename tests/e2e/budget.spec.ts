/**
 * What a page costs a phone before it is touched. The figures are printed; the limits are fixed, so a page that exceeds
 * one is made lighter instead of raising it (docs/decisions/013-artigo-com-o-que-a-leitura-pede.md).
 */
import { budgets } from '#tests/content/page-budgets.ts';
import { openAs } from '#tests/support/journey.ts';
import { measurePage, observePaints, type PageWeight, readPaints } from '#tests/support/page-weight.ts';
import { expect, test } from '#tests/support/stack.ts';

/** A late font may move a line slightly, which readers do not notice. */
const SHIFT_MAX = 0.01;

function print(
  name: string,
  { kB, inlineJsKB, totalKB, requests, layoutShift, largestPaint }: PageWeight,
): void {
  const parts = Object.entries(kB)
    .filter(([, size]) => size > 0)
    .map(([kind, size]) => `${kind} ${size}`);
  console.log(
    `${name}: ${totalKB} kB (${parts.join(', ')}), inline js ${inlineJsKB}, ${requests} requests, shift ${layoutShift}, largest <${largestPaint.tag}>`,
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the landing page is light on a phone, ${colorScheme}`, async ({ browser, baseURL }) => {
    const weight = await measurePage(browser, { url: `${baseURL}/`, colorScheme });
    print(`landing, ${colorScheme}`, weight);
    expect(weight.kB.js + weight.inlineJsKB, 'JavaScript before interaction').toBeLessThanOrEqual(20);
    expect(weight.totalKB, 'everything').toBeLessThanOrEqual(200);
    expect(weight.largestPaint.isEarly, 'the largest paint is text or an image asked for first').toBe(true);
  });
}

/** tests/content/page-budgets.test.ts checks every article. */
for (const path of ['/docs/first-monitor', '/docs/custom-checks'])
  test(`an article stays within its budget: ${path}`, async ({ browser, baseURL }) => {
    const weight = await measurePage(browser, { url: `${baseURL}${path}`, colorScheme: 'light' });
    print(path, weight);
    expect(weight.kB.js + weight.inlineJsKB, 'JavaScript').toBeLessThanOrEqual(8);
    expect(weight.kB.html + weight.kB.css + weight.kB.js, 'HTML, CSS and JavaScript').toBeLessThanOrEqual(
      budgets.article.text,
    );
    expect(weight.kB.fonts, 'typefaces').toBeLessThanOrEqual(60);
    expect(weight.requests, 'requests').toBeLessThanOrEqual(budgets.article.requests);
  });

for (const path of [
  ...['/', '/docs', '/docs/first-monitor', '/ferramentas/sla', '/comparar/uptime-kuma'],
  ...['/suporte', '/suporte#faq', '/suporte#pergunta-cancelamento', '/disponibilidade', '/sla.html'],
])
  test(`nothing shifts while ${path} loads, even when typefaces and scripts come late`, async ({
    browser,
    baseURL,
  }) => {
    const weight = await measurePage(browser, {
      url: `${baseURL}${path}`,
      colorScheme: 'light',
      late: { files: /\.(woff2|js)$/, delayMs: 600 },
    });
    print(`${path}, late`, weight);
    expect(weight.layoutShift).toBeLessThanOrEqual(SHIFT_MAX);
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const [path, landmark] of [
    ['/checkout', 'Subdomínio'],
    ['/conta', 'Apagar a conta'],
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
