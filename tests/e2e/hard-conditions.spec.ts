/** Small screens, wide letter spacing, no JavaScript, print, a second tab: nothing is cut off, covered or wrong. */
import type { Locator } from '@playwright/test';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { message } from '#domain/messages.ts';
import {
  acceptTerms,
  chooseSubdomain,
  openAs,
  openCheckout,
  submit,
  submitButton,
} from '#tests/support/journey.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { customerViews, TENANT, type View } from './axe-views.ts';
import { openView } from './open-view.ts';

test('a toast covers neither the terms nor the button that it is about', async ({ page, person, watch }) => {
  watch.allow(/503/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openCheckout(page, person, 'plan=free');
  await chooseSubdomain(page, newSubdomain('coberto'));
  await acceptTerms(page);
  const refused = { error: message('error.no-room'), code: 'no-room', requestId: 'x' };
  await page.route(`**${checkoutEndpoint}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, json: refused }) : route.fallback(),
  );
  await submit(page);
  const toast = page.getByRole('region', { name: 'Avisos' }).getByRole('alert');
  await expect(toast).toContainText(message('error.no-room'));
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const said = await boxOf(toast);
  for (const part of [submitButton(page), page.getByRole('button', { name: 'Ler os termos' })]) {
    const box = await boxOf(part);
    const isApart =
      box.x >= said.x + said.width ||
      said.x >= box.x + box.width ||
      box.y >= said.y + said.height ||
      said.y >= box.y + box.height;
    expect(isApart).toBe(true);
  }
});

test('a phone starts with the amount of today and the card', async ({ page, person }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCheckout(page, person, 'plan=pro&cycle=yearly');
  const order = page.getByRole('region', { name: 'Seu pedido' });
  await expect(order.getByText(/^R\$/).first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { name: message('form.payment-title') })).toBeInViewport();
  await expect(order.getByText(/^Por 7 dias você pode desistir/)).toBeVisible();
  // What limits the customer, the acceptance and the button fit one screen.
  await submitButton(page).evaluate((button) => button.scrollIntoView({ block: 'end' }));
  const essentials = page.getByRole('region', { name: 'O essencial do contrato' });
  await expect(essentials.getByText(/^Você tem 7 dias/)).toBeInViewport({ ratio: 1 });
  const price = order.getByText(/^R\$/).first();
  const yearly = await price.innerText();
  await page.getByRole('button', { name: 'Mudar o plano' }).click();
  await page.getByText('Mensal', { exact: true }).click();
  await expect(order.getByText('Pro, mensal')).toBeVisible();
  await expect(price).not.toHaveText(yearly);
});

test('a phone shows the state of the creation and what to do on the first screen', async ({
  page,
  registerUser,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await openAs(page, await registerUser({ groups: [`tenant:${TENANT}`] }), '/conta');
  await expect(page).toHaveURL('/conta');
  for (const [state, shown] of [
    ['in preparation', page.getByText(/^Passo 2 de 4: .+ Depois, .+\.$/)],
    ['waiting for a payment', page.getByRole('link', { name: 'Pagar agora' })],
    ['failed', page.getByRole('button', { name: message('provisioning.retry') })],
    ['ready', page.getByRole('link', { name: message('provisioning.open') })],
  ] as const) {
    const view = customerViews.find(({ name }) => name === state) as View;
    await openView(page, view, { theme: 'light', width: 390 });
    await page.setViewportSize({ width: 320, height: 568 });
    await expect(shown, state).toBeInViewport({ ratio: 1 });
  }
});

test('at 400 % zoom the help button ends the page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/docs/quick-start');
  const help = page.getByRole('button', { name: 'Abrir a ajuda' });
  await expect(help).not.toBeInViewport();
  await help.scrollIntoViewIfNeeded();
  await help.click();
  await expect(page.getByRole('dialog', { name: 'Ajuda' })).toBeVisible();
});

test('without JavaScript no page claims to be checking something', async ({ browser, stack }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of [
    '/checkout',
    '/conta',
    '/conta/avisos',
    '/conta/cartao',
    '/conta/dados',
    '/conta/pessoas',
    '/upgrade',
    '/provisionamento',
  ]) {
    await page.goto(stack.addresses.siteUrl + path);
    const words = await page.locator('main').innerText();
    expect(words).toContain('precisa de JavaScript');
    expect(words).not.toContain(message('session.checking'));
    expect(words).not.toMatch(/para\S+@/);
  }
  await context.close();
});
