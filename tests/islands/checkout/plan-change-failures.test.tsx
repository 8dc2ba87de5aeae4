/** A plan that cannot be changed now: refusals, lost responses, an outage of session or API, another environment. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { ana, provider } from '#tests/islands/fake-keycloak.ts';
import { goTo } from '#tests/islands/fake-navigate.ts';
import { freeOffers } from '#tests/support/offers.ts';
import {
  button,
  confirmDirect,
  OFFERS,
  openSignedIn,
  openUpgrade,
  press,
  QUOTA,
  quota,
  server,
  setUp,
  toast,
  UPGRADE,
  user,
} from './plan-change-page.tsx';

beforeEach(setUp);

test('a refusal of the direct upgrade is shown under its title', async () => {
  server.on(UPGRADE, () => json({}));
  await openSignedIn();
  await confirmDirect('Pro');
  expect(await toast().findByText(message('upgrade.failed'))).toBeTruthy();
  expect(toast().getByText(message('upgrade.processing-failed'))).toBeTruthy();
  expect(goTo).not.toHaveBeenCalled();
  expect(button('Escolher Pro').getAttribute('aria-pressed')).toBe('true');
});

test('a plan changed in another tab is read again after a refusal', async () => {
  server.on(UPGRADE, refusal(409, 'upgrade-not-higher', message('upgrade.same-plan')));
  await openSignedIn();
  server.on(QUOTA, () => json(quota('pro', { monitorLimit: 75 })));
  await confirmDirect('Pro');
  expect(await screen.findByText('3 de 75 monitores')).toBeTruthy();
  expect(toast().getByText(message('upgrade.same-plan'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Confirmar por/ })).toBeNull();
});

test('without a quota the page assumes the free plan, and says so', async () => {
  server.on(QUOTA, refusal(503, 'tenant-unavailable', message('error.tenant-unavailable')));
  await openUpgrade('?tenant=padaria');
  expect(await screen.findByText('0 de 5 monitores')).toBeTruthy();
  expect(screen.getByText(/Não foi possível ler o plano e o uso agora/)).toBeTruthy();
  expect(screen.getByText(message('error.tenant-unavailable'))).toBeTruthy();
  expect(button('Plano Atual')).toBeTruthy();
  await press('Escolher Pro');
  await press('Continuar');
  expect(await screen.findByRole('button', { name: /^Confirmar por/ })).toBeTruthy();
});

test('a failed count is repeated, and replaces the assumed plan', async () => {
  server.on(QUOTA, refusal(503, 'tenant-unavailable', message('error.tenant-unavailable')));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    await openUpgrade('?tenant=padaria');
    expect(await screen.findByText('0 de 5 monitores')).toBeTruthy();
    server.on(QUOTA, () => json(quota('pro', { monitorLimit: 75 })));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByText('3 de 75 monitores')).toBeTruthy();
    expect(screen.queryByText(/Não foi possível ler o plano e o uso/)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('without a quota the limits, where they were read, tell plan and usage', async () => {
  server.on(QUOTA, refusal(503, 'tenant-unavailable', message('error.tenant-unavailable')));
  server.on('GET /api/conta/limites', () =>
    json({
      ...{ plan: 'pro', monitorLimit: 75, heartbeatSeconds: 60, running: 3, total: 3, isEnforced: true },
      ...{ paused: [], raised: [] },
    }),
  );
  await openUpgrade('?tenant=padaria');
  expect(await screen.findByText('3 de 75 monitores')).toBeTruthy();
  const environment = within(screen.getByRole('region', { name: 'Seu Vigia' }));
  expect(environment.getByText('Pro')).toBeTruthy();
  expect(screen.queryByText(/Não foi possível ler o plano/)).toBeNull();
});

test('the excess is mentioned once, by the limits', async () => {
  server.on(QUOTA, () => json(quota('free', { currentMonitors: 7, canCreate: false })));
  server.on('GET /api/conta/limites', () =>
    json({
      ...{ plan: 'free', monitorLimit: 5, heartbeatSeconds: 600, running: 7, total: 7, isEnforced: true },
      ...{ paused: [], raised: [], number: { beyond: 2, monitors: [] } },
    }),
  );
  await openSignedIn();
  expect(await screen.findByText('7 monitores ligados, e o plano inclui 5')).toBeTruthy();
  expect(screen.queryByText(/além do limite/)).toBeNull();
});

test.each([
  ['all running', { running: 5, total: 5 }, '5 de 5 monitores', /Todos os monitores do plano estão em uso/],
  ['three paused', { running: 4, total: 7 }, '4 de 5 monitores', 'e 3 pausados, que não contam'],
])('with %s the page shows the number that the limit counts', async (_name, counted, words, more) => {
  server.on(QUOTA, () => json(quota('free', { currentMonitors: counted.total, canCreate: false })));
  server.on('GET /api/conta/limites', () =>
    json({
      ...{ plan: 'free', monitorLimit: 5, heartbeatSeconds: 600, isEnforced: true, ...counted },
      ...{ paused: [], raised: [] },
    }),
  );
  await openSignedIn();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText(more)).toBeTruthy();
  expect(screen.queryByText(/além do limite|7 de 5/)).toBeNull();
});

test.each([
  [
    'with more than the limit, some perhaps paused,',
    { currentMonitors: 7, canCreate: false },
    'O plano inclui 5 monitores ligados; os pausados não contam.',
  ],
  ['at the limit', { currentMonitors: 5, canCreate: false }, /Todos os monitores do plano estão em uso/],
  ['suspended', { currentMonitors: 1, canCreate: false }, /não aceita novos monitores agora/],
  ['counted roughly', { exact: false }, /Contagem aproximada/],
  ['with monitors against the terms', { prohibited: 2 }, /2 monitores não seguem/],
])('an environment %s has a sentence that says so', async (_name, more, words) => {
  server.on(QUOTA, () => json(quota('free', more)));
  await openSignedIn();
  expect(await screen.findByText(words)).toBeTruthy();
});

test('a visitor sees the plans, signs in to choose, and returns', async () => {
  provider.account = null;
  await openUpgrade('?tenant=padaria');
  await screen.findByRole('button', { name: 'Entrar' });
  await press('Entrar e continuar');
  expect(toast().getByText(message('upgrade.no-selection'))).toBeTruthy();
  await press('Escolher Pro');
  await user.click(screen.getByRole('radio', { name: /Anual/ }));
  await press('Entrar e continuar');
  await waitFor(() =>
    expect(provider.calls.at(-1)).toMatchObject({
      method: 'login',
      options: { redirectUri: `${location.origin}/upgrade?tenant=padaria&plan=pro&cycle=yearly` },
    }),
  );
  expect(server.sent).toEqual([]);

  provider.account = { ...ana, groups: ['tenant:padaria'] };
  await openSignedIn(location.search);
  expect(button('Escolher Pro').getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Anual/ }).checked).toBe(true);
});

test('with the provider down the page stays and says so', async () => {
  provider.init = 'rejects';
  await openUpgrade('?tenant=padaria&plan=pro');
  await screen.findByRole('button', { name: 'Entrar' });
  await press('Entrar e continuar');
  expect(await toast().findByText(message('session.pending-title'))).toBeTruthy();
  expect(provider.calls.some((call) => call.method === 'login')).toBe(false);
  provider.init = 'answers';
  await press('Entrar e continuar');
  expect(await screen.findByText('3 de 5 monitores')).toBeTruthy();
});

test('another environment’s account is refused without a request', async () => {
  provider.account = { ...ana, groups: ['tenant:outra'] };
  await openUpgrade('?tenant=padaria');
  expect(await screen.findByText(message('error.forbidden'))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Mudar o plano de outra' }).getAttribute('href')).toBe(
    '/upgrade?tenant=outra',
  );
  expect(server.sent).toEqual([]);
});

test('usage is cached for five minutes', async () => {
  await openSignedIn();
  await openSignedIn();
  expect(server.to(QUOTA)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await openSignedIn();
  expect(server.to(QUOTA)).toHaveLength(2);
});

test('without prices the page keeps its plans and retries', async () => {
  server.on(OFFERS, lost, () => json(freeOffers));
  await openUpgrade('?tenant=padaria&plan=pro');
  expect(await screen.findByText(message('upgrade.figures-failed'))).toBeTruthy();
  await press('Continuar');
  const accepted = await screen.findByLabelText(
    'Li e aceito os termos de uso e as regras de cobrança e limites.',
  );
  expect(screen.queryByRole('button', { name: /^Confirmar por/ })).toBeNull();
  await user.click(accepted);
  await press(message('provisioning.retry'));
  await waitFor(() => expect(button(/^Confirmar por/).disabled).toBe(false));
});

test('while prices load nothing can be confirmed', async () => {
  server.on(OFFERS, () => new Promise<Response>(() => {}));
  await openUpgrade('?tenant=padaria&plan=pro');
  await screen.findByText(/\d+ de \d+ monitores/);
  await press('Continuar');
  expect(await screen.findByText(message('upgrade.figures-reading'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Confirmar por/ })).toBeNull();
});
