/** The progress page against a real run: step table, clock, and closed tabs. */
import type { Page } from '@playwright/test';
import { type FirstMonitor, firstMonitorEndpoint } from '#domain/api-schemas/alerts.ts';
import { nowEndpoint } from '#domain/api-schemas/now.ts';
import { type ProvisioningStatus, provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import { message } from '#domain/messages.ts';
import { answerCalls } from '#tests/support/answered-calls.ts';
import { sendOrder } from '#tests/support/environments.ts';
import { openAs } from '#tests/support/journey.ts';
import { pictured, standingNow } from '#tests/support/now-sample.ts';
import { newPaidOrder } from '#tests/support/orders.ts';
import { observePaints, readPaints } from '#tests/support/page-weight.ts';
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
  await expect(page.locator('[data-step]').first()).toBeHidden();
  await page.getByText('4 de 4 passos concluídos').click();
  await expect(page.locator('[data-step]').first()).toBeVisible();
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
  const environment = later.getByRole('region', { name: 'Seu Vigia' });
  for (const words of ['Essencial', 'Anual'])
    await expect(environment.getByText(words, { exact: true })).toBeVisible();
  await expect(later.getByRole('link', { name: message('provisioning.open') })).toHaveAttribute(
    'href',
    stack.addresses.tenantUrlTemplate.replace('{tenant}', name),
  );
  await later.getByRole('link', { name: 'Ver minha conta' }).click();
  await expect(later).toHaveURL(/\/conta$/);
});

const running: ProvisioningStatus = {
  provisionamentoStatus: 'EM_ANDAMENTO',
  tenant: 'padaria',
  updatedAt: '2026-11-21T11:59:00Z',
  criadoEm: '2026-11-21T11:58:55Z',
  argocd: { synced: false, healthy: false },
  ping: { ok: false },
  plano: 'free',
  ciclo: 'monthly',
};
const testing: ProvisioningStatus = { ...running, argocd: { synced: true, healthy: true } };
const ready: ProvisioningStatus = {
  ...testing,
  provisionamentoStatus: 'CONCLUIDO',
  ping: { ok: true },
  url: 'http://padaria.example',
};
const unpaid: ProvisioningStatus = {
  ...running,
  plano: 'pro',
  provisionamentoStatus: 'AGUARDANDO',
  paymentUrl: 'https://asaas.example/i/1',
};
const question: FirstMonitor = { suggested: 'padaria.com.br', asked: null, isOpen: true };
const monitor = (state: 'waiting' | 'made'): FirstMonitor => ({
  suggested: null,
  isOpen: false,
  asked: {
    ...{ address: 'https://padaria.com.br', state, detail: null, monitor: 1 },
    beats: state === 'made' ? [{ at: Date.parse('2026-11-21T12:00:00Z'), status: 'up', ping: 80 }] : [],
  },
});
const nothingToAsk: FirstMonitor = { suggested: null, asked: null, isOpen: false };
const isReady = message('provisioning.done');
const steps = ['Passo 2 de 4', 'Passo 4 de 4'] as const;

/** What the page is told one after the other, and the words that show it. */
const courses: Readonly<Record<string, readonly (readonly [ProvisioningStatus, FirstMonitor, string])[]>> = {
  'a free environment': [
    [running, question, steps[0]],
    [testing, question, steps[1]],
    [ready, question, isReady],
  ],
  'one whose first site is known': [
    [running, monitor('waiting'), steps[0]],
    [ready, monitor('made'), message('first-monitor.up-ms', { ms: 80 })],
  ],
  'a paid one': [
    [unpaid, question, message('error.payment-pending')],
    [{ ...running, plano: 'pro' }, question, steps[0]],
    [{ ...ready, plano: 'pro' }, question, isReady],
  ],
  'one that fails': [
    [running, question, steps[0]],
    [{ ...running, provisionamentoStatus: 'ERRO' }, question, message('provisioning.error')],
  ],
  'one that was ready before': [[ready, nothingToAsk, isReady]],
};
const SHIFT_MAX = 0.05;

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`at ${viewport.width} px nothing moves from the first paint to the ready environment`, async ({
    page,
    person,
  }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript(observePaints);
    const answer = ([status, first]: readonly [ProvisioningStatus, FirstMonitor, string]) =>
      answerCalls(page, {
        [provisioningStatusEndpoint]: status,
        [firstMonitorEndpoint]: first,
        [nowEndpoint]: standingNow([pictured()]),
      });
    await openAs(page, person, '/suporte');
    for (const [name, course] of Object.entries(courses)) {
      for (const [turn, moment] of course.entries()) {
        await answer(moment);
        // Later answers as they come to whoever looks at the page again.
        if (turn === 0) await page.goto('/provisionamento?tenant=padaria&plan=free&cycle=monthly');
        else
          await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
        await expect(page.getByText(moment[2]).first()).toBeAttached();
        await page.waitForLoadState('networkidle');
      }
      const { layoutShift } = await readPaints(page);
      console.log(`${name}, ${viewport.width} px: shift ${layoutShift}`);
      expect.soft(layoutShift, name).toBeLessThanOrEqual(SHIFT_MAX);
    }
  });
