/** The brand on Keycloak's own pages: in Portuguese, light and dark, on phone and desktop, accessible. */
import type { Page } from '@playwright/test';
import { expectSound } from '#tests/support/axe.ts';
import { beginRegistration } from '#tests/support/journey.ts';
import { proofLinkTo } from '#tests/support/mail-journey.ts';
import { newPerson } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { testScope } from '#tests/support/test-scope.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const windows = [
  { colorScheme: 'light', viewport: phone },
  { colorScheme: 'dark', viewport: desk },
  { colorScheme: 'dark', viewport: phone },
  { colorScheme: 'light', viewport: desk },
] as const;

async function expectGoodPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await expect(page.locator('#kc-header-wrapper')).toHaveText('Vigia');
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(background).not.toBe('rgba(0, 0, 0, 0)');
  const isWider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isWider).toBe(false);
  await expectSound(page, { only: { tags: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } });
}

// The sample covers each window and each theme once.
for (const { colorScheme, viewport } of testScope === 'full' ? windows : windows.slice(0, 2)) {
  test(`login, forgotten password, registration and proof, ${colorScheme}, ${viewport.width} px`, async ({
    page,
    stack,
    newVisitor,
  }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });

    await page.goto('/checkout?plan=free');
    await expectGoodPage(page, 'Entrar');
    await page.getByLabel('E-mail').fill('ninguem@teste.example');
    await page.getByLabel('Senha', { exact: true }).fill('errada-1');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('E-mail ou senha incorretos. Confira e tente de novo.')).toBeVisible();
    await expectGoodPage(page, 'Entrar');

    await page.getByRole('link', { name: 'Esqueci a senha' }).click();
    await expectGoodPage(page, 'Senha nova');
    await page.getByRole('link', { name: 'Voltar para a entrada' }).click();

    await page.getByRole('link', { name: 'Criar conta' }).click();
    await expectGoodPage(page, 'Criar conta');
    await page.locator('[name="email"]').fill('incompleto');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(page.getByText('Confira o e-mail: ele parece incompleto.')).toBeVisible();
    await expectGoodPage(page, 'Criar conta');

    const person = newPerson();
    await beginRegistration(page, person);
    await expectGoodPage(page, 'Confirme o seu e-mail');
    const link = await proofLinkTo(stack, person);
    const phone = (await newVisitor()).page;
    await phone.goto(link);
    await expectGoodPage(phone, 'Confirme o seu e-mail');
    await page.goto(link);
    await expectGoodPage(page, 'Escolha a sua senha');
  });
}
