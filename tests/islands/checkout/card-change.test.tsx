/** The card change page: a late charge comes first, nothing is stored, and each result is explained. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { AccountAnswer, Invoice } from '#domain/api-schemas/account.ts';
import { message } from '#domain/messages.ts';
import { active, cancelled, paid } from '#tests/islands/account/account-page.tsx';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { goTo } from '#tests/islands/fake-navigate.ts';
import { openAt, server, setUp, user } from '#tests/islands/island-page.tsx';
import { APPROVED, cepAnswer, fill, fillPayment, TAX_ID } from './payment-typing.ts';

const PAYER = 'GET /api/conta/pagador';
const CHANGE = 'POST /api/conta/cartao';
const late: Invoice = { ...paid, id: 'pay_3', state: 'overdue' };
const changed = { outcome: 'changed', card: { brand: 'VISA', lastFour: '1111' } } as const;

beforeEach(() => {
  setUp();
  server.on('GET /api/checkout', () => json({ cardEntry: 'form' }));
  server.on('GET /ws/', () => json(cepAnswer));
  server.on(CHANGE, () => json(changed));
});

const load = () =>
  openAt('/conta/cartao', async () => {
    const { CardChange } = await import('#checkout/card-change/card-change.tsx');
    return <CardChange />;
  });
async function openPage(account: AccountAnswer = active) {
  server.on('GET /api/conta', () => json(account));
  await load();
}

async function sendCard(account: AccountAnswer = active, name: string | RegExp = 'Trocar de cartão') {
  await openPage(account);
  await screen.findByRole('form', { name: 'Trocar de cartão' });
  await fillPayment();
  await user.click(screen.getByRole('button', { name }));
}

test('another card is sent with a key, without a charge', async () => {
  await sendCard();
  expect(await screen.findByText(message('card.changed'))).toBeTruthy();
  expect(screen.getByText(/^Visa final 1111/)).toBeTruthy();
  const [sent] = server.to(CHANGE);
  expect(sent?.headers.get('idempotency-key')).toMatch(/./);
  expect(sent?.body).toMatchObject({ payLate: false, card: { number: APPROVED } });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(APPROVED);
});

const payer = {
  ...{ name: 'Ana Souza', phone: '11988887777', cep: '01310100', rua: 'Avenida Paulista', numero: '1578' },
  ...{ bairro: 'Bela Vista' },
};

test('what the processor knows is not asked for again', async () => {
  server.on(PAYER, () => json({ known: payer }));
  await openPage();
  await screen.findByLabelText('Número do cartão');
  fill('Número do cartão', APPROVED);
  fill('Validade', '1230');
  fill('CVV', '123');
  fill('CPF ou CNPJ', TAX_ID);
  expect(screen.getByText(/Avenida Paulista, 1578, Bela Vista, São Paulo - SP, CEP 01310-100/)).toBeTruthy();
  expect(screen.queryByLabelText('CEP')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Trocar de cartão' }));
  await waitFor(() =>
    expect(server.to(CHANGE)[0]?.body).toMatchObject({
      billingAddress: {
        cep: '01310100',
        rua: 'Avenida Paulista',
        numero: '1578',
        cidade: 'São Paulo',
        uf: 'SP',
      },
      card: { holderName: 'Ana Souza', phone: '11988887777' },
    }),
  );
});

test('the known address can be changed, and is asked for when it is incomplete', async () => {
  server.on(PAYER, () => json({ known: payer }));
  await openPage();
  await user.click(await screen.findByRole('button', { name: 'Mudar o endereço' }));
  expect(screen.getByLabelText<HTMLInputElement>('CEP').value).toBe('01310-100');
  server.on(PAYER, () => json({ known: { ...payer, rua: '' } }));
  await openPage();
  expect((await screen.findByLabelText<HTMLInputElement>('Número')).value).toBe('1578');
});

test('a late charge is paid with it, unless the customer declines', async () => {
  const account = { ...active, outcome: 'overdue' as const, invoices: [late] };
  server.on(CHANGE, () => json({ ...changed, paidCentavos: 9900 }));
  await sendCard(account, /^Pagar R\$\s99 e trocar$/);
  expect(await screen.findByText(message('card.changed-paid'))).toBeTruthy();
  expect(server.to(CHANGE)[0]?.body).toMatchObject({ payLate: true });

  await openPage(account);
  await user.click(await screen.findByRole('radio', { name: /^Só trocar o cartão/ }));
  await fillPayment();
  await user.click(screen.getByRole('button', { name: 'Trocar de cartão' }));
  await waitFor(() => expect(server.to(CHANGE)[1]?.body).toMatchObject({ payLate: false }));
});

test('a refused card is reported at its number, and input is kept', async () => {
  server.on(CHANGE, refusal(402, 'payment-declined', message('error.payment-declined')));
  await sendCard();
  await waitFor(() =>
    expect(screen.getAllByText(message('error.payment-declined')).length).toBeGreaterThan(0),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Nome no cartão').value).toBe('Ana Souza');
});

test('an unclear response says that the change charges nothing', async () => {
  server.on(CHANGE, refusal(503, 'payment-unclear', message('card.change-unclear')));
  await sendCard();
  expect(await screen.findByText(message('card.change-failed-title'))).toBeTruthy();
  expect(screen.getByText(message('card.change-unclear'))).toBeTruthy();
});

test('with card entry elsewhere the processor’s page follows', async () => {
  server.on('GET /api/checkout', () => json({ cardEntry: 'hosted' }));
  server.on(CHANGE, () => json({ outcome: 'page', paymentUrl: 'https://asaas.example/c/1' }));
  await openPage();
  await user.click(await screen.findByRole('button', { name: 'Continuar na página da operadora' }));
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('https://asaas.example/c/1'));
  expect(server.to(CHANGE)[0]?.body).toEqual({});
  expect(screen.queryByLabelText('Número do cartão')).toBeNull();
});

test('a cancelled renewal has no card to change', async () => {
  await openPage(cancelled);
  expect(await screen.findByText(message('card.nothing-renews'))).toBeTruthy();
});

test('an unreadable account can be read again', async () => {
  server.on('GET /api/conta', lost, () => json(active));
  await load();
  await user.click(await screen.findByRole('button', { name: message('provisioning.retry') }));
  expect(await screen.findByRole('form', { name: 'Trocar de cartão' })).toBeTruthy();
});
