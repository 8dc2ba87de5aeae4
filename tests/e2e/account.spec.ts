/** Signing in for the account, and out of it. */
import { message } from '#domain/messages.ts';
import { logIn, signOut } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';

test('a visitor signs in and returns; without an environment plans are shown', async ({ page, person }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Minha conta' }).click();
  await logIn(page, person);
  await expect(page).toHaveURL(/\/conta$/);
  await expect(page.getByText(message('gate.nobody'))).toBeVisible();
  await expect(page.getByRole('link', { name: 'Escolher um plano' })).toHaveAttribute('href', '/checkout');

  await page.goto('/');
  const begin = page.getByRole('banner').getByRole('link', { name: 'Começar Grátis' });
  await expect(begin).toBeHidden();
  await page.goto('/docs/quick-start');
  await expect(begin).toBeHidden();
  await page.getByRole('banner').getByRole('link', { name: 'Minha conta' }).click();
  await signOut(page);
  await expect(page).toHaveURL(/\/$/);
  await expect(begin).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Minha conta' })).toBeHidden();
});
