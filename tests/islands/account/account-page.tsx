/** The account page for tests. */
import type { AccountResponse, Invoice } from '#domain/api-schemas/account.ts';
import { json } from '#tests/islands/fake-api.ts';
import { openAt, server } from '#tests/islands/island-page.tsx';

export { button, part, server, setUp, user } from '#tests/islands/island-page.tsx';

export const READ = 'GET /api/conta';

export const paid: Invoice = {
  id: 'pay_1',
  dueDate: '2026-11-20',
  amountCentavos: 9900,
  state: 'confirmed',
  url: 'https://asaas.example/i/1',
};

export const open: Invoice = { ...paid, id: 'pay_2', dueDate: '2099-12-20', state: 'pending' };

export const active: AccountResponse = {
  tenant: 'acme',
  url: 'http://acme.localhost:4334',
  plan: 'pro',
  cycle: 'monthly',
  state: 'active',
  amountCentavos: 9900,
  nextChargeOn: '2099-12-20',
  card: { brand: 'MASTERCARD', lastFour: '4444' },
  paidThrough: '2099-12-19',
  renewal: { plan: 'pro', cycle: 'monthly', amountCentavos: 9900, dueOn: '2099-12-20' },
  invoices: [open, paid],
  seats: { total: 5, taken: 2 },
};

/** The same account after its renewal was cancelled. */
const { renewal: _, nextChargeOn: __, ...unrenewed } = active;
export const cancelled: AccountResponse = {
  ...unrenewed,
  ...{ state: 'cancelled', endsOn: '2099-12-19', invoices: [paid] },
};

type Purchase = NonNullable<AccountResponse['purchases']>[number];

/** Purchases that can be undone: a year of Essential (R$ 529), and a difference to Enterprise. */
export const contract: Purchase = {
  ...{ id: 'c1', kind: 'contract', plan: 'essential', amountCentavos: 76_240 },
  withdrawUntil: '2099-11-28T02:59:59.999Z',
};
export const difference: Purchase = {
  ...{ id: 'd1', kind: 'difference', plan: 'enterprise', amountCentavos: 23_340 },
  withdrawUntil: '2099-12-01T02:59:59.999Z',
  backTo: 'essential',
};

/** Opens `/conta` for an account, like a page load. */
export async function openAccount(account?: AccountResponse, search = '') {
  if (account) server.on(READ, () => json(account));
  await openAt(`/conta${search}`, async () => {
    const { Account } = await import('#account/account.tsx');
    await import('#account/account-board.tsx');
    return <Account environmentKept="30 dias" whatsapp="https://wa.me/5511400000000" />;
  });
}

/** Opens `/conta/plano`. */
export async function openPlan(account?: AccountResponse) {
  if (account) server.on(READ, () => json(account));
  await openAt('/conta/plano', async () => {
    const { Plan } = await import('#account/plan/plan.tsx');
    await import('#account/plan/plan-board.tsx');
    return <Plan environmentKept="30 dias" />;
  });
}

/** Opens `/conta/meus-dados`. */
export async function openOwnData(search = '') {
  await openAt(`/conta/meus-dados${search}`, async () => {
    const { OwnData } = await import('#account/privacy/own-data.tsx');
    await import('#account/privacy/own-data-board.tsx');
    return <OwnData environmentKept="30 dias" />;
  });
}
