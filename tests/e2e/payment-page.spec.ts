/** What the browser refuses by the policy of a payment page; tests/content/payment-page.test.ts compares those of all. */
import { expect, test } from '#tests/support/stack.ts';

const path = '/checkout';

test('it starts no worker and turns no string into markup', async ({ page, watch }) => {
  watch.allow(/Content Security Policy|Trusted/i);
  await page.goto(path);
  const refused = await page.evaluate(async () => {
    const attempt = async (work: () => unknown): Promise<string> => {
      try {
        await work();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'other';
      }
    };
    return {
      markup: await attempt(() => {
        document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>';
      }),
      serviceWorker: await attempt(() =>
        navigator.serviceWorker.register('/docs-worker.js', { scope: '/docs' }),
      ),
      policy: await attempt(() => {
        const { trustedTypes } = window as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): unknown };
        };
        trustedTypes.createPolicy('vigia-panels', {});
      }),
    };
  });
  expect(refused.markup).toBe('TypeError');
  expect(refused.serviceWorker).not.toBe('done');
  expect(refused.policy).toBe('TypeError');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('it runs no file that differs from the build', async ({ page, watch }) => {
  watch.allow(/integrity|Failed to (?:load|fetch)|dynamically imported module|astro-island/i);
  await page.route(/\/_astro\/client\.[^/]+\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\nwindow.isTampered = true;` });
  });
  const refused = page.waitForEvent('console', (message) => /integrity/i.test(message.text()));
  await page.goto(path);
  await refused;
  expect(await page.evaluate(() => 'isTampered' in window)).toBe(false);
});
