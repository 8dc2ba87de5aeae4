/** Steps of a customer on the way to an environment, by the texts of the pages. */
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { testCards, validExamples } from '#dev/demonstration.ts';
import { KEYCLOAK_REALM, KEYCLOAK_SITE_CLIENT_ID } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import type { Stack } from '#dev/stack.ts';
import { createBrowser } from '#tests/vendors/identity-browser.ts';
import { keycloakForms } from './identity-forms.ts';
import { hasRealKeycloak } from './journey-identity.ts';
import { proofLinkTo } from './mail-journey.ts';
import { newSubdomain, type Person } from './people.ts';

/** Types into fields of the provider, by their names: Keycloak's pages and the stand-in's have the same ones. */
async function typeInto(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, text] of Object.entries(fields)) await page.locator(`[name="${field}"]`).fill(text);
}

/** Fills in the provider's registration page, which then waits for the proof of the e-mail. */
export async function beginRegistration(page: Page, person: Person): Promise<void> {
  await typeInto(page, keycloakForms.registration(person));
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByRole('heading', { name: 'Confirme o seu e-mail' })).toBeVisible();
}

/** Chooses the first password, on the page that the mailed link leads to. */
export async function choosePassword(page: Page, person: Person): Promise<void> {
  await typeInto(page, keycloakForms.newPassword(person.password));
  await page.getByRole('button', { name: 'Enviar' }).click();
}

/** Registers: the form, the mailed link, the password. */
export async function register(page: Page, stack: Stack, person: Person): Promise<void> {
  await beginRegistration(page, person);
  await page.goto(await proofLinkTo(stack, person));
  await choosePassword(page, person);
}

/** Fills in the provider's login page and returns. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email);
  // Keycloak's page also has "Mostrar a senha".
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

/**
 * Goes back like the browser's button. A real Keycloak tests cookies in a frame, which may add a history entry: the
 * button skips it because of the missing user action, Playwright's `goBack` does not.
 */
export async function goBack(page: Page): Promise<void> {
  const from = page.url();
  do await page.goBack();
  while (hasRealKeycloak && page.url() === from);
}

/**
 * Goes forward to the page where `goBack` was called. A reopened page may have lost its forward history through such an
 * entry.
 */
export async function goForward(page: Page, address: string): Promise<void> {
  await page.goForward();
  if (hasRealKeycloak && page.url() !== address) await page.goto(address);
}

/**
 * Opens a page with `person` signed in, without the stand-in's pages, which other journeys go through. With a real
 * Keycloak its pages are the subject.
 */
export async function openAs(page: Page, person: Person, path: string): Promise<void> {
  if (hasRealKeycloak) {
    await page.goto(path);
    return logIn(page, person);
  }
  const { port } = new URL((await page.request.get('/api/health')).url());
  const { identityUrl: url, siteUrl: siteOrigin } = stackAddresses(Number(port));
  const issuer = `${url}/realms/${KEYCLOAK_REALM}`;
  const browser = createBrowser({ url, siteOrigin, issuer, clientId: KEYCLOAK_SITE_CLIENT_ID });
  const { html } = await browser.submit(await browser.authorize(), keycloakForms.login(person));
  expect(html, 'the provider leads back to the site').toBeNull();
  await page.context().addCookies(browser.cookies());
  await page.goto(path);
}

/** Opens the checkout and signs an existing account in. */
export async function openCheckout(page: Page, person: Person, query: string): Promise<void> {
  await openAs(page, person, `/checkout?${query}`);
  await expect(page.getByLabel('Subdomínio')).toBeVisible();
}

export async function chooseSubdomain(page: Page, name: string): Promise<void> {
  await page.getByLabel('Subdomínio').fill(name);
}

export async function acceptTerms(page: Page): Promise<void> {
  await page.getByLabel('Li e aceito os termos de uso').check();
}

export interface PaymentFields {
  readonly cpfCnpj: string;
  readonly card: string;
}

export const cardPayment: PaymentFields = {
  cpfCnpj: validExamples.alphanumericCnpj,
  card: testCards.approved.number,
};

/** Types billing address and card; street, neighbourhood, city and state come from the postal-code lookup. */
export async function fillPayment(page: Page, fields: PaymentFields = cardPayment): Promise<void> {
  await page.getByLabel('CPF ou CNPJ').fill(fields.cpfCnpj);
  // A known address is shown without its fields.
  const known = page.getByRole('button', { name: 'Mudar o endereço' });
  if ((await known.count()) > 0) await known.click();
  await page.getByLabel('CEP').fill(validExamples.cep);
  await expect(page.getByLabel('Rua')).toHaveValue('Avenida Paulista');
  await page.getByLabel('Número', { exact: true }).fill('1578');
  await page.getByLabel('Nome no cartão').fill('Pessoa de Teste');
  await fillCardNumber(page, fields.card);
  await page.getByLabel('Validade').fill('12/32');
  await page.getByLabel('CVV').fill('123');
  await page.getByLabel('Telefone').fill('11987654321');
}

export async function fillCardNumber(page: Page, number: string): Promise<void> {
  await page.getByLabel('Número do cartão').fill(number);
}

/** Fills in all fields of a paid order. */
export async function fillCheckout(page: Page, subdomain: string, payment?: PaymentFields): Promise<void> {
  await chooseSubdomain(page, subdomain);
  await fillPayment(page, payment);
  await acceptTerms(page);
}

/**
 * Fills in the checkout for a new subdomain with this prefix.
 * @returns The subdomain.
 */
export async function fillOrder(page: Page, person: Person, query: string, prefix: string): Promise<string> {
  const name = newSubdomain(prefix);
  await openCheckout(page, person, query);
  await fillCheckout(page, name);
  return name;
}

/** Types a card on the processor's own page. */
export async function payAtProcessor(page: Page, number: string = testCards.approved.number): Promise<void> {
  await page.getByLabel('Número', { exact: true }).fill(number);
  await page.getByLabel('Nome no cartão').fill('PESSOA DE TESTE');
  await page.getByLabel('Validade').fill('12/32');
  await page.getByLabel('CVV').fill('123');
  await page.getByRole('button', { name: /^Pagar/ }).click();
}

/** The server processes the next call of that path; its response never reaches the page. */
export async function loseNextAnswer(page: Page, path: string): Promise<void> {
  const lose = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort('connectionreset');
  };
  await page.route(`**${path}`, lose, { times: 1 });
}

/** The button that shows the amount. */
export function submitButton(page: Page): Locator {
  return page.locator('form button[type="submit"]');
}

/** Lower edge of that button, from the top of the page, in CSS pixels. */
export const buttonEdge = (page: Page): Promise<number> =>
  submitButton(page).evaluate((button) => button.getBoundingClientRect().bottom + window.scrollY);

export async function submit(page: Page): Promise<void> {
  await expect(submitButton(page)).toBeEnabled();
  await submitButton(page).click();
}

/** Waits on the provisioning page until the environment is ready. */
export async function waitForEnvironment(page: Page): Promise<Locator> {
  await expect(page).toHaveURL(/\/provisionamento\?/);
  const open = page.getByRole('link', { name: 'Acessar ambiente' });
  await expect(open).toBeVisible({ timeout: 45_000 });
  return open;
}

/** Signs out by the menu in the header of the account's pages. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sua conta/ }).click();
  await page.getByRole('button', { name: 'Sair da conta' }).click();
}
