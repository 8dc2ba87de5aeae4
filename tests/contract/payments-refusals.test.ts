/** What the processor refuses or does not answer, as the payment port tells it: declined, a field, unavailable, unclear. */
import { expect, test } from 'vitest';
import { createAsaasGateway } from '#functions/vendors/asaas/payment-gateway.ts';
import { openWithCard } from './payments-bench.ts';
import { API_KEY, card, failureOf, openBench, order, payer } from './payments-setup.ts';

test.each([
  ['5184019740373151', 'Mastercard'],
  ['4916561358240741', 'Visa'],
])('the refused card %s (%s) is declined and nothing is created', async (number) => {
  const bench = await openBench();
  const error = await failureOf(openWithCard(bench, {}, { ...card, number }));

  expect(error).toMatchObject({ code: 'payment-declined', retryable: false, fields: undefined });
  expect(bench.standIn.state.tokens).toEqual([]);
  expect(bench.standIn.state.subscriptions).toEqual([]);
  expect(bench.standIn.state.payments).toEqual([]);
});

test('an expired card is declined with a sentence the customer can act on', async () => {
  const bench = await openBench();
  const error = await failureOf(openWithCard(bench, {}, { ...card, expiryYear: '2025' }));
  expect(error).toMatchObject({
    code: 'payment-declined',
    sentence: 'O cartão está vencido ou a validade não confere. Confira a data ou use outro cartão.',
  });
});

test('a CPF the processor refuses is told beside its field', async () => {
  const bench = await openBench();
  await expect(bench.gateway.ensureCustomer({ ...payer, cpfCnpj: '11111111111' })).rejects.toMatchObject({
    code: 'validation-failed',
    fields: { 'cardHolder.cpfCnpj': 'O CPF ou CNPJ não foi aceito no pagamento. Confira o número.' },
  });
});

test('postal code and phone refused at tokenisation are told beside their fields', async () => {
  const bench = await openBench();
  const customerId = await bench.gateway.ensureCustomer(payer);
  const wrong = { ...payer, postalCode: '0131', phone: '119' };
  const error = await failureOf(bench.gateway.openSubscription(customerId, wrong, card, order));
  expect(error).toMatchObject({
    code: 'validation-failed',
    fields: { 'billingAddress.cep': expect.any(String), 'card.phone': expect.any(String) },
  });
});

test.each([
  ['without the payer’s address', { remoteIp: '' }],
  ['due yesterday in São Paulo', { firstDueDate: '2026-11-19' }],
  ['below the smallest amount for cards', { amountCentavos: 499 }],
])('an order %s is a defect of ours: unavailable, and nothing is created', async (_, change) => {
  const bench = await openBench();
  await expect(openWithCard(bench, change)).rejects.toMatchObject({ code: 'payment-unavailable' });
  expect(bench.standIn.state.subscriptions).toEqual([]);
});

test('a processor that is down is unavailable, except where a subscription may have been made', async () => {
  const bench = await openBench();
  const customerId = await bench.gateway.ensureCustomer(payer);
  const downFor = (path: string) =>
    createAsaasGateway({
      baseUrl: 'http://asaas.test',
      accessToken: API_KEY,
      fetch: async (input, init) =>
        input.endsWith(path) ? new Response('oops', { status: 503 }) : bench.fetch(input, init),
    });

  await expect(
    downFor('/tokenizeCreditCard').openSubscription(customerId, payer, card, order),
  ).rejects.toMatchObject({
    code: 'payment-unavailable',
  });
  await expect(
    downFor('/v3/subscriptions').openSubscription(customerId, payer, card, order),
  ).rejects.toMatchObject({
    code: 'payment-unclear',
  });
  bench.standIn.faults.down = true;
  await expect(bench.gateway.findSubscription(order.orderId)).rejects.toMatchObject({
    code: 'payment-unavailable',
  });
});

test('a subscription that stands is reported even when its payments cannot be read yet', async () => {
  const bench = await openBench();
  const customerId = await bench.gateway.ensureCustomer(payer);
  const halfDown = createAsaasGateway({
    baseUrl: 'http://asaas.test',
    accessToken: API_KEY,
    fetch: async (input, init) =>
      input.includes('/payments') ? new Response('', { status: 500 }) : bench.fetch(input, init),
  });
  const opened = await halfDown.openSubscription(customerId, payer, card, order);
  expect(opened).toMatchObject({ amountCentavos: 106_900, payments: [] });
});

test('a wrong API key is unavailable: the customer cannot mend it', async () => {
  const bench = await openBench();
  const stranger = createAsaasGateway({
    baseUrl: 'http://asaas.test',
    accessToken: 'wrong',
    fetch: bench.fetch,
  });
  await expect(stranger.ensureCustomer(payer)).rejects.toMatchObject({ code: 'payment-unavailable' });
});

/** What the vendor's sandbox was measured to answer, where its documentation says otherwise. */
test.each([
  ['invalid_action', 'Transação não autorizada. Verifique os dados do cartão.', 'payment-declined'],
  ['invalid_creditCard', 'CreditCardToken abc não encontrado.', 'payment-unavailable'],
  ['invalid_customer', 'Customer inválido ou não informado.', 'payment-unavailable'],
  ['invalid_holder', 'Informe o CEP do titular.', 'validation-failed'],
])('%s (%s) at tokenisation becomes %s', async (code, description, expected) => {
  const gateway = createAsaasGateway({
    baseUrl: 'http://asaas.test',
    accessToken: API_KEY,
    fetch: async () => Response.json({ errors: [{ code, description }] }, { status: 400 }),
  });
  await expect(gateway.openSubscription('cus_1', payer, card, order)).rejects.toMatchObject({
    code: expected,
  });
});
