/** The progress page against a real run: step table, clock, and closed tabs. */
import type { Page } from '@playwright/test';
import { message } from '#domain/messages.ts';
import { sendOrder } from '#tests/support/environments.ts';
import { openAs } from '#tests/support/journey.ts';
import { newPaidOrder } from '#tests/support/orders.ts';
import { expect, test } from '#tests/support/stack.ts';
import {
  applicationOf,
  chargesOf,
  pressArgocd,
  pressAsaas,
  pressTenant,
  provisioningStatus,
  quickTimings,
  setAsaas,
  setTimings,
} from '#tests/support/stand-in-controls.ts';

const waiting = { timeout: 30_000, intervals: [300] };

test.afterEach(async ({ stack }) => {
  await setAsaas(stack, { confirmMode: 'automatic' });
  await setTimings(stack, quickTimings);
});

/** The text of each of the four steps, and the percentage. */
async function expectSteps(page: Page, states: readonly string[], percent: string): Promise<void> {
  await expect(
    page.locator('[data-step]').getByText(/^(Na fila|Em andamento|Concluído|Com erro)$/),
  ).toHaveText([...states], { timeout: 30_000 });
  await expect(page.getByText(percent, { exact: true })).toBeVisible();
}

/** Parses "42 s" or "3 min 05 s" to seconds. */
async function elapsed(page: Page): Promise<number> {
  const words = await page.getByRole('definition').filter({ hasText: /\d s$/ }).innerText();
  const [, minutes = '0', seconds] = /^(?:(\d+) min )?(\d+) s$/.exec(words) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

test('every row of the step table is shown, and reloads change nothing', async ({
  page,
  stack,
  person,
  tokenFor,
}) => {
  const order = newPaidOrder();
  const name = order.subdominio;
  await setAsaas(stack, { confirmMode: 'manual' });
  await setTimings(stack, { secondsToSync: 1, secondsToHealthy: 600 });
  await sendOrder(stack, await tokenFor(person), order);
  await openAs(page, person, `/provisionamento?tenant=${name}&plan=pro&cycle=monthly`);

  const afterReloadToo = async (states: readonly string[], percent: string): Promise<void> => {
    await expectSteps(page, states, percent);
    await page.reload();
    await expectSteps(page, states, percent);
  };
  await expect(page).toHaveURL(/\/provisionamento\?/);
  await expect(page.locator('[data-step]').first()).toContainText(message('step.payment'));
  await afterReloadToo(['Em andamento', 'Na fila', 'Na fila', 'Na fila'], '0%');

  const [payment] = (await chargesOf(stack, name)).payments;
  await pressAsaas(stack, 'payments', payment?.id ?? '', 'confirm');
  await afterReloadToo(['Concluído', 'Em andamento', 'Em andamento', 'Na fila'], '25%');
  const before = await elapsed(page);

  await expect.poll(() => applicationOf(stack, name), waiting).toBeTruthy();
  // Set up later: the environment answers, but has no owner yet.
  await pressTenant(stack, name, 'fresh');
  await pressArgocd(stack, (await applicationOf(stack, name)) ?? '', 'release');
  await afterReloadToo(['Concluído', 'Concluído', 'Concluído', 'Em andamento'], '75%');
  await expect(page.getByRole('link', { name: message('provisioning.open') })).toBeHidden();

  await pressTenant(stack, name, 'bootstrap');
  await afterReloadToo(['Concluído', 'Concluído', 'Concluído', 'Concluído'], '100%');
  await expect(page.getByText(message('provisioning.done')).first()).toBeVisible();
  await expect(page.getByRole('button', { name: message('provisioning.recheck') })).toBeHidden();
  const total = await elapsed(page);
  expect(total).toBeGreaterThan(before);
  await page.reload();
  await expect(page.getByRole('link', { name: message('provisioning.open') })).toBeVisible();
  expect(await elapsed(page)).toBe(total);
});

test('an order made on another device is shown, and found again when it finished in a closed tab', async ({
  page,
  stack,
  person,
  tokenFor,
}) => {
  await setTimings(stack, { secondsToSync: 1, secondsToHealthy: 600 });
  const order = newPaidOrder({ plano: 'essential', ciclo: 'yearly' });
  const name = order.subdominio;
  await sendOrder(stack, await tokenFor(person), order);
  await openAs(page, person, `/provisionamento?tenant=${name}&plan=essential&cycle=yearly`);
  await expect(page.locator('[data-step]').getByText('Em andamento').first()).toBeVisible();
  await page.close();

  await expect.poll(() => applicationOf(stack, name), waiting).toBeTruthy();
  await pressArgocd(stack, (await applicationOf(stack, name)) ?? '', 'release');
  const token = await tokenFor(person);
  await expect.poll(() => provisioningStatus(stack, token), waiting).toBe('CONCLUIDO');
  const later = await page.context().newPage();
  await later.goto('/provisionamento');
  await expect(later.getByText(message('provisioning.done')).first()).toBeVisible();
  const environment = later.getByRole('region', { name: 'Seu ambiente' });
  for (const words of ['Essencial', 'Anual'])
    await expect(environment.getByText(words, { exact: true })).toBeVisible();
  await expect(later.getByRole('link', { name: message('provisioning.open') })).toHaveAttribute(
    'href',
    stack.addresses.tenantUrlTemplate.replace('{tenant}', name),
  );
  await later.getByRole('link', { name: 'Ver minha conta' }).click();
  await expect(later).toHaveURL(/\/conta$/);
});
