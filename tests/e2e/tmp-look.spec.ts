import { openAs } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';

const out = '/tmp/b2-look';
const pages = [
  '/conta',
  '/conta/plano',
  '/conta/meus-dados',
  '/conta/avisos',
  '/conta/relatorios',
  '/conta/importar',
  '/conta/pessoas',
  '/conta/atividade',
  '/conta/cartao',
  '/conta/dados',
];
test.setTimeout(400_000);
test('look', async ({ page, person, customer, watch }) => {
  watch.allow(/.*/);
  await customer.paid();
  await openAs(page, person, '/conta');
  await expect(page.getByRole('region', { name: 'Seu Vigia' })).toBeVisible();
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [390, 1440]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      for (const path of pages) {
        await page.addInitScript(() => {
          (window as never as { shift: number }).shift = 0;
          new PerformanceObserver((list) => {
            for (const e of list.getEntries() as never as { value: number; hadRecentInput: boolean }[])
              if (!e.hadRecentInput) (window as never as { shift: number }).shift += e.value;
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        const seen = await page.evaluate(() => ({
          shift: (window as never as { shift: number }).shift,
          height: document.querySelector('main')?.scrollHeight,
          wide: document.documentElement.scrollWidth - innerWidth,
        }));
        console.log('LOOK', scheme, width, path, JSON.stringify(seen));
        await page.screenshot({
          path: `${out}/${path.replaceAll('/', '_')}-${width}-${scheme}.png`,
          fullPage: true,
        });
      }
      if (width === 390 && scheme === 'light') {
        await page.getByRole('button', { name: 'Menu da conta' }).click();
        await page.screenshot({ path: `${out}/menu-390.png` });
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: /^Sua conta/ }).click();
        await page.screenshot({ path: `${out}/person-390.png` });
      }
      if (width === 1440 && scheme === 'light') {
        await page.getByRole('button', { name: /^Sua conta/ }).click();
        await page.screenshot({ path: `${out}/person-1440.png` });
      }
    }
});
