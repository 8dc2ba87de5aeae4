/** The account page of a member of another account's environment. */
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { MembersView } from '#domain/api-schemas/people.ts';
import { message } from '#domain/messages.ts';
import { json } from '#tests/islands/fake-api.ts';
import { openAccount, READ, server, setUp } from './account-page.tsx';

const view: MembersView = {
  ...{ role: 'member', tenant: 'acme', url: 'http://acme.localhost:4334', plan: 'pro' },
  ...{ state: 'active', joinedAt: '2026-11-20T15:00:00.000Z', owner: 'dona@teste.example' },
};

beforeEach(setUp);

async function openAs(known: Partial<MembersView> = {}) {
  server.on(READ, () => json({ ...view, ...known }));
  await openAccount();
  return within(await screen.findByRole('region', { name: 'Painel em que você trabalha' }));
}

test('shows environment, owner and plan, and nothing to pay', async () => {
  const environment = await openAs();
  expect(environment.getByText('dona@teste.example')).toBeTruthy();
  expect(environment.getByText('Pro')).toBeTruthy();
  expect(environment.getByRole('link', { name: 'Pessoas' }).getAttribute('href')).toBe('/conta/pessoas');
  expect(screen.queryByRole('region', { name: /Pagamento|Faturas|Encerrar/ })).toBeNull();
});

test.each([
  ['suspended', { state: 'suspended' }, /fale com quem o contratou/],
  ['without a seat', { isPaused: true }, message('gate.paused')],
] as const)('%s: says so', async (_case, known, words) => {
  await openAs(known);
  expect(screen.getByText(words)).toBeTruthy();
});
