import { expect, test } from 'vitest';
import { emptyPayment } from '#checkout/payment/payment-values.ts';
import {
  type CheckoutValues,
  isPlanChosen,
  openingValues,
  payloadOf,
  reviewForm,
  toDraft,
} from '#checkout/sign-up/form-values.ts';
import { priceSentences } from '#checkout/sign-up/price-sentences.ts';
import {
  checkoutFormSchema,
  hostedCheckoutRequestSchema,
  toCheckoutRequest,
} from '#domain/api-schemas/checkout.ts';
import { formPathOf } from '#domain/api-schemas/field.ts';
import { billingCycles, planIds } from '#domain/plans/ids.ts';
import { problemToast } from '#form/problems.ts';
import { sampleCatalog as catalog } from '#tests/support/catalog.ts';

const today = '2026-11-21';
const nothingStored = { plan: null, cycle: null, subdomain: null };
const open = (
  search: string,
  draft: unknown = null,
  stored: Parameters<typeof openingValues>[0]['stored'] = nothingStored,
) => openingValues({ search, draft, stored, proposed: 'padaria' });

const paid: CheckoutValues = {
  plano: 'pro',
  pagamento: 'cartao',
  ciclo: 'yearly',
  subdominio: 'padaria-central',
  termos: true,
  cardHolder: { cpfCnpj: '12.ABC.345/01DE-35' },
  billingAddress: {
    cep: '01310-100',
    rua: 'Avenida Paulista',
    numero: '1000',
    complemento: '',
    bairro: 'Bela Vista',
    cidade: 'São Paulo',
    uf: 'SP',
  },
  card: {
    holderName: 'Ana Souza',
    number: '4111 1111 1111 1111',
    expiry: '12/30',
    ccv: '123',
    phone: '(11) 98888-7777',
  },
};

test.each([
  ['', { plano: 'pro', ciclo: 'monthly', pagamento: 'cartao' }],
  ['?plan=', { plano: 'pro' }],
  ['', { subdominio: 'padaria' }],
  ['?plan=free', { plano: 'free', pagamento: 'gratuito', subdominio: 'padaria' }],
  ['?plan=free&tenant=loja', { subdominio: 'loja' }],
  ['?plan=desconhecido', { plano: 'free' }],
  ['?plano=empresarial&cycle=yearly', { plano: 'enterprise', ciclo: 'yearly' }],
  ['?tenant=Padaria%20Central', { subdominio: 'padariacentral' }],
])('the address %s opens with %o', (search, expected) => {
  expect(open(search)).toMatchObject(expected);
});

test('storage fills what the address leaves open', () => {
  expect(open('', null, { plan: 'essential', cycle: 'yearly', subdomain: 'acme' })).toMatchObject({
    plano: 'essential',
    ciclo: 'yearly',
    subdominio: 'acme',
  });
});

test('a draft restores the billing address, without card, CPF or CNPJ', () => {
  const draft = toDraft(paid, '');
  const text = JSON.stringify(draft);
  for (const secret of ['4111', '12.ABC', '123"', '98888', 'Ana Souza', '12/30'])
    expect(text).not.toContain(secret);
  expect(open('?plan=pro', JSON.parse(text))).toMatchObject({
    subdominio: 'padaria-central',
    termos: true,
    billingAddress: paid.billingAddress,
    cardHolder: { cpfCnpj: '' },
    card: { number: '', ccv: '' },
  });
});

test('a new tenant in the address replaces the draft of another', () => {
  expect(open('?tenant=nova', toDraft(paid, '?tenant=velha')).subdominio).toBe('nova');
  expect(open('?tenant=nova', toDraft(paid, '?tenant=nova')).subdominio).toBe('padaria-central');
});

test.each([[null], ['x'], [{ subdominio: 1 }], [{ billingAddress: [] }]])(
  'a draft of %j is ignored',
  (draft) => {
    expect(open('?tenant=acme', draft).subdominio).toBe('acme');
  },
);

test('the free plan needs only subdomain and terms', () => {
  expect(reviewForm(paid, {}, today).isReady).toBe(true);
  expect(reviewForm({ ...open('?plan=free'), subdominio: 'acme', termos: true }, {}, today).isReady).toBe(
    true,
  );
});

test('with card entry elsewhere, only the phone is required and sent', () => {
  const hosted = { ...paid, pagamento: 'hospedado' as const };
  const phoneAlone = { ...emptyPayment.card, phone: hosted.card.phone };
  expect(reviewForm({ ...hosted, card: phoneAlone }, {}, today).isReady).toBe(true);
  expect(reviewForm({ ...hosted, card: emptyPayment.card }, {}, today).problems).toMatchObject([
    { path: 'card.phone' },
  ]);

  const request = toCheckoutRequest(checkoutFormSchema(today).parse(hosted));
  expect(request).not.toHaveProperty('card');
  expect(request).toMatchObject({
    pagamento: 'cartao',
    cardHolder: { cpfCnpj: '12ABC34501DE35', phone: '11988887777' },
  });
  expect(hostedCheckoutRequestSchema.safeParse(request).success).toBe(true);
  expect(formPathOf('cardHolder.phone')).toBe('card.phone');
});

