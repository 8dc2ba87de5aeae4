/** Pull the plug: the pages say within the minute what fell and why, who looks after it, and when nothing is known. */
import type { Page } from '@playwright/test';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { accountLimitsEndpoint } from '#domain/api-schemas/limits.ts';
import { type NowMonitor, nowEndpoint } from '#domain/api-schemas/now.ts';
import { message } from '#domain/messages.ts';
import { answerCalls } from '#tests/support/answered-calls.ts';
import { openAs } from '#tests/support/journey.ts';
import { pictured, standingNow } from '#tests/support/now-sample.ts';
import { observePaints, readPaints } from '#tests/support/page-weight.ts';
import { expect, test } from '#tests/support/stack.ts';
import { letFall, pressTenant } from '#tests/support/stand-in-controls.ts';
import { many } from './axe-now.ts';
import { account, kept } from './axe-views.ts';

/** As for who comes back to the page: it asks at once. */
const comeBack = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });

/** Whoever goes on looking sees it, within the age of a picture. */
async function comesToSee(page: Page, name: string, words: RegExp | string): Promise<void> {
  await expect(async () => {
    await comeBack(page);
    await expect(page.getByRole('region', { name }).getByText(words).first()).toBeVisible({ timeout: 500 });
    // Each return reads the account again, whose calls are limited.
  }).toPass({ timeout: 45_000, intervals: [1000, 3000] });
}

test('a fall is shown with its cause, looked after, and over; and silence is said', async ({
  page,
  stack,
  person,
  customer,
}) => {
  test.setTimeout(180_000);
  const name = await customer.free();
  await openAs(page, person, '/provisionamento');
  await page.getByLabel('Endereço do site').fill('padaria.com.br');
  await page.getByRole('button', { name: 'Vigiar este site' }).click();
  await expect(page.getByText(/^No ar, em \d+ ms/)).toBeVisible();

  await letFall(stack, name, 1, true);
  await comesToSee(page, message('first-monitor.title'), /^Fora do ar desde \d+h\d\d: .+/);

  await page.goto('/conta');
  const now = page.getByRole('region', { name: 'Agora' });
  await expect(now.getByRole('status')).toHaveText(/^1 fora do ar desde \d+h\d\d$/);
  await now.getByRole('button', { name: 'Estou vendo padaria.com.br' }).click();
  await expect(now.getByText(/está vendo, desde \d+h\d\d/)).toBeVisible();

  await now.getByRole('link', { name: 'Ver as quedas dos últimos 90 dias' }).click();
  await expect(page.getByRole('heading', { level: 3, name: /^padaria.com.br/ })).toBeVisible();
  await expect(page.getByText(/disse que estava vendo/)).toBeVisible();

  await page.goto('/conta');
  await letFall(stack, name, 1, false);
  await comesToSee(page, 'Agora', 'Tudo no ar');
  await expect(now.getByRole('button', { name: /Estou vendo/ })).toHaveCount(0);

  await pressTenant(stack, name, 'stop');
  await comesToSee(page, 'Agora', /^Sem notícia desde \d+h\d\d$/);
  await expect(now.getByText(/no ar/i)).toHaveCount(0);
  await pressTenant(stack, name, 'start');
  await comesToSee(page, 'Agora', 'Tudo no ar');
});

const unchecked = pictured({ doubt: 'unchecked', doubtSince: Date.parse('2026-11-26T06:12:00Z') });

test('a monitor without a current check is never called up', async ({ signedIn: page }) => {
  await answerCalls(page, {
    [accountEndpoint]: account,
    [accountLimitsEndpoint]: kept,
    [nowEndpoint]: standingNow([unchecked]),
  });
  await page.goto('/conta');
  const now = page.getByRole('region', { name: 'Agora' });
  await expect(now.getByRole('status')).toHaveText('1 sem checagem desde 3h12 de 26/11');
  await expect(now.getByText(/^No ar/)).toHaveCount(0);
});

const few = Array.from({ length: 6 }, (_, at) => pictured({ id: at + 1, name: `Loja ${at + 1}` }));
const fallen = (monitors: readonly NowMonitor[], id: number): readonly NowMonitor[] =>
  monitors.map((each) =>
    each.id === id
      ? {
          ...each,
          state: 'down',
          message: 'connect ECONNREFUSED 203.0.113.10:443',
          cause: 'recusou a conexão',
          fall: 9,
          ping: null,
        }
      : each,
  );
const SHIFT_MAX = 0.05;

for (const width of [390, 1440])
  for (const [count, monitors] of [
    [6, few],
    [500, many],
  ] as const)
    test(`at ${width} px nothing moves when one of ${count} falls`, async ({ signedIn: page }) => {
      const usual = { [accountEndpoint]: account, [accountLimitsEndpoint]: kept };
      const up = monitors.map((each) => ({ ...each, state: 'up' as const, fall: null }));
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript(observePaints);
      await answerCalls(page, { ...usual, [nowEndpoint]: standingNow(up) });
      await page.goto('/conta');
      const status = page.getByRole('region', { name: 'Agora' }).getByRole('status');
      await expect(status).toHaveText('Tudo no ar');
      await answerCalls(page, { ...usual, [nowEndpoint]: standingNow(fallen(up, 3)) });
      await comeBack(page);
      await expect(status).toHaveText(/^1 fora do ar/);
      const { layoutShift } = await readPaints(page);
      console.log(`${count} monitors, ${width} px: shift ${layoutShift}`);
      expect(layoutShift).toBeLessThanOrEqual(SHIFT_MAX);
    });
