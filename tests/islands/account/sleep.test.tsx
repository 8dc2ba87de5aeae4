/** A free environment that will sleep, sleeps, or wakes: what the account's page says, and "Acordar". */
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { message } from '#domain/messages.ts';
import { WAKE_SECONDS, wakeWords } from '#domain/tenants/sleep.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { button, openAccount, part, server, setUp, user } from './account-page.tsx';

beforeEach(setUp);
afterEach(() => vi.useRealTimers());

const free: AccountResponse = {
  ...{ tenant: 'acme', url: 'http://acme.localhost:4334', plan: 'free', cycle: 'monthly' },
  ...{ state: 'free', amountCentavos: 0, invoices: [], seats: { total: 1, taken: 1 } },
};
const asleep: AccountResponse = { ...free, sleep: { since: '2026-11-10T12:00:00Z' } };
const WAKE = 'POST /api/conta/acordar';
const READY = 'GET /api/tenants/acme/pronto';
const READ = 'GET /api/conta';

test('one that will sleep says when, and what keeps it awake', async () => {
  await openAccount({ ...free, sleep: { sleepsAt: '2026-12-03T12:00:00Z' } });
  expect(await screen.findByText('Seu Vigia vai dormir em 03/12/2026')).toBeTruthy();
  expect(screen.getByText(/Ligue um monitor, e ele continua no ar/)).toBeTruthy();
});

test('one that sleeps is not called active, and asks nothing of its monitors', async () => {
  await openAccount(asleep);
  expect(await screen.findByText('Seu Vigia está dormindo desde 10/11/2026')).toBeTruthy();
  expect(screen.getByText(new RegExp(`acordar leva cerca de ${wakeWords()}`))).toBeTruthy();
  const environment = await part('Seu Vigia');
  expect(environment.getByText('Dormindo')).toBeTruthy();
  expect(environment.getByText('Gratuito, sem cobrança')).toBeTruthy();
  expect(environment.queryByText('Monitores')).toBeNull();
  expect(environment.queryByRole('link', { name: /acme\.localhost/ })).toBeNull();
});

test('a removal that was announced stands there with its day', async () => {
  await openAccount({ ...free, sleep: { since: '2025-11-10T12:00:00Z', removesAt: '2027-02-20T12:00:00Z' } });
  expect(await screen.findByText(/ele é apagado em 20\/02\/2027/)).toBeTruthy();
});

test('“Acordar” wakes it, and the page says when it answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isReady = false;
  server.on(WAKE, () => json({ tenant: 'acme', isWoken: true }));
  server.on(READY, () => json({ isReady }));
  await openAccount(asleep);
  await screen.findByText(/está dormindo desde/);
  server.on(READ, () => json({ ...free, sleep: { wokenAt: new Date().toISOString() } }));
  await user.click(button('Acordar'));
  expect(await screen.findByText('Acordando o seu Vigia')).toBeTruthy();
  expect(screen.getByText(message('sleep.waking', { tempo: wakeWords() }))).toBeTruthy();
  await vi.advanceTimersByTimeAsync(WAKE_SECONDS * 1000 + 1000);
  expect(await screen.findByText(message('sleep.late'))).toBeTruthy();
  isReady = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await screen.findByText('Seu Vigia está acordado')).toBeTruthy();
});

test('a refusal is said in its words', async () => {
  server.on(WAKE, refusal(503, 'tenant-unavailable', message('error.tenant-unavailable')));
  await openAccount(asleep);
  await screen.findByText(/está dormindo desde/);
  await user.click(button('Acordar'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message('sleep.failed-title')));
});

test('of an answer that says nothing it is said that it may have arrived', async () => {
  server.on(WAKE, () => new Response(null, { status: 502 }));
  await openAccount(asleep);
  await screen.findByText(/está dormindo desde/);
  await user.click(button('Acordar'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message('sleep.unclear')));
});

test('a lost answer is said where it was pressed, and it can be pressed again', async () => {
  server.on(WAKE, lost);
  await openAccount(asleep);
  await screen.findByText(/está dormindo desde/);
  await user.click(button('Acordar'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message('connection.title')));
  expect(button('Acordar')).toBeTruthy();
});
