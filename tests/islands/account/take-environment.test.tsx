/** The page with the environment's files: the choice, the download, and accounts that have none. */

import { ReadableStream } from 'node:stream/web';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountAnswer } from '#domain/api-schemas/account.ts';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { provider } from '#tests/islands/fake-keycloak.ts';
import { openAt, savedFiles } from '#tests/islands/island-page.tsx';
import { active, button, READ, server, setUp, user } from './account-page.tsx';

const TAKE = 'POST /api/conta/dados/ambiente';
const stale = refusal(409, 'sign-in-stale', message('error.sign-in-stale'));
const file = () =>
  new Response('SQLite format 3', { headers: { 'Content-Type': 'application/vnd.sqlite3' } });

let saved: ReturnType<typeof savedFiles>;

beforeEach(() => {
  setUp();
  saved = savedFiles();
});

async function openPage(account: AccountAnswer = active, search = '') {
  // Longer paths first: the fake uses the first match.
  server.on(READ, () => json(account));
  await openAt(`/conta/dados${search}`, async () => {
    const { MovingOut } = await import('#account/take-environment/moving-out.tsx');
    await import('#account/take-environment/moving-out-board.tsx');
    return <MovingOut environmentKept="30 dias" />;
  });
}
const sent = () => server.to(TAKE).map(({ body }) => body);

test('everything goes along unless the owner says otherwise', async () => {
  server.on(TAKE, file);
  await openPage();
  await user.click(await screen.findByRole('button', { name: 'Baixar o kuma.db' }));
  expect(await screen.findByText(message('own-data.environment-saved'))).toBeTruthy();
  expect(sent()).toEqual([{ format: 'db', secrets: true, history: true }]);
  expect(saved.map(({ name, blob }) => [name, blob.size])).toEqual([['kuma.db', 15]]);
});

test('the JSON has no history, and secrets only if asked', async () => {
  server.on(TAKE, () => json({ version: '2.5.3' }));
  await openPage();
  await user.click(await screen.findByRole('radio', { name: /Para ler ou importar/ }));
  expect(screen.queryByRole('checkbox', { name: /Histórico/ })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /Senhas, tokens/ }));
  expect(screen.getByText(/vêm sem eles/)).toBeTruthy();
  await user.click(button('Baixar o JSON'));
  await screen.findByText(message('own-data.environment-saved'));
  expect(sent()).toEqual([{ format: 'json', secrets: false, history: false }]);
  expect(saved[0]?.name).toMatch(/^acme-\d{4}-\d\d-\d\d\.json$/);
});

test('with an old sign-in asks for the password and returns to this page', async () => {
  server.on(TAKE, stale);
  await openPage();
  await user.click(await screen.findByRole('button', { name: 'Baixar o kuma.db' }));
  await user.click(await screen.findByRole('button', { name: 'Entrar de novo' }));
  await waitFor(() =>
    expect(provider.calls.find(({ method }) => method === 'login')?.options).toMatchObject({
      prompt: 'login',
      redirectUri: expect.stringMatching(/\/conta\/dados\?dados=ambiente$/),
    }),
  );
  await openPage(active, '?dados=ambiente');
  const result = await screen.findByText(message('own-data.signed-in-again'));
  await waitFor(() => expect(document.activeElement?.contains(result)).toBe(true));
  expect(`${window.location.pathname}${window.location.search}`).toBe('/conta/dados');
  expect([sent().length, saved]).toEqual([1, []]);
});

describe('a file that does not come', () => {
  test.each([
    message('own-data.environment-silent'),
    message('own-data.environment-busy'),
    message('own-data.environment-full'),
  ])('says why: %s', async (sentence) => {
    server.on(TAKE, refusal(503, 'tenant-unavailable', sentence));
    await openPage();
    await user.click(await screen.findByRole('button', { name: 'Baixar o kuma.db' }));
    expect(await screen.findByText(message('own-data.environment-failed-title'))).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(saved).toEqual([]);
  });

  test('that breaks off is not saved in part', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(2_000_000));
      },
      pull: (controller) => controller.error(new TypeError('the connection ended')),
    });
    server.on(TAKE, () => new Response(broken as never));
    await openPage();
    await user.click(await screen.findByRole('button', { name: 'Baixar o kuma.db' }));
    expect(await screen.findByText(message('own-data.environment-broken'))).toBeTruthy();
    expect(saved).toEqual([]);
  });

  test('without a connection', async () => {
    server.on(TAKE, lost);
    await openPage();
    await user.click(await screen.findByRole('button', { name: 'Baixar o kuma.db' }));
    expect(await screen.findByText(message('connection.failed'))).toBeTruthy();
  });
});

describe('an account without files here', () => {
  test.each(['suspended', 'ended'] as const)(
    'whose environment is %s reads how to get them',
    async (state) => {
      await openPage({ ...active, state });
      expect(await screen.findByText(message('own-data.environment-stopped'), { exact: false })).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Falar com o suporte' })).toBeTruthy();
      expect(screen.queryByRole('button', { name: /Baixar/ })).toBeNull();
    },
  );

  test.each([
    [{ environment: 'none' }, message('gate.nobody'), 'Escolher um plano'],
    [{ environment: 'creating' }, message('gate.waiting'), 'Acompanhar a criação'],
  ] as const)('with %j is led on', async (account, sentence, way) => {
    await openPage(account);
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByRole('link', { name: way })).toBeTruthy();
  });

  test('of a member is led to the owner', async () => {
    await openPage({
      ...{ role: 'member', tenant: 'acme', url: 'http://acme.localhost:4334', plan: 'pro' },
      ...{ state: 'active', joinedAt: '2026-11-20T15:00:00.000Z' },
    });
    expect(await screen.findByText(message('gate.member'))).toBeTruthy();
  });
});
