/**
 * A press on an island before React is there is kept: it takes effect once, however late the scripts come, and where a
 * translator has changed the page (src/lib/client-press.ts).
 */
import type { Locator, Page } from '@playwright/test';
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
};

const SCRIPTS = /\/_astro\/[^/]+\.js/;

/** Holds back the scripts that are asked for from now on; returns a function that lets them come. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** Until the page has the directive: in an article Astro may write it behind the first islands. */
const untilListening = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => 'press' in ((window as { Astro?: object }).Astro ?? {}));

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

/** As page translators do: every text in elements of their own. */
function translate(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const all: Text[] = [];
  while (texts.nextNode()) all.push(texts.currentNode as Text);
  for (const text of all) {
    if (text.data.trim() === '' || text.parentElement?.closest('script, style, svg, pre')) continue;
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text);
  }
}

for (const [what, { path, control, answered, movesFocus }] of Object.entries(presses)) {
  test(`${what}, once, when pressed before any script has come`, async ({ page }) => {
    await page.addInitScript(countClicks);
    const letThrough = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await untilListening(page);
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
    // React finds other texts than its own, and draws the island anew.
    watch.allow(/Minified React error #418/);
    await page.addInitScript(countClicks);
    const letThrough = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await untilListening(page);
    await control(page).focus();
    await page.evaluate(translate);
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
