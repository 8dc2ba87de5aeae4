import { expect, test } from '#tests/support/stack.ts';

test('an SLA converts to minutes and a downtime to an SLA, by keyboard', async ({ page }) => {
  await page.goto('/ferramentas/sla');
  const promised = page.getByLabel('Disponibilidade prometida');
  const allowed = page.getByRole('region', { name: 'Quanto tempo fora do ar' }).getByRole('status');
  await promised.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('99,99');
  await expect(allowed).toContainText('52 min 34 s');
  await expect(page.getByRole('button', { name: '99,99%', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(promised).toHaveValue('99');
  await expect(allowed).toContainText('3 dias 15 h 36 min');

  await promised.fill('101');
  await expect(promised).toHaveAccessibleDescription(
    '101 passa de 100. Os decimais vêm depois de uma vírgula: 99,95',
  );

  const down = page.getByLabel('Tempo fora do ar', { exact: true });
  await down.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('7');
  const found = page.getByRole('region', { name: 'Que disponibilidade foi essa' }).locator('output');
  await expect(found).toContainText('99,984');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(found).toContainText('99,99867%');
  await expect(found).toContainText('Cumpre um SLA de 99,99%');
});

test('without JavaScript the reference table and the comparison work', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/ferramentas/sla');
  await expect(page.getByText('A calculadora precisa de JavaScript')).toBeVisible();
  await expect(page.getByRole('row', { name: /^99,9% / })).toContainText('8 h 45 min 36 s');
  await page.goto('/comparar/uptime-kuma');
  await expect(page.getByRole('row', { name: /^Monitores/ })).toContainText('5, 30, 75 ou 150');
  await context.close();
});
