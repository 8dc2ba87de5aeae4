/** The account page with a real contract and the processor's charges. */
import { message } from '#domain/messages.ts';
import {
  fillCheckout,
  logIn,
  openAs,
  openCheckout,
  submit,
  waitForEnvironment,
} from '#tests/support/journey.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { setFaults } from '#tests/support/stand-in-controls.ts';

test('a customer reads the account and cancels: end date shown, no more charges', async ({
  page,
  person,
}) => {
  await openCheckout(page, person, 'plan=pro&cycle=monthly');
  await fillCheckout(page, newSubdomain('conta'));
  await submit(page);
  await waitForEnvironment(page);

  await page.getByRole('link', { name: 'Ver minha conta' }).click();
  await expect(page).toHaveURL(/\/conta$/);
  const plan = page.getByRole('region', { name: 'Plano' });
  await expect(plan.getByText('Pro', { exact: true })).toBeVisible();
  await expect(plan.getByText(/R\$\s99 por mês/)).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Pagamento' }).getByText(/R\$\s99 em \d\d\/\d\d\/\d{4}, plano Pro/),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pagamento' }).getByText(/final \d{4}/)).toBeAttached();
  await expect(page.getByRole('region', { name: 'Faturas' }).getByText('Paga')).toBeVisible();

  await page.getByRole('button', { name: 'Cancelar a renovação' }).click();
  const window = page.getByRole('dialog', { name: 'Cancelar a renovação?' });
  await expect(window.getByText(/continuam como estão até \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cancelar a renovação' })).toBeFocused();
  await page.keyboard.press('Enter');
  await window.getByRole('button', { name: 'Cancelar a renovação' }).click();
  await expect(page.getByText(message('account.cancelled'))).toBeVisible();
  await expect(page.getByText(/o ambiente funciona até \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await page.reload();
  await expect(plan.getByText('Renovação cancelada')).toBeVisible();
});

test('a withdrawal within seven days refunds everything', async ({ page, person, customer }) => {
  await customer.paid({ plano: 'essential', ciclo: 'yearly' });
  await openAs(page, person, '/conta');
  await page.getByRole('button', { name: /^Desistir e receber R\$\s529/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Desistir e receber R\$\s529/ })
    .click();
  await expect(page.getByText(message('account.withdrawn'))).toBeVisible();
  await expect(page.getByRole('region', { name: 'Plano' }).getByText('Encerrado')).toBeVisible();
});

test('a visitor signs in and returns; without an environment plans are shown', async ({ page, person }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Minha conta' }).click();
  await logIn(page, person);
  await expect(page).toHaveURL(/\/conta$/);
  await expect(page.getByText(message('provisioning.no-order'))).toBeVisible();
  await expect(page.getByRole('link', { name: 'Escolher um plano' })).toHaveAttribute('href', '/checkout');

  await page.goto('/');
  const begin = page.getByRole('banner').getByRole('link', { name: 'Começar Grátis' });
  await expect(begin).toBeHidden();
  await page.getByRole('banner').getByRole('link', { name: 'Minha conta' }).click();
  await page.getByRole('button', { name: 'Sair da conta' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(begin).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Minha conta' })).toBeHidden();
});

test('with the processor down the contract is shown, with a note', async ({
  page,
  stack,
  person,
  customer,
}) => {
  await customer.paid();
  await setFaults(stack, 'asaas', { down: true });
  try {
    await openAs(page, person, '/conta');
    await expect(page.getByText(message('account.invoices-unavailable'))).toBeVisible();
    await expect(page.getByRole('region', { name: 'Plano' }).getByText(/R\$\s99 por mês/)).toBeVisible();
  } finally {
    await setFaults(stack, 'asaas', { down: false });
  }
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('region', { name: 'Faturas' }).getByText('Paga')).toBeVisible();
});
