/** The help window in a real browser: by pointer, by keyboard, on a phone, and never covering anything. */
import type { Locator, Page } from '@playwright/test';
import { expectSound } from '#tests/support/axe.ts';
import { expect, test } from '#tests/support/stack.ts';

const launcher = (page: Page): Locator => page.getByRole('button', { name: 'Abrir a ajuda' });
const window_ = (page: Page): Locator => page.getByRole('dialog', { name: 'Ajuda' });

test.describe('on a large screen', () => {
  test('each of the eight states is reachable by keyboard, and back', async ({ page }) => {
    await page.goto('/docs/quick-start');
    await launcher(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await window_(page).boundingBox())?.height).toBe(480);
    const options = window_(page).getByRole('list', { name: 'Opções' });
    await expect(options.getByRole('button', { name: 'Planos e preços' })).toBeFocused();
    const topics = await options.getByRole('button').allTextContents();
    expect(topics).toHaveLength(7);
    for (const topic of topics) {
      await options.getByRole('button', { name: topic }).focus();
      await page.keyboard.press('Enter');
      await expect(window_(page).getByRole('log')).toContainText(`Você: ${topic}`);
      await expect(options.locator(':focus')).toHaveCount(1);
      await expectSound(page, { within: '.chat' });
      await options.getByRole('button', { name: 'Voltar ao início' }).focus();
      await page.keyboard.press('Space');
      await expect(options.getByRole('button', { name: 'Planos e preços' })).toBeFocused();
    }
  });

  test('Escape closes only the search when both are open', async ({ page }) => {
    await page.goto('/docs');
    await launcher(page).click();
    await expect(window_(page).getByRole('list', { name: 'Opções' }).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Buscar na documentação' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Buscar na documentação' })).toBeHidden();
    await expect(window_(page)).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true });

  test('the button stays off the field and buttons of the first screen', async ({ page }) => {
    await page.goto('/');
    await expect(launcher(page)).toHaveCSS('opacity', '0');
    await page.goto('/#planos');
    await expect(launcher(page)).toHaveCSS('opacity', '1');
  });

  test('it is modal, traps the focus, and closes by a tap outside', async ({ page }) => {
    await page.goto('/#planos');
    await launcher(page).tap();
    await expect(window_(page)).toBeVisible();
    expect(await page.evaluate(() => document.querySelector('dialog.chat-window')?.matches(':modal'))).toBe(
      true,
    );
    const box = await window_(page).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 700).toBe(
      true,
    );
    await expectSound(page, { within: '.chat' });
    await page.touchscreen.tap(195, 40);
    await expect(window_(page)).toBeHidden();
    await expect(launcher(page)).toBeFocused();
  });
});

test.describe('on a very small screen', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('it shrinks and stays usable', async ({ page }) => {
    await page.goto('/docs');
    await launcher(page).click();
    const box = await window_(page).boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 256).toBe(true);
    await window_(page).getByRole('button', { name: 'Falar com o atendimento' }).click();
    await expect(window_(page).getByRole('link', { name: 'Escrever um e-mail' })).toBeVisible();
  });
});

/** Whether the help button or window covers the focused element. */
function isFocusCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body || focused.closest('.chat') !== null) return false;
    const spot = focused.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('.chat-launcher, .chat-window')].some((help) => {
      if (!help.checkVisibility({ opacityProperty: true })) return false;
      const box = help.getBoundingClientRect();
      return box.left < spot.right && box.right > spot.left && box.top < spot.bottom && box.bottom > spot.top;
    });
  });
}

for (const viewport of [
  { width: 390, height: 700 },
  { width: 1440, height: 900 },
]) {
  test(`no focused element is covered, ${viewport.width} px`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    for (const path of ['/', '/docs', '/termos.html']) {
      await page.goto(path);
      if (viewport.width > 640) await launcher(page).click();
      await page.locator('body').press('Tab');
      for (let stop = 0; stop < 60; stop += 1) {
        await page.keyboard.press('Tab');
        await expect.poll(() => isFocusCovered(page)).toBe(false);
      }
    }
  });
}
