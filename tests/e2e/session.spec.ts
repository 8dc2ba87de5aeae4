/** An expired session, a provider outage, blocked cookies: what was typed is kept. */
import type { Page } from '@playwright/test';
import type { Stack } from '#dev/stack.ts';
import { message } from '#domain/messages.ts';
import {
  acceptTerms,
  cardPayment,
  chooseSubdomain,
  fillCheckout,
  fillPayment,
  logIn,
  openAs,
  openCheckout,
  signOut,
  submit,
  waitForEnvironment,
} from '#tests/support/journey.ts';
import { KEYCLOAK_TAG } from '#tests/support/journey-identity.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';

/** Longer than an access token is valid. */
const AFTER_EXPIRY_MS = 6 * 60_000;

const identityOf = (stack: Stack): string => `${stack.services.identity.url}/**`;

async function expectDraft(page: Page, name: string): Promise<void> {
  await expect(page.getByLabel('Subdomínio')).toHaveValue(name);
  await expect(page.getByLabel('Rua')).toHaveValue('Avenida Paulista');
  await expect(page.getByLabel('Li e aceito os termos de uso')).toBeChecked();
  for (const label of ['Número do cartão', 'CVV', 'CPF ou CNPJ'])
    await expect(page.getByLabel(label)).toHaveValue('');
}

test('a session that expires in the form returns with everything but secrets', { tag: KEYCLOAK_TAG }, async ({
  page,
  identity,
  person,
  watch,
}) => {
  // The provider refuses the refresh on purpose.
  watch.allow(/400/);
  const name = newSubdomain('expirou');
  await page.clock.install();
  await openCheckout(page, person, 'plan=pro&cycle=yearly');
  await fillCheckout(page, name);
  await identity.endSessions(person);
  await page.clock.fastForward(AFTER_EXPIRY_MS);
  await submit(page);
  await logIn(page, person);
  await expect(page).toHaveURL(/\/checkout\?plan=pro&cycle=yearly/);
  await expectDraft(page, name);
  await fillPayment(page);
  await submit(page);
  await waitForEnvironment(page);
});

test('an expired token is renewed in place, also from the provider’s session', async ({ page, person }) => {
  const name = newSubdomain('renova');
  await page.clock.install();
  await openCheckout(page, person, 'plan=free');
  await chooseSubdomain(page, name);
  await acceptTerms(page);
  await page.clock.fastForward(AFTER_EXPIRY_MS);
  await submit(page);
  await waitForEnvironment(page);
});

test('with the provider down on submit nothing is lost, and a retry works', async ({
  page,
  stack,
  person,
  watch,
}) => {
  watch.allow(/ERR_FAILED|request failed/);
  const name = newSubdomain('volta');
  await page.clock.install();
  await openCheckout(page, person, 'plan=pro');
  await fillCheckout(page, name);
  await page.context().route(identityOf(stack), (route) => route.abort());
  await page.clock.fastForward(AFTER_EXPIRY_MS);
  await submit(page);
  await expect(page.getByText(message('session.pending-title'))).toBeVisible();
  await expect(page.getByLabel('CPF ou CNPJ')).toHaveValue(cardPayment.cpfCnpj);
  await expect(page.getByLabel('CVV')).toHaveValue('123');
  await page.context().unroute(identityOf(stack));
  await submit(page);
  await waitForEnvironment(page);
});

test('signing out in one tab shows in the others: a form is kept, name and e-mail are not', {
  tag: KEYCLOAK_TAG,
}, async ({ page, person, customer }) => {
  const name = await customer.free();
  const address = `/upgrade/checkout?plan=pro&tenant=${name}&cycle=monthly`;
  await openAs(page, person, address);
  await fillPayment(page);
  await acceptTerms(page);
  const account = await page.context().newPage();
  await account.goto('/conta');
  await expect(account.getByRole('button', { name: /^Sua conta/ })).toBeVisible();

  const other = await page.context().newPage();
  await other.goto('/conta');
  await signOut(other);
  await expect(other).toHaveURL('/');

  await expect(page.getByText('Você saiu da conta em outra aba.')).toBeVisible();
  await expect(account.getByText(message('session.left'))).toBeVisible();
  await expect(account.getByText(person.email)).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click();
  await logIn(page, person);
  await expect(page).toHaveURL(address);
  await expect(page.getByLabel('Rua')).toHaveValue('Avenida Paulista');
  await expect(page.getByLabel('CPF ou CNPJ')).toHaveValue('');
});

test('a free button leads a customer to the environment, also with the storage cleared', async ({
  page,
  stack,
  person,
  customer,
}) => {
  const name = await customer.free();
  const environment = stack.addresses.tenantUrlTemplate.replace('{tenant}', name);
  await openAs(page, person, '/conta');
  await expect(page.getByRole('region', { name: 'Seu Vigia' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await page.getByRole('link', { name: 'Começar Grátis' }).first().click();
  await expect(page).toHaveURL(`${environment}/dashboard`);
});

test('signing in in one tab counts for the other', async ({ page, person, customer }) => {
  const name = await customer.free();
  await page.goto(`/upgrade?tenant=${name}`);
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  const other = await page.context().newPage();
  await openAs(other, person, '/conta');
  await expect(other.getByRole('region', { name: 'Seu Vigia' })).toBeVisible();
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('0 de 5 monitores')).toBeVisible();
});

test('with third-party cookies blocked a reload stays signed in', async ({ page, person, watch }) => {
  // keycloak-js warns about blocked cookies.
  watch.allow(/3rd-party cookies/);
  await page.context().route('**/3p-cookies/step2.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: "<script>parent.postMessage('unsupported', '*')</script>",
    }),
  );
  await page.context().route('**/protocol/openid-connect/auth?**', (route) => {
    const isFramed = route.request().frame().parentFrame() !== null;
    const { cookie, ...headers } = route.request().headers();
    return route.continue(
      isFramed ? { headers } : { headers: { ...headers, ...(cookie ? { cookie } : {}) } },
    );
  });
  const name = newSubdomain('sem-cookies');
  await openCheckout(page, person, 'plan=free&cycle=monthly');
  await chooseSubdomain(page, name);
  await acceptTerms(page);
  await page.reload();
  await expect(page.getByLabel('Subdomínio')).toHaveValue(name);
  await expect(page).toHaveURL(/\/checkout\?plan=free&cycle=monthly$/);
  await submit(page);
  await waitForEnvironment(page);
});
