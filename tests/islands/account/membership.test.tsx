/** The account page of a member of another account's environment. */
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { MembersView } from '#domain/api-schemas/people.ts';
import { json } from '#tests/islands/fake-api.ts';
import { openAccount, READ, server, setUp } from './account-page.tsx';

const view: MembersView = {
  papel: 'membro',
  tenant: 'acme',
  url: 'http://acme.localhost:4334',
  plano: 'pro',
  situacao: 'ativa',
  desde: '2026-11-20T15:00:00.000Z',
  dono: 'dona@teste.example',
};

beforeEach(setUp);

async function openAs(known: Partial<MembersView> = {}) {
  server.on(READ, () => json({ ...view, ...known }));
  await openAccount();
  return within(await screen.findByRole('region', { name: 'Ambiente em que você trabalha' }));
}

test('shows environment, owner and plan, and nothing to pay', async () => {
  const environment = await openAs();
  expect(environment.getByText('dona@teste.example')).toBeTruthy();
  expect(environment.getByText('Pro')).toBeTruthy();
  expect(environment.getByRole('link', { name: 'Abrir o ambiente' }).getAttribute('href')).toBe(
    'http://acme.localhost:4334/dashboard',
  );
  expect(environment.getByRole('link', { name: 'Sair deste ambiente' }).getAttribute('href')).toBe(
    '/conta/pessoas',
  );
  expect(screen.queryByRole('region', { name: /Pagamento|Faturas|Encerrar/ })).toBeNull();
});

test.each([
  ['suspended', { situacao: 'suspensa' }, /fale com o dono/],
  ['without a seat', { pausada: true }, /acesso está parado/],
] as const)('%s: says why the environment cannot be opened', async (_case, known, words) => {
  const environment = await openAs(known);
  expect(environment.getByText(words)).toBeTruthy();
  expect(environment.queryByRole('link', { name: 'Abrir o ambiente' })).toBeNull();
});
