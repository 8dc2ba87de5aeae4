/**
 * Refusals and failures of the processor, as the payment port reports them: declined, a field, unavailable, unclear.
 */
import { expect } from 'vitest';
import { createAsaasProcessor } from '#functions/vendors/asaas/processor.ts';
import { openWithCard } from './payments-bench.ts';
import { access, card, failureOf, order, payer, test } from './payments-setup.ts';

test.for<[string, string]>([
  ['5184019740373151', 'Mastercard'],
  ['4916561358240741', 'Visa'],
])('the refused card %s (%s) is declined and nothing is created', async ([number], { processor }) => {
  const error = await failureOf(openWithCard(processor, {}, { ...card, number }));

  expect(error).toMatchObject({ code: 'payment-declined', retryable: false, fields: undefined });
  expect(processor.standIn.state.tokens).toEqual([]);
  expect(processor.standIn.state.subscriptions).toEqual([]);
  expect(processor.standIn.state.payments).toEqual([]);
});

test('an expired card is declined with a helpful sentence', async ({ processor }) => {
  const error = await failureOf(openWithCard(processor, {}, { ...card, expiryYear: '2025' }));
  expect(error).toMatchObject({
    code: 'payment-declined',
    sentence: 'O cartão está vencido ou a validade não confere. Confira a data ou use outro cartão.',
  });
});

test('a refused CPF is reported at its field', async ({ processor }) => {
  await expect(processor.gateway.ensureCustomer({ ...payer, cpfCnpj: '11111111111' })).rejects.toMatchObject({
    code: 'validation-failed',
    fields: { 'cardHolder.cpfCnpj': 'O CPF ou CNPJ não foi aceito no pagamento. Confira o número.' },
  });
});

test('a refused postal code or phone is reported at its field', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer(payer);
  const wrong = { ...payer, postalCode: '0131', phone: '119' };
  const error = await failureOf(processor.gateway.openSubscription(customerId, wrong, card, order));
  expect(error).toMatchObject({
    code: 'validation-failed',
    fields: { 'billingAddress.cep': expect.any(String), 'card.phone': expect.any(String) },
  });
});

test.for<[string, object]>([
  ['without the payer’s address', { remoteIp: '' }],
  ['due yesterday in São Paulo', { firstDueDate: '2026-11-19' }],
  ['below the minimum card amount', { amountCentavos: 499 }],
])('an order %s is our defect: unavailable, and nothing is created', async ([, change], { processor }) => {
  await expect(openWithCard(processor, change)).rejects.toMatchObject({ code: 'payment-unavailable' });
  expect(processor.standIn.state.subscriptions).toEqual([]);
});

test('an outage is unavailable, or unclear while creating a subscription', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer(payer);
  const downFor = (path: string) =>
    createAsaasProcessor({
      ...access,
      fetch: async (input, init) =>
        input.endsWith(path) ? new Response('oops', { status: 503 }) : processor.fetch(input, init),
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
  processor.standIn.faults.down = true;
  await expect(processor.gateway.findSubscription(order.orderId)).rejects.toMatchObject({
    code: 'payment-unavailable',
  });
});

test('an existing subscription is reported even without readable payments', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer(payer);
  const withoutPayments = createAsaasProcessor({
    ...access,
    fetch: async (input, init) =>
      input.includes('/payments') ? new Response('', { status: 500 }) : processor.fetch(input, init),
  });
  const opened = await withoutPayments.openSubscription(customerId, payer, card, order);
  expect(opened).toMatchObject({ amountCentavos: 106_900, payments: [] });
});

test('a wrong API key is unavailable, because customers cannot fix it', async ({ processor }) => {
  const withWrongKey = createAsaasProcessor({
    ...access,
    accessToken: 'wrong',
    fetch: processor.fetch,
  });
  await expect(withWrongKey.ensureCustomer(payer)).rejects.toMatchObject({ code: 'payment-unavailable' });
});

/** Responses measured at the vendor's sandbox that differ from its documentation. */
test.each([
  ['invalid_action', 'Transação não autorizada. Verifique os dados do cartão.', 'payment-declined'],
  ['invalid_creditCard', 'CreditCardToken abc não encontrado.', 'payment-unavailable'],
  ['invalid_customer', 'Customer inválido ou não informado.', 'payment-unavailable'],
  ['invalid_holder', 'Informe o CEP do titular.', 'validation-failed'],
])('%s (%s) at tokenisation becomes %s', async (code, description, expected) => {
  const gateway = createAsaasProcessor({
    ...access,
    fetch: async () => Response.json({ errors: [{ code, description }] }, { status: 400 }),
  });
  await expect(gateway.openSubscription('cus_1', payer, card, order)).rejects.toMatchObject({
    code: expected,
  });
});
