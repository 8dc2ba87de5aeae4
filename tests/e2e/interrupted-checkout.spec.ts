/** Detours: back, reload, a second tab, a lost response. One order, one charge, nothing lost. */
import type { Page } from '@playwright/test';
import { accountCancelEndpoint } from '#domain/api-schemas/account.ts';
import { message } from '#domain/messages.ts';
import {
  fillCheckout,
  fillOrder,
  fillPayment,
  goBack,
  goForward,
  logIn,
  openAs,
  register,
  submit,
  waitForEnvironment,
} from '#tests/support/journey.ts';
import { hasRealKeycloak } from '#tests/support/journey-identity.ts';
import { newPerson, newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import {
  chargesOf,
  noFaults,
  quickTimings,
  setFaults,
  setTimings,
} from '#tests/support/stand-in-controls.ts';

test.afterEach(async ({ stack }) => {
  await setFaults(stack, 'asaas', noFaults);
  await setTimings(stack, quickTimings);
});

test('back, forward and reload at every step, from landing page to environment', async ({
  page,
  stack,
  watch,
}) => {
  // "Voltar" after a finished registration shows the provider's old page, which has expired.
  watch.allow(/login-actions|status of 400/);
  const person = newPerson();
  const name = newSubdomain('passeio');
  await setTimings(stack, { secondsToSync: 1, secondsToHealthy: 5 });
  await page.goto('/');
  await page.locator('#planos').getByRole('link', { name: 'Assinar Pro' }).click();
  await expect(page.getByRole('button', { name: 'Criar conta' })).toBeVisible();
  // Back must work: the page offers the sign-in instead of redirecting again.
  await goBack(page);
  await expect(page.getByText(message('session.returned'))).toBeVisible();
  await expect(page.getByText(message('session.pending-title'))).toHaveCount(0);
  await goBack(page);
  await expect(page).toHaveURL('/');

  await page.locator('#planos').getByRole('link', { name: 'Assinar Pro' }).click();
  await register(page, person);
  await fillCheckout(page, name);
  const checkout = page.url();
  await goBack(page);
  await expect(page).not.toHaveURL(/\/checkout\?/);
  await goForward(page, checkout);
  // Keycloak restarted its registration and dropped the session; the stand-in's page had expired.
  if (hasRealKeycloak) {
    await page.getByRole('button', { name: 'Entrar' }).click();
    await logIn(page, person);
  }
  await expect(page.getByLabel('Subdomínio')).toHaveValue(name);
  await page.reload();
  await expect(page.getByLabel('Rua')).toHaveValue('Avenida Paulista');
  // Card and cardholder are never stored (form-values.ts).
  for (const label of ['Nome no cartão', 'Número do cartão', 'CVV', 'CPF ou CNPJ'])
    await expect(page.getByLabel(label)).toHaveValue('');

  await fillPayment(page);
  await submit(page);
  await expect(page).toHaveURL(/\/provisionamento\?/);
  const provisioning = page.url();
  await goBack(page);
  await expect(page).toHaveURL(/\/checkout/);
  // Shows this order, not an empty form or "name taken".
  await expect(page.getByText(message('checkout.own-order'))).toBeVisible();
  await expect(page.getByRole('link', { name: 'Acompanhar a criação' })).toHaveAttribute(
    'href',
    `/provisionamento?tenant=${name}`,
  );
  await goForward(page, provisioning);
  await page.reload();
  await waitForEnvironment(page);
  expect((await chargesOf(stack, name)).subscriptions).toHaveLength(1);
});

test('while the order is sent, a reload and a second tab lead to it', async ({ page, stack, person }) => {
  await setTimings(stack, { secondsToSync: 1, secondsToHealthy: 600 });
  const name = await fillOrder(page, person, 'plan=pro&cycle=monthly', 'a-caminho');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/checkout', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await released;
    // The page that asked may be gone.
    await route.fulfill({ response }).catch(() => undefined);
  });
  await submit(page);
  await expect(page.getByRole('button', { name: message('checkout.sending') })).toBeVisible();
  await expect.poll(async () => (await chargesOf(stack, name)).subscriptions.length).toBe(1);
  const ownOrder = message('checkout.own-order');
  const other = await page.context().newPage();
  await other.goto('/checkout?plan=free');
  await expect(other.getByText(ownOrder)).toBeVisible();
  await page.reload();
  await expect(page.getByText(ownOrder)).toBeVisible();
  await expect(page.getByLabel('Subdomínio')).toHaveCount(0);
  release();
  await expect(page.getByText(ownOrder)).toBeVisible();
  expect((await chargesOf(stack, name)).subscriptions).toHaveLength(1);
});

