/**
 * A press on an island before React is there is kept: it takes effect once, however late the scripts come, and where a
 * translator has changed the page (src/lib/client-press.ts).
 */
import type { Locator, Page } from '@playwright/test';
import { openEarly, REDRAWN, SCRIPTS, translatePage } from '#tests/support/early-page.ts';
import { expect, test } from '#tests/support/stack.ts';

// A service worker would fetch the scripts where the test cannot see them.
test.use({ serviceWorkers: 'block', permissions: ['clipboard-read', 'clipboard-write'] });
test.beforeEach(({ watch }) => watch.allow(/Service Worker registration blocked/));

interface Press {
  readonly path: string;
  readonly control: (page: Page) => Locator;
  readonly answered: (page: Page) => Promise<void>;
  /** What it opens takes the focus. */
  readonly movesFocus?: true;
}

const code = (page: Page): Locator => page.locator('.code-figure').first();
const steps = (page: Page): Locator => page.getByRole('region', { name: 'Telas do passo 1' });
const screens = (page: Page): Locator => page.getByRole('region', { name: /^Carrossel/ });

const presses: Readonly<Record<string, Press>> = {
  'a code is copied': {
    path: '/docs/notifications/webhook',
    control: (page) => code(page).getByRole('button'),
    answered: async (page) => {
      await expect(code(page).getByRole('button', { name: 'Copiado!' })).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await code(page).locator('code').textContent());
    },
  },
  'a carousel turns': {
    path: '/docs/notifications/email-smtp',
    control: (page) => steps(page).getByRole('button', { name: 'Próxima imagem' }),
    answered: (page) => expect(steps(page).locator('.carousel-position')).toHaveText('2 de 3'),
  },
  'the screens turn': {
    path: '/',
    control: (page) => screens(page).getByRole('button', { name: 'Próxima tela' }),
    answered: (page) => expect(screens(page).locator('.carousel-position')).toHaveText('2 de 4'),
  },
  'a screen opens whole': {
    path: '/',
    control: (page) => screens(page).locator('a[data-press]:visible').first(),
    answered: async (page) => {
      await expect(screens(page).getByRole('dialog').getByRole('img')).toBeVisible();
      await expect(page).toHaveURL('/');
    },
    movesFocus: true,
  },
  'the help opens': {
    path: '/docs/quick-start',
    control: (page) => page.locator('.chat-launcher'),
    answered: (page) => expect(page.getByRole('dialog', { name: 'Ajuda' }).getByRole('log')).toBeVisible(),
    movesFocus: true,
  },
  'a vote is thanked for': {
    path: '/docs/metrics',
    control: (page) => page.getByRole('button', { name: 'Sim', exact: true }),
    answered: (page) => expect(page.getByText('Obrigado pela resposta.')).toBeVisible(),
  },
  'an article is copied as Markdown': {
    path: '/docs/metrics',
    control: (page) => page.locator('.page-tools-wide').getByRole('button'),
    answered: async (page) => {
      await expect(page.getByRole('button', { name: 'Copiado!' })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# Guia de métricas/);
    },
  },
};

/** Runs in the page: counts the clicks that it lets through, whoever made them. */
function countClicks(): void {
  let clicks = 0;
  addEventListener('click', () => {
    clicks += 1;
    document.documentElement.dataset['clicks'] = String(clicks);
  });
}

const expectOnce = (page: Page): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-clicks', '1');

for (const [what, { path, control, answered, movesFocus }] of Object.entries(presses)) {
  test(`${what}, once, when pressed before any script has come`, async ({ page }) => {
    await page.addInitScript(countClicks);
    const letThrough = await openEarly(page, path);
    await control(page).click();
    await expect(control(page)).toHaveAttribute('data-pending');
    letThrough();
    await answered(page);
    await expectOnce(page);
  });

  test(`${what} although the first script asked for fails`, async ({ page, watch }) => {
    watch.allow(/ERR_FAILED/);
    await page.addInitScript(countClicks);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await page.route(SCRIPTS, (route) => route.abort(), { times: 1 });
    await control(page).click();
    await answered(page);
    await expectOnce(page);
  });

  test(`${what}, once, by the keyboard and while a translator has changed the page`, async ({
    page,
    watch,
  }) => {
    watch.allow(REDRAWN);
    await page.addInitScript(countClicks);
    const letThrough = await openEarly(page, path);
    await control(page).focus();
    await translatePage(page);
    await page.keyboard.press('Enter');
    letThrough();
    await answered(page);
    await expectOnce(page);
    if (!movesFocus) await expect(control(page)).toBeFocused();
  });
}

test('after both tries have failed a button can be pressed again, and a link is followed', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED|\[astro-island\] Error hydrating/);
  const { path, control, answered } = presses['a code is copied'] as Press;
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.route(SCRIPTS, (route) => route.abort());
  await control(page).click();
  await expect(control(page)).toHaveAttribute('data-pending');
  await expect(control(page)).not.toHaveAttribute('data-pending');
  await page.unrouteAll();
  await control(page).click();
  await answered(page);

  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const picture = screens(page).locator('a[data-press]:visible').first();
  const address = (await picture.getAttribute('href')) ?? '';
  await page.route(SCRIPTS, (route) => route.abort());
  await picture.click();
  await expect(page).toHaveURL(address);
});
