/** Form and API share their rules: what the form accepts, the Worker accepts. */

import { set } from 'react-hook-form';
import { expect, test } from 'vitest';
import {
  type CheckoutDraft,
  checkoutFormSchema,
  checkoutRequestSchema,
  toCheckoutRequest,
} from '#domain/api-schemas/checkout.ts';
import { fieldSentences, formPathOf } from '#domain/api-schemas/field.ts';
import { message } from '#domain/messages.ts';
import { newPaidOrder } from '#tests/support/orders.ts';

const today = '2026-11-21';

const draft: Extract<CheckoutDraft, { pagamento: 'cartao' }> = {
  subdominio: 'Padaria-Central',
  ciclo: 'yearly',
  plano: 'pro',
  pagamento: 'cartao',
  termos: true,
  billingAddress: {
    cep: '01310-100',
    rua: ' Avenida  Paulista ',
    numero: '1578a',
    complemento: '',
    bairro: 'Bela Vista',
    cidade: 'São Paulo',
    uf: 'sp' as 'SP',
  },
  cardHolder: { cpfCnpj: '12.abc.345/01de-35' },
  card: {
    holderName: 'Maria da Silva',
    number: '4111 1111 1111 1111',
    expiry: '12/30',
    ccv: '123',
    phone: '(11) 98765-4321',
  },
};

test('a valid form becomes a valid body without empty values', () => {
  const body = toCheckoutRequest(checkoutFormSchema(today).parse(draft));
  expect(body).toEqual({
    subdominio: 'padaria-central',
    ciclo: 'yearly',
    plano: 'pro',
    pagamento: 'cartao',
    termosVersao: '2025-01-15-v1',
    billingAddress: {
      cep: '01310100',
      rua: 'Avenida Paulista',
      numero: '1578A',
      bairro: 'Bela Vista',
      cidade: 'São Paulo',
      uf: 'SP',
    },
    cardHolder: { cpfCnpj: '12ABC34501DE35' },
    card: {
      holderName: 'Maria da Silva',
      number: '4111111111111111',
      expiryMonth: '12',
      expiryYear: '2030',
      ccv: '123',
      phone: '11987654321',
    },
  });
  expect(checkoutRequestSchema(today).parse(body)).toEqual(body);
});

test('an empty paid form reports each required field with its own sentence', () => {
  const empty = {
    ...draft,
    subdominio: '',
    termos: false,
    billingAddress: { cep: '', rua: '', numero: '', bairro: '', cidade: '', uf: '' },
    cardHolder: { cpfCnpj: '' },
    card: { holderName: '', number: '', expiry: '', ccv: '', phone: '' },
  };
  const read = checkoutFormSchema(today).safeParse(empty);
  expect(read.success ? {} : fieldSentences(read.error)).toEqual({
    subdominio: 'Subdomínio é obrigatório',
    termos: 'Você precisa ler e aceitar os termos de uso para continuar',
    'billingAddress.cep': 'CEP deve ter 8 dígitos',
    'billingAddress.rua': 'Rua deve ter de 3 a 100 caracteres',
    'billingAddress.numero': 'Número é obrigatório',
    'billingAddress.bairro': 'Bairro deve ter de 2 a 50 caracteres',
    'billingAddress.cidade': 'Cidade deve ter de 2 a 50 caracteres',
    'billingAddress.uf': 'Digite uma UF válida',
    'cardHolder.cpfCnpj': 'CPF ou CNPJ é obrigatório para cartão de crédito',
    'card.holderName': 'Nome no cartão é obrigatório',
    'card.number': 'Número do cartão é obrigatório',
    'card.expiry': 'Cartão expirado ou data inválida',
    'card.ccv': 'CVV deve ter 3 ou 4 dígitos',
    'card.phone': 'Telefone deve ter DDD + número',
  });
});

test.each([
  ['a card that expired last month', { expiryMonth: '10', expiryYear: '2026' }, 'card.expiryMonth'],
  ['a number instead of text', { ccv: 123 }, 'card.ccv'],
])('the Worker refuses %s', (_name, card, path) => {
  const order = newPaidOrder();
  const read = checkoutRequestSchema(today).safeParse({ ...order, card: { ...order.card, ...card } });
  expect(read.success ? [] : Object.keys(fieldSentences(read.error))).toEqual([path]);
});

test.each([
  ['subdominio', 'padaria.central', 'subdomain.characters'],
  ['subdominio', 'a'.repeat(64), 'subdomain.too-long'],
  ['plano', 'ouro', 'plan.unknown'],
  ['ciclo', 'weekly', 'cycle.unknown'],
  ['pagamento', 'boleto', 'payment.method'],
  ['billingAddress.numero', '12345678901', 'number.too-long'],
  ['billingAddress.complemento', 1, 'field.required'],
] as const)('what no form can send is refused all the same: %s → %s', (path, value, id) => {
  const order = structuredClone(newPaidOrder());
  set(order, path, value);
  const read = checkoutRequestSchema(today).safeParse(order);
  expect(read.success ? {} : fieldSentences(read.error)).toEqual({ [path]: message(id) });
});

test('unknown keys are refused and not repeated', () => {
  const order = newPaidOrder();
  const read = checkoutRequestSchema(today).safeParse({
    ...order,
    desconto: 1,
    card: { ...order.card, '4111111111111111': true },
  });
  expect(read.success ? {} : fieldSentences(read.error)).toEqual({
    '*': message('field.unknown'),
    'card.*': message('field.unknown'),
  });
});

test('a field path of an error body finds its form field', () => {
  expect(formPathOf('card.expiryMonth')).toBe('card.expiry');
  expect(formPathOf('termosVersao')).toBe('termos');
  expect(formPathOf('billingAddress.cep')).toBe('billingAddress.cep');
});
