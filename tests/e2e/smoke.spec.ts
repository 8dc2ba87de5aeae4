import { expect, test } from '#tests/support/stack.ts';

test('the landing page, the API and every local service answer', async ({ page, stack, request }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await request.get('/api/health')).status()).toBe(200);
  for (const { url } of Object.values(stack.services)) {
    expect((await request.get(`${url}/__stand-in`)).status(), url).toBe(200);
  }
});

test('an unknown address answers 404 with a way back', async ({ page, watch }) => {
  // The browser logs a navigation that answers 404.
  watch.allow(/status 404|status of 404/);
  const response = await page.goto('/nao-existe');
  expect(response?.status()).toBe(404);
  await page.getByRole('link', { name: 'Voltar para Início' }).click();
  await expect(page).toHaveURL('/');
});
