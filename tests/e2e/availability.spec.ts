/** What visitors see of the measured availability, with and without the API. */
import { alertTimeWords } from '#availability/words.ts';
import { availabilityEndpoint, minutesPath } from '#domain/api-schemas/availability.ts';
import { message } from '#domain/messages.ts';
import { measured } from '#tests/support/measured.ts';
import { expect, test } from '#tests/support/stack.ts';

test('the probe’s minutes reach the page, the SLA and the file', async ({ page, request, stack }) => {
  await stack.tick();
  await page.goto('/disponibilidade');
  await expect(page.getByRole('status')).toContainText('Última medida em');
  const [month] = (await (await request.get(availabilityEndpoint)).json()).months;
  const row = page.locator('tbody tr').first();
  await expect(row).toContainText(/ de 20\d\d/);
  const download = page.waitForEvent('download');
  await row.getByRole('link', { name: /^CSV/ }).click();
  expect((await download).url()).toContain(minutesPath(month.month));
  await page.goto('/sla.html');
  await expect(page.getByText(/^Em .+ de 20\d\d: \d+,\d\d%$/).first()).toBeVisible();
});

test('days, months and incidents are told in words, and an incident has its address', async ({ page }) => {
  await page.route(`**${availabilityEndpoint}`, (route) => route.fulfill({ json: measured }));
  await page.goto('/disponibilidade#entrada-lenta');
  await expect(page.getByRole('status')).toContainText(message('availability.part-down'));
  const bars = page.getByRole('img', {
    name: '89 de 89 dias medidos, 1 h 7 min fora do ar em 2 dias',
  });
  await expect(bars).toHaveCount(4);
  await expect(bars.first().locator('[data-day="many"]')).toHaveAttribute(
    'title',
    '27/11/2026: 1 h fora do ar, 4 min sem medida',
  );
  await expect(page.getByRole('row', { name: /^novembro de 2026/i })).toContainText(/99,84%.*1 h.*4 min/);
  await expect(page.getByRole('row', { name: /^outubro de 2026/i }).getByRole('link')).toHaveCount(0);
  await expect(page.getByText(alertTimeWords(measured.alerts))).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Entrada <b>lenta</b>' })).toBeInViewport();
});

test('a new service shows its own days only; a phone reads a month in two lines', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const parts = measured.parts.map((part) => ({
    ...part,
    days: part.days.map((day, index) => (index < 88 ? { ...day, up: 0, down: 0, unseen: 1440 } : day)),
  }));
  const months = measured.months.slice(0, 1);
  const alerts = { ...measured.alerts, measured: 0, untold: 0, medianSeconds: null, p95Seconds: null };
  await page.route(`**${availabilityEndpoint}`, (route) =>
    route.fulfill({ json: { ...measured, parts, months, alerts } }),
  );
  await page.goto('/disponibilidade');
  await expect(page.getByText('O primeiro mês medido ainda não terminou.')).toBeVisible();
  await expect(page.getByText(/^Medimos desde 27\/11\/2026\./)).toBeVisible();
  await expect(page.locator('[data-row="platform"] i:visible')).toHaveCount(2);
  const row = page.getByRole('row', { name: /^novembro de 2026/i });
  const [month, figure, down] = await Promise.all(
    [row.getByRole('rowheader'), row.getByRole('cell').nth(0), row.getByRole('cell').nth(1)].map((cell) =>
      cell.boundingBox(),
    ),
  );
  expect(figure?.y).toBeCloseTo(month?.y ?? 0, 0);
  expect(figure?.height).toBeLessThan(32);
  expect(down?.y).toBeGreaterThan((month?.y ?? 0) + (month?.height ?? 0) - 1);
});

test('without the API nothing is called up', async ({ page, watch }) => {
  watch.allow(/503/);
  await page.route(`**${availabilityEndpoint}`, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/disponibilidade');
  await expect(page.getByRole('status')).toContainText(message('availability.failed'));
  await expect(page.getByText('no ar', { exact: true })).toHaveCount(0);
  await page.goto('/sla.html');
  await expect(page.getByText(message('availability.failed'))).toBeVisible();
});

test('without JavaScript the page says that it cannot be read', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/disponibilidade');
  await expect(page.locator('noscript p')).toContainText('Sem JavaScript a medição não pode ser lida aqui.');
  await expect(page.locator('noscript p')).toBeVisible();
  await expect(page.getByText('no ar', { exact: true })).toHaveCount(0);
  await context.close();
});
