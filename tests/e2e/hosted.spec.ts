/** Paying on the processor's page, with that card entry mode. */
import type { Page } from '@playwright/test';
import { testCards, validExamples } from '#dev/demonstration.ts';
import { expectSound } from '#tests/support/axe.ts';
import { reais } from '#tests/support/catalog.ts';
import {
  acceptTerms,
  buttonEdge,
  chooseSubdomain,
  goBack,
  openCheckout,
  payAtProcessor,
  submit,
  submitButton,
  waitForEnvironment,
} from '#tests/support/journey.ts';
import { newSubdomain, type Person } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { chargesOf, stateOf } from '#tests/support/stand-in-controls.ts';

test.use({ variables: { PAYMENT_CARD_ENTRY: 'hosted' } });
// Serial, on the only stack of this kind.
test.describe.configure({ mode: 'default', timeout: 150_000 });

/** Fields that are never stored. */
async function fillHolder(page: Page): Promise<void> {
  await page.getByLabel('Telefone').fill('11987654321');
  await page.getByLabel('CPF ou CNPJ').fill(validExamples.alphanumericCnpj);
}

/** All fields of the form without a card. */
async function fillBilling(page: Page): Promise<void> {
  await fillHolder(page);
  await page.getByLabel('CEP').fill(validExamples.cep);
  await expect(page.getByLabel('Rua')).toHaveValue('Avenida Paulista');
  await page.getByLabel('Número', { exact: true }).fill('1578');
}

/**
 * Orders Pro monthly.
 * @returns The processor's page.
 */
async function orderPro(page: Page, person: Person, name: string): Promise<string> {
  await openCheckout(page, person, 'plan=pro&cycle=monthly');
  await chooseSubdomain(page, name);
  await fillBilling(page);
  await acceptTerms(page);
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Fatura' })).toBeVisible();
  return page.url();
}

/** Submits a card on the processor's page. */
async function payWith(page: Page, number: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Fatura' })).toBeVisible();
  await payAtProcessor(page, number);
}

test('a card refused and then accepted on the processor’s page makes the environment', async ({
  page,
  stack,
  person,
  watch,
}) => {
  // The processor's page answers a refused card with 400.
  watch.allow(/400/);
  const name = newSubdomain('hospedado');
  await openCheckout(page, person, 'plan=pro&cycle=yearly');
  await expect(page.getByLabel('Número do cartão')).toBeHidden();
  await chooseSubdomain(page, name);
  await fillBilling(page);
  await acceptTerms(page);
  await expect(submitButton(page)).toContainText(/Pagar R\$\s1\.069 na operadora/);
  await expectSound(page);
  await submit(page);

  await payWith(page, testCards.refusedMastercard.number);
  await expect(page.getByRole('alert')).toContainText('Transação não autorizada');
  await payWith(page, testCards.approved.number);
  await expect(page).toHaveURL(
    `${stack.addresses.siteUrl}/provisionamento?tenant=${name}&plan=pro&cycle=yearly`,
  );
  await waitForEnvironment(page);

  const { subscriptions, payments } = await chargesOf(stack, name);
  expect(subscriptions).toMatchObject([{ value: reais('pro', 'yearly'), cycle: 'YEARLY' }]);
  expect(payments).toMatchObject([{ status: 'CONFIRMED', creditCard: { creditCardNumber: '1111' } }]);
});

test('the button of such an order is as near on a phone', async ({ page, person }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCheckout(page, person, 'plan=pro&cycle=yearly');
  await fillBilling(page);
  expect(await buttonEdge(page)).toBeLessThanOrEqual(3_000);
});

test('leaving the processor’s page keeps order and form, with a new choice', async ({
  page,
  stack,
  person,
}) => {
  const name = newSubdomain('volta');
  const firstPage = await orderPro(page, person, name);

  await page.goto('/provisionamento');
  await expect(page.getByRole('link', { name: 'Pagar agora' })).toHaveAttribute('href', firstPage);

  await page.goto('/checkout?plan=pro&cycle=monthly');
  await expect(page.getByLabel('Subdomínio')).toHaveValue(name);
  await expect(page.getByLabel('Rua')).toHaveValue('Avenida Paulista');
  await expect(page.getByLabel('CPF ou CNPJ')).toHaveValue('');
  await page.getByRole('button', { name: 'Mudar o plano' }).click();
  await page.getByRole('radio', { name: /Essencial|Essential/ }).check();
  await fillHolder(page);
  await expect(submitButton(page)).toContainText(/R\$\s49 na operadora/);
  await submit(page);
  await payWith(page, testCards.approved.number);
  await waitForEnvironment(page);

  const { payments: all } = await stateOf<{
    payments: { invoiceUrl: string; deleted: boolean; value: number }[];
  }>(stack, 'asaas');
  expect(all.find((payment) => payment.invoiceUrl === firstPage)).toMatchObject({
    deleted: true,
    value: reais('pro', 'monthly'),
  });
  expect(
    (await chargesOf(stack, name)).payments.filter((payment) => payment.status === 'CONFIRMED'),
  ).toMatchObject([{ value: reais('essential', 'monthly') }]);
});

test('returning from the processor’s page, the button leads back, charging once', async ({
  page,
  stack,
  person,
}) => {
  const name = newSubdomain('duas');
  const firstPage = await orderPro(page, person, name);

  await goBack(page);
  await expect(page.getByLabel('Subdomínio')).toHaveValue(name);
  // The form is restored from the browser's cache, or reloaded without these fields.
  await fillHolder(page);
  await submit(page);
  await expect(page).toHaveURL(firstPage);
  expect((await chargesOf(stack, name)).subscriptions).toHaveLength(1);
});