test('Back, Forward, reload and a second tab show whether the environment is ready or ended', async ({
  page,
  person,
  customer,
}) => {
  const name = await customer.paid({ plano: 'essential', ciclo: 'yearly' });
  const provisioning = `/provisionamento?tenant=${name}`;
  await openAs(page, person, provisioning);
  const open = page.getByRole('link', { name: message('provisioning.open') });
  await expect(open).toBeVisible();
  await page.goto('/checkout?plan=pro');
  await expect(page.getByText(message('error.tenant-exists'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(message('error.tenant-exists'))).toBeVisible();
  await goBack(page);
  await expect(open).toBeVisible();

  const other = await page.context().newPage();
  await other.goto('/conta/plano');
  const withdraw = /^Desistir e receber R\$\s/;
  await other.getByRole('button', { name: withdraw }).click();
  await other.getByRole('dialog').getByRole('button', { name: withdraw }).click();
  await expect(other.getByText(message('account.withdrawn'))).toBeVisible();

  const ended = page.getByText(message('provisioning.ended'));
  await goForward(page, '/checkout?plan=pro');
  await expect(ended).toBeVisible();
  await goBack(page);
  await expect(ended).toBeVisible();
  await expect(open).toHaveCount(0);
  await page.reload();
  await expect(ended).toBeVisible();
  await other.goto('/checkout?plan=pro');
  await expect(other.getByText(message('provisioning.ended'))).toBeVisible();
});

test('while a cancellation is sent, Back, Forward, reload and a second tab say what is so', async ({
  page,
  person,
  customer,
}) => {
  await customer.paid({ plano: 'essential', ciclo: 'monthly' });
  const plan = (tab: Page) => tab.getByRole('region', { name: 'Plano' });
  const ask = page.getByRole('button', { name: 'Cancelar a renovação' });
  const press = async () => {
    await ask.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar a renovação' }).click();
    await expect(page.getByRole('button', { name: message('checkout.sending') })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Manter a assinatura' })).toHaveCount(0);
  };
  await openAs(page, person, '/conta/plano');
  await page.goto('/docs');
  await page.goto('/conta/plano');
  const other = await page.context().newPage();

  // The request does not reach the server before the customer leaves.
  await page.route(`**${accountCancelEndpoint}`, () => undefined, { times: 1 });
  await press();
  await other.goto('/conta/plano');
  await expect(plan(other).getByText('Ativo')).toBeVisible();
  await goBack(page);
  await goForward(page, '/conta/plano');
  await expect(plan(page).getByText('Ativo')).toBeVisible();
  await expect(page.getByText(message('account.cancelled'))).toHaveCount(0);

  // The server has cancelled, and its answer is late.
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${accountCancelEndpoint}`, async (route) => {
    const response = await route.fetch();
    arrive();
    await released;
    // The page that asked may be gone.
    await route.fulfill({ response }).catch(() => undefined);
  });
  await press();
  await arrived;
  await other.reload();
  await expect(plan(other).getByText('Renovação cancelada')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Retomar a renovação' })).toBeVisible();
  await goBack(page);
  await goForward(page, '/conta/plano');
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(plan(page).getByText('Renovação cancelada')).toBeVisible();
    await expect(ask).toHaveCount(0);
  }
  release();
  await other.goto('/conta/cartao');
  await expect(other.getByText(message('card.nothing-renews'))).toBeVisible();
});
