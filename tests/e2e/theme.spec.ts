import { expect, test } from '#tests/support/stack.ts';

test.use({ colorScheme: 'light' });

test('a chosen theme applies before the first paint on every page', async ({ page }) => {
  await page.goto('/');
  const choice = page.getByRole('group', { name: 'Tema da página' });
  await expect(choice.getByRole('radio', { name: 'Tema do sistema' })).toBeChecked();
  await choice.getByRole('radio', { name: 'Tema do sistema' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(choice.getByRole('radio', { name: 'Tema escuro' })).toBeChecked();

  // The document's state when its body starts, before anything is painted.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.body === null) return;
      observer.disconnect();
      document.documentElement.dataset['themeAtBody'] = document.documentElement.dataset['theme'] ?? 'system';
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/', '/docs', '/ferramentas/sla']) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-theme-at-body', 'dark');
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  }

  await page.getByRole('radio', { name: 'Tema do sistema' }).check();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme-at-body', 'system');
});
