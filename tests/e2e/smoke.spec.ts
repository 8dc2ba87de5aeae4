import { expect, test } from '#tests/support/stack.ts';

test('the landing page, the API and every local service answer', async ({ page, stack, request }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await request.get('/api/health')).status()).toBe(200);
  for (const { url } of Object.values(stack.services)) {
    expect((await request.get(`${url}/__stand-in`)).status(), url).toBe(200);
  }
});
