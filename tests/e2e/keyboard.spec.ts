/** Keyboard only: every page can be walked through with a visible focus; dialogs trap and restore it. */
import type { Locator, Page } from '@playwright/test';
import { testCards, validExamples } from '#dev/demonstration.ts';
import { walkByTab } from '#tests/support/focus-walk.ts';
import { openAs, openCheckout, submitButton, waitForEnvironment } from '#tests/support/journey.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { customerViews, newcomerViews, TENANT, type View, visitorViews } from './axe-views.ts';
import { openView } from './open-view.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

function viewOf(views: readonly View[], path: RegExp, name: string): View {
  const view = views.find((each) => path.test(each.path) && each.name === name);
  if (view === undefined) throw new Error(`No view ${name} at ${path}.`);
  return view;
}

async function expectWalkable(page: Page, view: View): Promise<void> {
  const { path } = view;
  await openView(page, view, { theme: 'light', width: 1440 });
  const { stops, missed, isFree } = await walkByTab(page);
  expect.soft(isFree, `${path}: the focus gets out again`).toBe(true);
  expect.soft(missed, `${path}: never reached`).toEqual([]);
  expect.soft(stops[0]?.name, `${path}: first stop`).toMatch(/^a (?:Pular|Ir) para o conteúdo/);
  const unseen = stops.filter(({ isMarked }) => !isMarked).map(({ name }) => name);
  expect.soft(unseen, `${path}: focus that cannot be seen`).toEqual([]);
}

test('a visitor reaches every control with visible, free focus', async ({ page }) => {
  for (const path of ['/', '/suporte', '/docs', '/ferramentas/sla'])
    await expectWalkable(page, viewOf(visitorViews, new RegExp(`^${path}$`), path));
});

test('so does a user without an environment on the form', async ({ signedIn: page }) => {
  await expectWalkable(page, viewOf(newcomerViews, /^\/checkout\?plan=pro/, 'form'));
});

test('so does a customer', async ({ page, registerUser }) => {
  await openAs(page, await registerUser({ groups: [`tenant:${TENANT}`] }), '/conta');
  await expect(page).toHaveURL('/conta');
  for (const view of [
    viewOf(customerViews, /^\/provisionamento/, 'ready'),
    viewOf(customerViews, /^\/conta/, 'active'),
    viewOf(customerViews, /^\/conta\/plano/, 'plan: active'),
    viewOf(customerViews, /^\/conta\/pessoas/, 'people of an owner'),
    viewOf(customerViews, /^\/upgrade\?/, 'use'),
    viewOf(customerViews, /^\/upgrade\/checkout/, 'card form'),
  ]) {
    await expectWalkable(page, view);
  }
});

async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 30 && !(await isThere()); steps += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('a free sign-up goes by keyboard, also after the plans were looked at', async ({ page, person }) => {
  await openCheckout(page, person, 'plan=free&cycle=monthly');
  await expect(page.getByText(/ está livre\.$/)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Mudar o plano' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: /^Gratuito/ })).toBeFocused();
  await tabTo(page, page.getByLabel('Li e aceito os termos de uso'));
  await page.keyboard.press('Space');
  await tabTo(page, submitButton(page));
  await page.keyboard.press('Enter');
  const open = await waitForEnvironment(page);
  await tabTo(page, open);
  await tabTo(page, page.getByLabel('Endereço do site'));
});

const digits = (text: string): string => text.replace(/\D/g, '');

test.describe('at 320 px, which is 1280 px at 400%', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('a customer pays by keyboard, and nothing overflows', async ({ page, person }) => {
    await openCheckout(page, person, 'plan=essential&cycle=yearly');
    const type = async (label: string, text: string): Promise<void> => {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    };
    await type('Número do cartão', digits(testCards.approved.number));
    await type('Nome no cartão', 'Pessoa de Teste');
    await type('Validade', '1232');
    await type('CVV', '123');
    await type('Telefone com DDD', '11987654321');
    await type('CPF ou CNPJ', validExamples.alphanumericCnpj);
    await type('CEP', digits(validExamples.cep));
    await expect(page.getByLabel('Número', { exact: true })).toBeFocused();
    await page.keyboard.type('1578');
    // The name that it begins with is selected by the key, and replaced.
    await type('Subdomínio', newSubdomain('teclado'));
    await tabTo(page, page.getByLabel('Li e aceito os termos de uso'));
    await page.keyboard.press('Space');
    const sticksOut = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await sticksOut()).toBeLessThanOrEqual(0);
    await expect(submitButton(page)).toBeEnabled();
    await tabTo(page, submitButton(page));
    await page.keyboard.press('Enter');
    await waitForEnvironment(page);
    expect(await sticksOut()).toBeLessThanOrEqual(0);
  });
});