test('an empty paid form reports required fields in page order; of the address, its line', () => {
  const { problems } = reviewForm({ ...open('?plan=pro'), subdominio: '' }, {}, today);
  expect(problems.map((problem) => problem.label)).toEqual([
    'Número do cartão',
    'Nome no cartão',
    'Validade',
    'CVV',
    'Telefone com DDD',
    'CPF ou CNPJ',
    'CEP',
    'Subdomínio',
    'Termos de Uso',
  ]);
  expect(problemToast(problems)).toEqual({
    title: 'Campos obrigatórios',
    endsWith: 'edit',
    lines: [
      'Número do cartão é obrigatório',
      'Nome no cartão é obrigatório',
      'Cartão expirado ou data inválida',
      'e mais 6 erro(s)',
    ],
  });
});

test('once its CEP is typed, every field of the address is required', () => {
  const withCep = { ...paid, billingAddress: { ...emptyPayment.billingAddress, cep: '01310-100' } };
  const missing = reviewForm(withCep, {}, today).problems.map(({ label }) => label);
  expect(missing).toEqual(['Rua', 'Número', 'Bairro', 'Cidade', 'UF']);
  const begun = { ...withCep, billingAddress: { ...withCep.billingAddress, cep: '0131', rua: 'Rua A' } };
  expect(reviewForm(begun, {}, today).problems.map(({ label }) => label)).toEqual([
    'CEP',
    'Número',
    'Bairro',
    'Cidade',
    'UF',
  ]);
});

test.each([
  ['', null, false],
  ['?plan=', null, false],
  ['?plan=pro', null, true],
  ['?plano=gratuito', null, true],
  ['', 'essential', true],
])('a plan in %j or stored as %j was chosen: %j', (search, plan, isChosen) => {
  expect(isPlanChosen({ search, stored: { ...nothingStored, plan } })).toBe(isChosen);
});

test('the toast’s title names the kind of error', () => {
  const title = (values: CheckoutValues) => problemToast(reviewForm(values, {}, today).problems).title;
  expect(title({ ...paid, termos: false })).toBe('Termos de Uso');
  expect(title({ ...paid, card: { ...paid.card, number: '4111 1111 1111 1112' } })).toBe('Campos com erro');
  expect(title({ ...paid, pagamento: 'pix' as 'cartao' })).toBe('Método de Pagamento');
});

test('a refusal lasts as long as the refused value; free plans skip it', () => {
  const refusals = {
    subdominio: { value: 'padaria-central', sentence: 'Este subdomínio já está em uso. Escolha outro.' },
  };
  expect(reviewForm(paid, refusals, today).problems).toMatchObject([
    { path: 'subdominio', sentence: refusals.subdominio.sentence },
  ]);
  expect(reviewForm({ ...paid, subdominio: 'outra' }, refusals, today).isReady).toBe(true);
  const ofCard = { 'card.number': { value: '', sentence: 'x' } };
  expect(reviewForm({ ...open('?plan=free'), subdominio: 'acme', termos: true }, ofCard, today).isReady).toBe(
    true,
  );
});

test('the stored part of a payload has no card, CPF or CNPJ', () => {
  const { fingerprint, secret } = payloadOf(checkoutFormSchema(today).parse(paid));
  for (const part of ['4111111111111111', '12ABC34501DE35', '11988887777']) {
    expect(fingerprint).not.toContain(part);
    expect(secret).toContain(part);
  }
});

const sold = planIds
  .filter((plan) => plan !== 'free')
  .flatMap((plan) => billingCycles.map((cycle) => ({ plan, cycle })));
test.each(sold)('$plan $cycle: the button names the price that is charged', ({ plan, cycle }) => {
  const price = catalog.formatPrice(catalog.priceCentavos(plan, cycle));
  const { button } = priceSentences(catalog, { plan, cycle, isHosted: false }, Date.now());
  expect(button).toBe(`Pagar ${price} ${cycle === 'yearly' ? 'por ano' : 'por mês'}`);
});

test('the button says the amount and the renewal day', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  const yearly = priceSentences(catalog, { plan: 'pro', cycle: 'yearly', isHosted: false }, now);
  expect(plain(yearly.button)).toBe('Pagar R$ 1.069 por ano');
  const hosted = priceSentences(catalog, { plan: 'pro', cycle: 'yearly', isHosted: true }, now);
  expect(plain(hosted.button)).toBe('Pagar R$ 1.069 na operadora');
  expect(yearly.today.map(plain)).toEqual(['Hoje', 'R$ 1.069']);
  expect(yearly.rows.map((row) => row.map(plain))).toEqual([
    ['Plano', 'Pro, anual'],
    ['Checagem', 'a cada 3 min'],
    ['Avisa em até', '4 minutos'],
    ['Depois', 'R$ 1.069 por ano a partir de 21/11/2027'],
  ]);
  expect(hosted.sentences[0]).toBe('Você paga na página da operadora e volta para cá.');
  expect(plain(yearly.renewal)).toContain('Renova em 21/11/2027 por R$ 1.069');
  expect(priceSentences(catalog, { plan: 'free', cycle: 'yearly', isHosted: true }, now).button).toBe(
    'Criar meu painel grátis',
  );
});
