/** Keyboard only: every page can be walked through with a visible focus; dialogs trap and restore it. */
import type { Page } from '@playwright/test';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { message } from '#domain/messages.ts';
import { walkByTab } from '#tests/support/focus-walk.ts';
import { openAs, openCheckout, submitButton, waitForEnvironment } from '#tests/support/journey.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { customerViews, newcomerViews, TENANT, type View, visitorViews } from './axe-views.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

function viewOf(views: readonly View[], path: RegExp, name: string): View {
  const view = views.find((each) => path.test(each.path) && each.name === name);
  if (view === undefined) throw new Error(`No view ${name} at ${path}.`);
  return view;
}

async function expectWalkable(page: Page, { path, answers = {}, reach }: View): Promise<void> {
  for (const [route, answer] of Object.entries(answers))
    await page.route(`**${route}`, (call) => call.fulfill({ json: answer }));
  await page.goto(path);
  await reach(page);
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
    viewOf(customerViews, /^\/conta\/pessoas/, 'people of an owner'),
    viewOf(customerViews, /^\/upgrade\?/, 'use'),
    viewOf(customerViews, /^\/upgrade\/checkout/, 'card form'),
  ]) {
    await expectWalkable(page, view);
  }
});

test('a free environment is ordered by keyboard; missing fields are named', async ({ page, person }) => {
  await openCheckout(page, person, 'plan=free');
  await page.getByRole('button', { name: 'Mostrar o que falta' }).press('Enter');
  const summary = page.getByRole('region', { name: message('form.required-title') });
  await expect(summary).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Subdomínio')).toBeFocused();
  await page.keyboard.type(newSubdomain('teclado'));
  await page.getByLabel('Li e aceito os termos de uso').press('Space');
  await expect(submitButton(page)).toBeEnabled();
  await submitButton(page).press('Enter');
  await waitForEnvironment(page);
});

test('the cancellation dialog traps the focus and restores it', async ({ page, person }) => {
  const view = viewOf(customerViews, /^\/conta/, 'active');
  await page.route(`**${accountEndpoint}`, (call) => call.fulfill({ json: view.answers?.[accountEndpoint] }));
  await openAs(page, person, '/conta');
  const button = page.getByRole('button', { name: 'Cancelar a renovação' }).first();
  await button.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const controls = await dialog.getByRole('button').count();
  for (let turn = 0; turn < 2 * controls + 2; turn += 1) {
    // Between two rounds the focus may be on the browser's controls, never on the page behind.
    const isInside = await dialog.evaluate(
      (window) => window.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(isInside).toBe(true);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});
