/** The forms of the first hour on a phone: how far the button is, what moves, and what a free order does not load. */
import type { Page } from '@playwright/test';
import { validExamples } from '#dev/demonstration.ts';
import { inviteEndpoint } from '#domain/api-schemas/people.ts';
import { buttonEdge, openAs, openCheckout, submitButton } from '#tests/support/journey.ts';
import { invitationTo } from '#tests/support/mail-journey.ts';
import { observePaints, readPaints } from '#tests/support/page-weight.ts';
import { newPerson } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { callApi } from '#tests/support/stand-in-controls.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Nothing may move further than this while a page is opened. */
const SHIFT_MAX = 0.05;
/** Of the code of card and address; the build names a file after its first module. */
const PAYMENT_CODE = /\/payment-part[.-]/;

async function expectStill(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const { layoutShift } = await readPaints(page);
  expect(layoutShift).toBeLessThanOrEqual(SHIFT_MAX);
}

for (const [plan, edgeMax, loadsPayment] of [
  ['free', 1_400, false],
  ['pro', 3_000, true],
] as const)
  test(`the button of a ${plan} order is at most ${edgeMax} px down`, async ({ page, person }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await page.addInitScript(observePaints);
    await openCheckout(page, person, `plan=${plan}&cycle=yearly`);
    await expect(page.getByText(/ está livre\.$/)).toBeVisible();
    expect(await buttonEdge(page)).toBeLessThanOrEqual(edgeMax);
    await expect(page.getByText(/^Preencha todos os campos/)).toHaveCount(0);
    expect(scripts.some((path) => PAYMENT_CODE.test(path))).toBe(loadsPayment);
    await expectStill(page);
    if (!loadsPayment) return;
    // The CEP opens the rest of the address above the button, and the note says what is missing.
    await page.getByLabel('CEP').fill(validExamples.cep);
    await expect(page.getByLabel('Rua')).toHaveValue('Avenida Paulista');
    await expect(page.getByText(/^Preencha todos os campos/)).toBeVisible();
    expect(await buttonEdge(page)).toBeLessThanOrEqual(edgeMax);
    await expectStill(page);
  });

test('an address from the landing page keeps the button of a free order as near', async ({
  page,
  person,
}) => {
  await openCheckout(page, person, 'plan=free&cycle=monthly&site=loja.com.br');
  await expect(page.getByText('https://loja.com.br')).toBeVisible();
  await expect(page.getByText(/ está livre\.$/)).toBeVisible();
  expect(await buttonEdge(page)).toBeLessThanOrEqual(1_400);
});

test('a press on the button that is not ready shows what is missing', async ({ page, person }) => {
  await openCheckout(page, person, 'plan=free&cycle=monthly');
  await expect(submitButton(page)).toBeDisabled();
  await page.locator('[data-asks]').click();
  await expect(page.getByRole('region', { name: 'Termos de Uso' })).toBeFocused();
});

test('nothing moves while the other pages of the first hour open', async ({ page, person, customer }) => {
  await customer.free();
  await page.addInitScript(observePaints);
  await openAs(page, person, '/conta/importar');
  for (const [path, landmark] of [
    ['/conta/importar', 'Entregue o arquivo'],
    ['/provisionamento', 'Tempo decorrido'],
    ['/upgrade', 'Plano Atual'],
    ['/proposta', 'Dados da proposta'],
    ['/disponibilidade', 'Mês a mês'],
    ['/suporte?motivo=plano', 'Envie uma mensagem'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(landmark).first()).toBeVisible();
    await expectStill(page);
  }
});

test('nothing moves while an upgrade is paid for, and its button is as near', async ({
  page,
  person,
  customer,
}) => {
  const tenant = await customer.paid({ plano: 'essential' });
  await page.addInitScript(observePaints);
  await openAs(page, person, `/upgrade/checkout?tenant=${tenant}&plan=pro&cycle=monthly`);
  await expect(page.getByText('O essencial do contrato')).toBeVisible();
  await expect(page.getByText(/a partir de \d/)).toBeVisible();
  await expectStill(page);
  await page.getByRole('radio', { name: /Usar outro cartão/ }).check();
  await expect(page.getByLabel('CPF ou CNPJ')).toBeVisible();
  expect(await buttonEdge(page)).toBeLessThanOrEqual(3_000);
});

test('nothing moves while an invitation opens', async ({ page, stack, person, customer, tokenFor }) => {
  await customer.paid();
  const colleague = newPerson();
  const asked = await callApi(stack, inviteEndpoint, await tokenFor(person), {
    method: 'POST',
    body: JSON.stringify({ email: colleague.email }),
  });
  expect(asked.status).toBe(200);
  await page.addInitScript(observePaints);
  await page.goto(await invitationTo(stack, colleague));
  await expect(page.getByText(person.email)).toBeVisible();
  await expectStill(page);
});

test('a file is dropped on its place, or chosen', async ({ page, person, customer }) => {
  await customer.free();
  await openAs(page, person, '/conta/importar');
  const input = page.getByLabel('Arquivo', { exact: true });
  await input.focus();
  const [place, control] = await Promise.all([
    page
      .getByText(/Escolher o arquivo|escolha no computador/)
      .locator('..')
      .boundingBox(),
    input.boundingBox(),
  ]);
  // The browser's own control covers the whole place, so that a file dropped anywhere on it arrives.
  expect(control?.width).toBeGreaterThanOrEqual(place?.width ?? Number.POSITIVE_INFINITY);
  expect(control?.height).toBeGreaterThan(100);
  await input.setInputFiles({ name: 'kuma.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(page.getByText('kuma.json')).toBeVisible();
});

test('a customer who chose a plan finds it as a button', async ({ page, person, customer }) => {
  await customer.free();
  await openAs(page, person, '/');
  await page.locator('#planos').getByRole('link', { name: 'Assinar Pro' }).click();
  const offer = page.getByRole('link', { name: /^Passar para o Pro: R\$\s99$/ });
  await expect(offer).toHaveAttribute('href', '/upgrade?plan=pro&cycle=monthly');
  await offer.click();
  await expect(page).toHaveURL(/\/upgrade\?tenant=.+&plan=pro/);
  await expect(page.getByRole('button', { name: 'Escolher Pro' })).toHaveAttribute('aria-pressed', 'true');
});
