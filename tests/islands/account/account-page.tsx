/** The account page for tests. */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import type { AccountResponse, Invoice } from '#domain/api-schemas/account.ts';
import { type FakeApi, installApi, json } from '#tests/islands/fake-api.ts';
import { resetProvider } from '#tests/islands/fake-keycloak.ts';

export const READ = 'GET /api/conta';

export const paid: Invoice = {
  id: 'pay_1',
  vencimento: '2026-11-20',
  valorCentavos: 9900,
  situacao: 'paga',
  url: 'https://asaas.example/i/1',
};

export const open: Invoice = { ...paid, id: 'pay_2', vencimento: '2099-12-20', situacao: 'aberta' };

export const active: AccountResponse = {
  tenant: 'acme',
  url: 'http://acme.localhost:4334',
  plano: 'pro',
  ciclo: 'monthly',
  situacao: 'ativa',
  valorCentavos: 9900,
  proximaCobranca: '2099-12-20',
  cartao: { bandeira: 'MASTERCARD', final: '4444' },
  pagoAte: '2099-12-19',
  renovacao: { plano: 'pro', ciclo: 'monthly', valorCentavos: 9900, em: '2099-12-20' },
  faturas: [open, paid],
  lugares: { total: 5, ocupados: 2 },
};

export let server: FakeApi;

export let user: UserEvent;

/** The same account after its renewal was cancelled. */
const { renovacao: _, proximaCobranca: __, ...unrenewed } = active;
export const cancelled: AccountResponse = {
  ...unrenewed,
  ...{ situacao: 'cancelamento-agendado', terminaEm: '2099-12-19', faturas: [paid] },
};

type Purchase = NonNullable<AccountResponse['compras']>[number];

/** Purchases that can be undone: a year of Essential (R$ 529), and a difference to Enterprise. */
export const contract: Purchase = {
  ...{ id: 'c1', tipo: 'contrato', plano: 'essential', valorCentavos: 76_240 },
  arrependimentoAte: '2099-11-28T02:59:59.999Z',
};
export const difference: Purchase = {
  ...{ id: 'd1', tipo: 'diferenca', plano: 'enterprise', valorCentavos: 23_340 },
  arrependimentoAte: '2099-12-01T02:59:59.999Z',
  voltaPara: 'essential',
};

/** Resets services and storage. */
export function setUp() {
  resetProvider();
  sessionStorage.clear();
  server = installApi();
  user = userEvent.setup();
}

/** Opens the page for an account, like a page load. */
export async function openAccount(account?: AccountResponse) {
  if (account) server.on(READ, () => json(account));
  cleanup();
  vi.resetModules();
  window.history.replaceState(null, '', '/conta');
  const { Account } = await import('#account/account.tsx');
  await import('#account/account-board.tsx');
  render(<Account environmentKept="30 dias" />);
}

export const part = async (name: string) => within(await screen.findByRole('region', { name }));

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
