/** From one plan to a bigger one: directly, with a card, and with failures. */
import type { Page } from '@playwright/test';
import { validExamples } from '#dev/demonstration.ts';
import { message } from '#domain/messages.ts';
import { reais } from '#tests/support/catalog.ts';
import {
  acceptTerms,
  fillPayment,
  goBack,
  goForward,
  logIn,
  openAs,
  payAtProcessor,
  submit,
  submitButton,
} from '#tests/support/journey.ts';
import type { Person } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { chargesOf } from '#tests/support/stand-in-controls.ts';

const ofPlan = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Seu Vigia' }).getByText(name, { exact: true });

async function openUpgrade(page: Page, person: Person, query: string): Promise<void> {
  await page.goto(`/upgrade?${query}`);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await logIn(page, person);
  await expect(page.getByText(/\d+ de \d+ monitores/)).toBeVisible();
}

/** Instead of the stored card, which is preselected. */
const giveAnotherCard = (page: Page) => page.getByRole('radio', { name: /^Usar outro cartão/ }).check();

/** Pays on the processor's page. */
async function payOnPage(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('pessoa@teste.example');
  await page.getByLabel('CPF ou CNPJ').fill(validExamples.alphanumericCnpj);
  await page.getByLabel('Telefone').fill('11987654321');
  await page.getByLabel('CEP').fill(validExamples.cep);
  await page.getByLabel('Número do endereço').fill('1578');
  await payAtProcessor(page);
}

test('a free customer pays Pro on the processor’s page, then limits rise', async ({
  page,
  stack,
  person,
  customer,
}) => {
  const name = await customer.free();
  await page.goto(`/upgrade?tenant=${name}`);
  await page.getByRole('button', { name: 'Escolher Pro' }).click();
  await page.getByRole('button', { name: 'Entrar e continuar' }).click();
  await logIn(page, person);

  await expect(page.getByText('0 de 5 monitores')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Escolher Pro' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('heading', { name: 'Confirmar upgrade' })).toBeFocused();
  await expect(submitButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Ler os termos' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aceitar os termos' }).click();
  await submit(page);
  await expect(page.getByText(message('upgrade.pay-first')).first()).toBeVisible();
  await page.getByRole('link', { name: 'Ir para o pagamento' }).click();
  await expect(page).toHaveURL(/checkoutSession/);
  expect((await chargesOf(stack, name)).subscriptions).toEqual([]);
  await payOnPage(page);

  await expect(page).toHaveURL(`${stack.addresses.siteUrl}/conta`);
  await expect(async () => {
    await page.goto(`/upgrade?tenant=${name}`);
    await page.evaluate(() => sessionStorage.removeItem('quota'));
    await page.reload();
    await expect(page.getByText('0 de 75 monitores')).toBeVisible({ timeout: 8_000 });
  }).toPass({ timeout: 60_000 });
  await expect(ofPlan(page, 'Pro')).toBeVisible();
  await expect(page.getByRole('link', { name: message('upgrade.downgrade') })).toHaveCount(2);
});

test('a yearly customer pays the difference with another card', async ({ page, stack, person, customer }) => {
  const name = await customer.paid({ plano: 'essential', ciclo: 'yearly' });
  await openUpgrade(page, person, `tenant=${name}`);
  await expect(page.getByRole('radio', { name: /Anual/ })).toBeChecked();
  await expect(
    page.getByText(/^Diferença de R\$\s[\d.,]+ por 36\d dias, hoje; R\$\s1\.069 por ano/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Escolher Pro' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page).toHaveURL(`/upgrade/checkout?plan=pro&tenant=${name}&cycle=yearly`);
  await expect(page.getByText('Essencial → Pro')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Cartão final \d{4}/ })).toBeChecked();
  await giveAnotherCard(page);
  await fillPayment(page);
  await acceptTerms(page);
  const label = (await submitButton(page).textContent()) ?? '';
  const [, amount = ''] = /^Confirmar por R\$\s([\d,]+) hoje$/.exec(label) ?? [];
  await submit(page);
  await expect(page.getByText(message('upgrade.started')).first()).toBeVisible();
  await expect(page.getByText(message('upgrade.paid')).first()).toBeVisible();
  // It restarts with its new limits, so the link appears only when it is back.
  await expect(page.getByText(message('upgrade.restarting'))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`//${name}\\.`));

  const { subscriptions, payments } = await chargesOf(stack, name);
  expect(subscriptions).toMatchObject([{ value: reais('pro', 'yearly'), cycle: 'YEARLY' }]);
  const paid = payments.filter(({ status }) => status === 'CONFIRMED').map(({ value }) => value);
  expect(paid.toSorted((one, other) => one - other)).toEqual([529, Number(amount.replace(',', '.'))]);
  await page.goto(`/upgrade?tenant=${name}`);
  await expect(page.getByText('0 de 75 monitores')).toBeVisible();
});

test('a monthly customer changes to yearly with the stored card, charged later', async ({
  page,
  stack,
  person,
  customer,
}) => {
  const name = await customer.paid({ plano: 'essential' });
  await openAs(page, person, '/conta/plano');
  await page.getByRole('link', { name: /^Mudar para anual: R\$\s529 por ano a partir de/ }).click();
  await expect(page.getByText('Mensal → Anual')).toBeVisible();
  await expect(page.getByLabel('Número do cartão')).toBeHidden();
  await acceptTerms(page);
  await expect(submitButton(page)).toHaveText('Confirmar sem cobrança hoje');
  await submit(page);
  await expect(page.getByText(message('upgrade.done-title')).first()).toBeVisible();
  const { subscriptions, payments } = await chargesOf(stack, name);
  expect(subscriptions).toMatchObject([{ value: reais('essential', 'yearly'), cycle: 'YEARLY' }]);
  expect(payments.filter(({ status }) => status === 'CONFIRMED')).toMatchObject([
    { value: reais('essential', 'monthly') },
  ]);
  await page.goto('/conta/plano');
  await expect(page.getByRole('link', { name: /^Mudar para mensal/ })).toBeVisible();
});

test('by keyboard only; Back and reload keep the choice', async ({ page, person, customer }) => {
  const name = await customer.paid({ plano: 'essential' });
  await openUpgrade(page, person, `tenant=${name}`);
  const toYearly = page.getByRole('link', { name: /^Mudar para anual/ });
  await expect(toYearly).toBeVisible();
  await page.getByRole('button', { name: 'Plano Atual' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(message('upgrade.same-plan'))).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(toYearly).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Escolher Pro' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Escolher Pro' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Continuar' }).press('Enter');
  await expect(page.getByRole('form', { name: 'Concluir upgrade' })).toBeVisible();
  const form = page.url();
  await goBack(page);
  await expect(page.getByRole('button', { name: 'Escolher Pro' })).toHaveAttribute('aria-pressed', 'true');
  await goForward(page, form);
  await page.getByRole('radio', { name: /^Cartão final/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('Número do cartão')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByLabel('Número do cartão')).toBeHidden();
  await page.getByLabel('Li e aceito os termos de uso').press('Space');
  await submitButton(page).press('Enter');
  await expect(page.getByText(message('upgrade.done-title')).first()).toBeVisible();
});
