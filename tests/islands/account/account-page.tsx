/** The account page for tests. */
import type { AccountResponse, Invoice } from '#domain/api-schemas/account.ts';
import { json } from '#tests/islands/fake-api.ts';
import { openAt, server } from '#tests/islands/island-page.tsx';

export { button, part, server, setUp, user } from '#tests/islands/island-page.tsx';

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

/** The same account after its renewal was cancelled. */
const { renovacao: _, proximaCobranca: __, ...unrenewed } = active;
export const cancelled: AccountResponse = {
  ...unrenewed,
  situacao: 'cancelamento-agendado',
  terminaEm: '2099-12-19',
  faturas: [paid],
};

type Purchase = NonNullable<AccountResponse['compras']>[number];

/** Purchases that can be undone: a year of Essential (R$ 529), and a difference to Enterprise. */
export const contract: Purchase = {
  id: 'c1',
  tipo: 'contrato',
  plano: 'essential',
  valorCentavos: 76_240,
  arrependimentoAte: '2099-11-28T02:59:59.999Z',
};
export const difference: Purchase = {
  id: 'd1',
  tipo: 'diferenca',
  plano: 'enterprise',
  valorCentavos: 23_340,
  arrependimentoAte: '2099-12-01T02:59:59.999Z',
  voltaPara: 'essential',
};

/** Opens the page for an account, like a page load. */
export async function openAccount(account?: AccountResponse, search = '') {
  if (account) server.on(READ, () => json(account));
  await openAt(`/conta${search}`, async () => {
    const { Account } = await import('#account/account.tsx');
    await import('#account/account-board.tsx');
    return <Account environmentKept="30 dias" />;
  });
}
