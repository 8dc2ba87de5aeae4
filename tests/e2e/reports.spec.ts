/** A month's report on the customer's page: on a phone, printed and as a file. */
import { readFileSync } from 'node:fs';
import { message } from '#domain/messages.ts';
import { openAs } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';
import { setMonitors } from '#tests/support/stand-in-controls.ts';

test.setTimeout(150_000);
test.use({ viewport: { width: 390, height: 844 } });

test('recorded days become a report for phone, paper and spreadsheet', async ({
  page,
  stack,
  person,
  customer,
}) => {
  const name = await customer.paid({ plano: 'pro' });
  await setMonitors(
    stack,
    name,
    Array.from({ length: 80 }, (_, index) => ({ kind: 'http', name: `Loja ${index + 1}` })),
  );
  await openAs(page, person, '/conta/relatorios');
  await expect(async () => {
    await stack.tick();
    await page.reload();
    const monitors = page.getByRole('region', { name: 'Cada monitor' });
    await expect(monitors.getByRole('img')).toHaveCount(10, { timeout: 5_000 });
  }).toPass({ timeout: 90_000, intervals: [1_000] });

  await expect(page.getByText(/^\d{2},\d{2}%$/).first()).toBeVisible();
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(await tooWide()).toBe(false);

  // Eighty monitors stay short, are all found, and lead to the environment.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5_000);
  const each = page.getByRole('region', { name: 'Cada monitor' });
  await each.getByLabel('Procurar um monitor').fill('loja 77');
  await expect(each.getByRole('link', { name: /^Loja 77\b/ })).toHaveAttribute('href', /\/dashboard\/77$/);
  await each.getByLabel('Procurar um monitor').fill('');
  await each.getByRole('button', { name: 'Mostrar os 80 monitores' }).press('Enter');
  await expect(each.getByRole('link')).toHaveCount(80);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar planilha (CSV)' }).press('Enter');
  const csv = readFileSync(await (await file).path(), 'utf8');
  expect(csv).toMatch(/^\uFEFFMonitor;Tipo;Dia;Disponibilidade \(%\);/);
  expect(csv).toMatch(/;http;\d{2}\/\d{2}\/\d{4};\d+(?:,\d+)?;/);

  await page.getByRole('button', { name: 'Parar de receber por e-mail' }).press('Enter');
  await expect(page.getByText(message('report.mail-off'))).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Receber por e-mail' })).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Por e-mail' })).toBeHidden();
  await expect(page.getByRole('columnheader', { name: 'Dia' })).toBeVisible();
  // Whose report it is; names without the addresses that they lead to.
  await expect(page.getByRole('banner').getByRole('link')).toHaveText('Vigia');
  const printed = await each
    .getByRole('link')
    .first()
    .evaluate((link) => getComputedStyle(link, '::after').content);
  expect(printed).toBe('none');
});
