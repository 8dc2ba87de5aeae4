/** Payments after the sale: a failed renewal, a withdrawal, a resumed contract. */
import type { Page } from '@playwright/test';
import { message } from '#domain/messages.ts';
import { reais } from '#tests/support/catalog.ts';
import { acceptTerms, openAs, payAtProcessor, submit, submitButton } from '#tests/support/journey.ts';
import { mailTo } from '#tests/support/mail-journey.ts';
import { expect, test } from '#tests/support/stack.ts';
import { chargesOf, missRenewal } from '#tests/support/stand-in-controls.ts';

test.setTimeout(150_000);

const planOf = (page: Page) => page.getByRole('region', { name: 'Plano' });

/** Waits until the account shows an active plan. */
async function waitForActive(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/conta/plano');
    await expect(planOf(page).getByText('Ativo', { exact: true })).toBeVisible({ timeout: 8_000 });
  }).toPass({ timeout: 60_000 });
}

test('a failed renewal is mailed, shown, paid there, and settled', async ({
  page,
  stack,
  person,
  customer,
}) => {
  const name = await customer.paid();
  const renewal = await missRenewal(stack, name);

  const mail = await mailTo(stack, person, /^Não conseguimos cobrar/);
  const link = /Pagar com outro cartão: (\S+)/.exec(mail.text)?.[1];
  expect(link).toBe(renewal.invoiceUrl);

  await openAs(page, person, '/conta/plano');
  await expect(planOf(page).getByText('Pagamento atrasado')).toBeVisible();
  await expect(page.getByText(/Seu Vigia continua no ar/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Pagar agora/ })).toHaveAttribute('href', link ?? '');

  await page.goto(link ?? '');
  await payAtProcessor(page);
  await expect(page.getByText('Situação: Confirmada')).toBeVisible();
  await mailTo(stack, person, /^Pagamento confirmado/);
  await page.goto('/conta/plano');
  await expect(planOf(page).getByText('Ativo', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Faturas' }).getByText('Paga')).toHaveCount(2);
  await expect(page.getByText(/não passou/)).toBeHidden();
});

test('a withdrawal is refunded, mailed, and the environment can be bought again', async ({
  page,
  stack,
  person,
  customer,
  watch,
}) => {
  // An ended environment has no quota.
  watch.allow(/404/);
  const name = await customer.paid({ plano: 'essential' });
  await openAs(page, person, '/conta/plano');
  await page.getByRole('button', { name: /^Desistir e receber R\$\s49/ }).press('Enter');
  const asked = page.getByRole('dialog', { name: 'Desistir da contratação do plano Essencial?' });
  await asked.getByRole('button', { name: /^Desistir e receber/ }).press('Enter');
  await expect(page.getByText(message('account.withdrawn'))).toBeVisible();
  expect((await chargesOf(stack, name)).payments).toMatchObject([
    { status: 'REFUNDED', value: reais('essential', 'monthly') },
  ]);
  const { text } = await mailTo(stack, person, /^Contratação desfeita/);
  expect(text).toMatch(/Valor devolvido: R\$\s49/);
  expect(text).toContain(`${stack.addresses.siteUrl}/conta`);

  await page.getByRole('link', { name: 'Contratar de novo' }).click();
  await expect(page).toHaveURL(`/upgrade/checkout?plan=essential&tenant=${name}&cycle=monthly`);
  await acceptTerms(page);
  await expect(submitButton(page)).toContainText(/R\$\s49 por mês/);
  await submit(page);
  await expect(page.getByText(message('upgrade.started')).first()).toBeVisible();
  await waitForActive(page);
  const paid = (await chargesOf(stack, name)).payments.filter(({ status }) => status === 'CONFIRMED');
  expect(paid).toMatchObject([{ value: reais('essential', 'monthly') }]);
});

test('a customer reads the account, cancels, is mailed, and resumes after the paid days', async ({
  page,
  stack,
  person,
  customer,
}) => {
  const name = await customer.paid();
  await openAs(page, person, '/conta/plano');
  await expect(planOf(page).getByText('Pro', { exact: true })).toBeVisible();
  await expect(planOf(page).getByText(/R\$\s99 por mês/)).toBeVisible();
  const payment = page.getByRole('region', { name: 'Pagamento' });
  await expect(payment.getByText(/R\$\s99 em \d\d\/\d\d\/\d{4}, plano Pro/)).toBeVisible();
  await expect(payment.getByText(/final \d{4}/)).toBeAttached();
  await expect(page.getByRole('region', { name: 'Faturas' }).getByText('Paga')).toBeVisible();

  const ask = page.getByRole('button', { name: 'Cancelar a renovação' }).first();
  await ask.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancelar a renovação?' });
  await expect(dialog.getByText(/continuam como estão até \d\d\/\d\d\/\d{4}/)).toBeVisible();
  const controls = await dialog.getByRole('button').count();
  for (let turn = 0; turn < 2 * controls + 2; turn += 1) {
    // Between two rounds the focus may be on the browser's controls, never on the page behind.
    const isInside = await dialog.evaluate(
      (window) => window.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(isInside).toBe(true);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(ask).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancelar a renovação' }).click();
  await expect(page.getByText(message('account.cancelled'))).toBeVisible();
  await expect(page.getByText(/o painel funciona até \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await page.reload();
  await expect(planOf(page).getByText('Renovação cancelada')).toBeVisible();
  await mailTo(stack, person, /^Assinatura cancelada/);
  await page.getByRole('link', { name: 'Retomar a renovação' }).click();
  await expect(page.getByText(/Os dias já pagos, até .*, continuam valendo/)).toBeVisible();
  await acceptTerms(page);
  await expect(submitButton(page)).toHaveText('Confirmar sem cobrança hoje');
  await submit(page);
  await expect(page.getByText(message('upgrade.done-title')).first()).toBeVisible();
  await waitForActive(page);
  // The already paid days are not charged again.
  const paid = (await chargesOf(stack, name)).payments.filter(({ status }) => status === 'CONFIRMED');
  expect(paid).toHaveLength(1);
});
