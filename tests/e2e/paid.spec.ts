/** Paying exactly once, whatever happens on the way. */
import { testCards } from '#dev/demonstration.ts';
import { fetchAnew } from '#dev/fetch-anew.ts';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { message } from '#domain/messages.ts';
import { reais } from '#tests/support/catalog.ts';
import {
  cardPayment,
  fillCardNumber,
  fillCheckout,
  fillOrder,
  loseNextAnswer,
  openCheckout,
  submit,
  submitButton,
  waitForEnvironment,
} from '#tests/support/journey.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { chargesOf, stateOf } from '#tests/support/stand-in-controls.ts';

test('Pro yearly with a lettered CNPJ is charged once and delivered', async ({ page, stack, person }) => {
  const name = await fillOrder(page, person, 'plan=pro&cycle=yearly', 'padaria');
  await expect(submitButton(page)).toContainText(/R\$\s1\.069/);
  await submit(page);
  const environment = page.getByRole('region', { name: 'Seu Vigia' });
  for (const words of ['Pro', 'Anual'])
    await expect(environment.getByText(words, { exact: true })).toBeVisible();
  await waitForEnvironment(page);

  const { subscriptions, payments } = await chargesOf(stack, name);
  expect(subscriptions).toMatchObject([{ value: reais('pro', 'yearly'), cycle: 'YEARLY' }]);
  expect(payments).toMatchObject([{ value: reais('pro', 'yearly'), status: 'CONFIRMED' }]);

  const { events } = await stateOf<{ events: { id: string; payload?: unknown }[] }>(stack, 'asaas');
  const confirmed = events.filter((event) => JSON.stringify(event).includes('PAYMENT_CONFIRMED')).at(-1);
  for (let round = 0; round < 5; round += 1) {
    const url = `${stack.services.asaas.url}/__stand-in/events/${encodeURIComponent(confirmed?.id ?? '')}/replay`;
    expect((await fetchAnew(url, { method: 'POST' })).status).toBe(200);
  }
  expect((await chargesOf(stack, name)).subscriptions).toHaveLength(1);
  const { applications } = await stateOf<{ applications: { subdomain: string }[] }>(stack, 'argocd');
  expect(applications.filter((application) => application.subdomain === name)).toHaveLength(1);
});

test('a declined card shows why on a phone, at the card, and the corrected card works', async ({
  page,
  stack,
  person,
  watch,
}) => {
  // The refusal is a 402, which the browser logs.
  watch.allow(/402/);
  const name = newSubdomain('recusado');
  await page.setViewportSize({ width: 390, height: 844 });
  await openCheckout(page, person, 'plan=essential&cycle=monthly');
  await fillCheckout(page, name, { ...cardPayment, card: testCards.refusedMastercard.number });
  await submit(page);

  await expect(page.getByText(message('checkout.failed-title'))).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(message('error.payment-declined'))).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Número do cartão')).toBeFocused();
  await expect(page.getByLabel('Número do cartão')).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Subdomínio')).toHaveValue(name);
  await expect(page.getByLabel('CPF ou CNPJ')).toHaveValue(cardPayment.cpfCnpj);
  await expect(page.getByLabel('Rua')).toHaveValue('Avenida Paulista');
  expect((await chargesOf(stack, name)).subscriptions).toHaveLength(0);
  const { applications } = await stateOf<{ applications: { subdomain: string }[] }>(stack, 'argocd');
  expect(applications.some((application) => application.subdomain === name)).toBe(false);

  await fillCardNumber(page, testCards.approved.number);
  await submit(page);
  await waitForEnvironment(page);
  expect((await chargesOf(stack, name)).subscriptions).toHaveLength(1);
});

test('a double click and a lost response charge and provision once', async ({
  page,
  stack,
  person,
  watch,
}) => {
  // The lost response is intentional.
  watch.allow(/checkout/);
  const name = await fillOrder(page, person, 'plan=pro&cycle=monthly', 'perdida');

  await loseNextAnswer(page, checkoutEndpoint);
  await expect(submitButton(page)).toBeEnabled();
  await submitButton(page).dblclick();
  await expect(page.getByText('Não foi possível conectar ao servidor.').first()).toBeVisible();
  await submit(page);
  await waitForEnvironment(page);
  const { subscriptions, payments } = await chargesOf(stack, name);
  expect(subscriptions).toHaveLength(1);
  expect(payments).toHaveLength(1);
});
