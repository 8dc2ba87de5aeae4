/** The proof of the e-mail: the mailed link is opened in another tab, or on another device. */
import type { Page } from '@playwright/test';
import { beginRegistration, choosePassword, logIn } from '#tests/support/journey.ts';
import { KEYCLOAK_TAG } from '#tests/support/journey-identity.ts';
import { proofLinkTo } from '#tests/support/mail-journey.ts';
import { newPerson, newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';

/** The checkout as it was left: the plan of the pressed button, what the tab knew, and the account's own address. */
async function expectCheckout(page: Page, subdomain: string): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\?.*plan=free/);
  await expect(page).not.toHaveURL(/state=|error=/);
  await expect(page.getByLabel('Subdomínio')).toHaveValue(subdomain);
  await expect(page.getByRole('heading', { name: 'Plano Gratuito' })).toBeVisible();
}

test('in another tab the link goes on with the checkout as it was left, and the first tab follows', {
  tag: KEYCLOAK_TAG,
}, async ({ page, stack }) => {
  const person = newPerson();
  const name = newSubdomain('rascunho');
  await page.goto(`/checkout?action=register&plan=free&cycle=monthly&tenant=${name}`);
  await beginRegistration(page, person);

  const other = await page.context().newPage();
  await other.goto(await proofLinkTo(stack, person));
  await choosePassword(other, person);
  await expectCheckout(other, name);
  await expectCheckout(page, name);
});

test('on another device the link asks first; the first tab goes on with one press', {
  tag: KEYCLOAK_TAG,
}, async ({ page, stack, newVisitor }) => {
  const person = newPerson();
  const name = newSubdomain('aparelho');
  await page.goto(`/checkout?action=register&plan=free&cycle=monthly&tenant=${name}`);
  await beginRegistration(page, person);

  const phone = (await newVisitor()).page;
  await phone.goto(await proofLinkTo(stack, person));
  await expect(phone.getByText(person.email)).toBeVisible();
  await phone.getByRole('link', { name: 'Continuar' }).click();
  await choosePassword(phone, person);
  await expect(phone.getByText('Sua conta está pronta.')).toBeVisible();

  await page.getByRole('link', { name: 'Já confirmei, continuar' }).click();
  await logIn(page, person);
  await expectCheckout(page, name);
});

test('what a tab had typed, and an invitation, reach the tab of the link', async ({ page, stack }) => {
  const person = newPerson();
  await page.goto('/');
  await page.evaluate(() => {
    const address = { cep: '', rua: '', numero: '', complemento: '', bairro: '', cidade: '', uf: '' };
    const draft = { subdominio: 'nome-digitado', termos: true, billingAddress: address, tenantParameter: '' };
    sessionStorage.setItem('checkoutDraft', JSON.stringify(draft));
  });
  await page.goto('/checkout?action=register&plan=free&cycle=monthly');
  await beginRegistration(page, person);
  const other = await page.context().newPage();
  await other.goto(await proofLinkTo(stack, person));
  await choosePassword(other, person);
  await expectCheckout(other, 'nome-digitado');
  await expect(other.getByLabel('Li e aceito os termos de uso')).toBeChecked();
  expect(await other.evaluate(() => localStorage.getItem('handedOver'))).toBeNull();
});
