import { expect, test } from '#tests/support/stack.ts';

test.use({ colorScheme: 'light' });

test('a chosen theme is there before the first paint, on every page, until the system decides again', async ({
  page,
}) => {
  await page.goto('/');
  const choice = page.getByRole('group', { name: 'Tema da página' });
  await expect(choice.getByRole('radio', { name: 'Tema do sistema' })).toBeChecked();
  await choice.getByRole('radio', { name: 'Tema do sistema' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(choice.getByRole('radio', { name: 'Tema escuro' })).toBeChecked();

  // What the document says at the moment its body begins, which is before anything is painted.
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
