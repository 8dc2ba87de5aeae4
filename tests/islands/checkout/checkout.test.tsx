/** The checkout from the first field to the next page: what is sent, once, and what is stored. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { ana, provider } from '#tests/islands/fake-keycloak.ts';
import { goTo, reloadPage } from '#tests/islands/fake-navigate.ts';
import { pricePattern, shownPrice } from '#tests/support/catalog.ts';
import {
  CHECKOUT,
  fillFree,
  noOrder,
  openCheckout,
  renderCheckout,
  STATUS,
  send,
  server,
  setUp,
  submitButton,
  unfoldPlans,
  user,
} from './checkout-page.tsx';
import { APPROVED, field, fill, TAX_ID, typePayment } from './payment-typing.ts';

beforeEach(setUp);

const GET_OPTIONS = 'GET /api/checkout';

test('an owner reads so before typing, with a link', async () => {
  provider.account = { ...ana, groups: ['tenant:padaria-central'] };
  server.on(STATUS, () =>
    json({ ...noOrder, tenant: 'padaria-central', provisionamentoStatus: 'CONCLUIDO' }),
  );
  await renderCheckout('?plan=pro');
  expect(await screen.findByText(message('error.tenant-exists'))).toBeTruthy();
  const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(leadsTo('Abrir o painel')).toBe('http://padaria-central.localhost:4334/dashboard');
  expect(leadsTo('Mudar de plano')).toBe('/upgrade?tenant=padaria-central');
  expect(leadsTo('Ver minha conta')).toBe('/conta');
  expect(screen.queryByRole('form')).toBeNull();
});

test.each([
  ['encerrada', 'provisioning.ended'],
  ['suspensa', 'provisioning.suspended'],
] as const)('an environment that does not run has no link to open it (%s)', async (situacao, sentenceId) => {
  provider.account = { ...ana, groups: ['tenant:padaria-central'] };
  const status = { ...noOrder, tenant: 'padaria-central', provisionamentoStatus: 'CONCLUIDO', situacao };
  server.on(STATUS, () => json(status));
  await renderCheckout('?plan=pro');
  expect(await screen.findByText(message(sentenceId))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver minha conta' }).getAttribute('href')).toBe('/conta');
  expect(screen.queryByRole('link', { name: 'Abrir o painel' })).toBeNull();
  expect(screen.queryByText(message('error.tenant-exists'))).toBeNull();
});

test('what limits the customer is said above the acceptance, with the seven days', async () => {
  await openCheckout('?plan=pro&cycle=yearly');
  const essentials = screen.getByRole('region', { name: 'O essencial do contrato' });
  const clauses = [...essentials.querySelectorAll('strong')].map(({ textContent }) => textContent ?? '');
  for (const said of [/7 dias para desistir/, /todo ano/, /não há reembolso proporcional/, /sem reembolso/])
    expect(
      clauses.some((clause) => said.test(clause)),
      String(said),
    ).toBe(true);
  const acceptance = screen.getByRole('checkbox', { name: /Li e aceito/ });
  expect(essentials.compareDocumentPosition(acceptance) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  await openCheckout('?plan=free');
  expect(screen.getByRole('region', { name: 'O essencial do contrato' }).textContent).not.toContain(
    'desistir',
  );
});

describe('a customer who returns', () => {
  const ordered = { ...noOrder, tenant: 'padaria-central' };

  test.each(['EM_ANDAMENTO', 'ERRO', 'AGUARDANDO'])('is led to the order (%s)', async (status) => {
    server.on(STATUS, () => json({ ...ordered, provisionamentoStatus: status }));
    document.documentElement.scrollTop = 900;
    await renderCheckout('?plan=pro');
    expect(await screen.findByText(message('checkout.own-order'))).toBeTruthy();
    expect(document.documentElement.scrollTop).toBe(0);
    const link = screen.getByRole('link', { name: 'Acompanhar a criação' });
    expect(link.getAttribute('href')).toBe('/provisionamento?tenant=padaria-central');
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('is led to the environment once it is ready', async () => {
    server.on(STATUS, () => json({ ...ordered, provisionamentoStatus: 'CONCLUIDO' }));
    await renderCheckout('?plan=pro');
    expect(await screen.findByText(message('error.tenant-exists'))).toBeTruthy();
  });

  test.each([
    ['has not paid on the page of the processor', { paymentUrl: 'https://asaas.example/i/1' }],
    ['got the money back', { provisionamentoStatus: 'ERRO', situacao: 'sem-entrega' }],
    ['ended the environment', { provisionamentoStatus: 'CONCLUIDO', situacao: 'encerrada' }],
  ])('finds the form when they %s', async (_, more) => {
    server.on(STATUS, () => json({ ...ordered, ...more }));
    await openCheckout('?plan=pro');
  });

  test('finds the form when the status is unknown', async () => {
    server.on(STATUS, lost);
    await openCheckout('?plan=pro');
  });

  test('is led on when the page comes from the browser’s cache', async () => {
    await openCheckout('?plan=pro');
    server.on(STATUS, () => json({ ...ordered, provisionamentoStatus: 'EM_ANDAMENTO' }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(await screen.findByText(message('checkout.own-order'))).toBeTruthy();
  });
});

test('the free plan needs subdomain and terms, then shows progress', async () => {
  await openCheckout('?plan=free&cycle=yearly');
  expect(screen.queryByLabelText('Número do cartão')).toBeNull();
  expect(submitButton().disabled).toBe(true);
  await fillFree();
  await send();
  await waitFor(() =>
    expect(goTo).toHaveBeenCalledWith('/provisionamento?tenant=padaria-central&plan=free&cycle=yearly'),
  );
  expect(server.to(CHECKOUT)[0]?.body).toEqual({
    plano: 'free',
    pagamento: 'gratuito',
    ciclo: 'yearly',
    subdominio: 'padaria-central',
    termosVersao: '2025-01-15-v1',
  });
  expect({ ...localStorage }).toEqual({
    hasAccount: 'true',
    selectedPlan: 'free',
    billingCycle: 'yearly',
    subdominio: 'padaria-central',
  });
  expect(sessionStorage.getItem('checkoutDraft')).toBeNull();
});

test('a paid order sends validated fields, and stores no secret', async () => {
  await openCheckout('?plan=pro&cycle=yearly');
  await fillFree();
  await typePayment(user);
  expect(field('Número do cartão').value).toBe('4111 1111 1111 1111');
  expect(field('CPF ou CNPJ').value).toBe('12.ABC.345/01DE-35');
  expect(screen.getByText('Visa')).toBeTruthy();
  const stored = JSON.stringify({ ...sessionStorage, ...localStorage });
  for (const secret of ['4111', '12.ABC', TAX_ID, '"123"', 'Ana Souza', '12/30'])
    expect(stored).not.toContain(secret);
  await send();
  await waitFor(() => expect(goTo).toHaveBeenCalled());
  expect(server.to(CHECKOUT)[0]?.body).toMatchObject({
    plano: 'pro',
    ciclo: 'yearly',
    billingAddress: { cep: '01310100', rua: 'Avenida Paulista', numero: '1000', uf: 'SP' },
    cardHolder: { cpfCnpj: TAX_ID },
    card: { number: APPROVED, expiryMonth: '12', expiryYear: '2030', ccv: '123', phone: '11988887777' },
  });
  expect(server.to(CHECKOUT)[0]?.body).not.toHaveProperty('billingAddress.complemento');
});

test('with card entry elsewhere no card is asked for or sent', async () => {
  server.on(GET_OPTIONS, () => json({ cardEntry: 'hosted' }));
  server.on(CHECKOUT, () => json({ cliente: { subdominio: 'acme' }, paymentUrl: 'https://pagar.example/1' }));
  await openCheckout('?plan=pro&cycle=monthly');
  await waitFor(() => expect(screen.queryByLabelText('Número do cartão')).toBeNull());
  expect(screen.getByText(/página segura da operadora/)).toBeTruthy();
  await fillFree();
  fill('Telefone com DDD', '11988887777');
  fill('CPF ou CNPJ', TAX_ID);
  fill('CEP', '01310100');
  await waitFor(() => expect(field('Rua').value).toBe('Avenida Paulista'));
  fill('Número', '1000');
  expect(submitButton().textContent).toMatch(
    new RegExp(`^Pagar ${pricePattern('pro', 'monthly')} na operadora`),
  );
  await send();

  await waitFor(() => expect(goTo).toHaveBeenCalledWith('https://pagar.example/1'));
  const body = server.to(CHECKOUT)[0]?.body;
  expect(body).toMatchObject({ pagamento: 'cartao', cardHolder: { cpfCnpj: TAX_ID, phone: '11988887777' } });
  expect(body).not.toHaveProperty('card');
  expect(sessionStorage.getItem('checkoutDraft')).toContain('padaria-central');
});

test('a double click sends once', async () => {
  let answer: (response: Response) => void = () => {};
  server.on(CHECKOUT, () => new Promise<Response>((resolve) => (answer = resolve)));
  await openCheckout('?plan=free');
  await fillFree();
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  await user.dblClick(submitButton());
  expect(submitButton().textContent).toBe('Processando...');
  expect(submitButton().disabled).toBe(true);
  await waitFor(() => expect(server.to(CHECKOUT)).toHaveLength(1));
  answer(json({ cliente: { subdominio: 'padaria-central' } }));
  await waitFor(() => expect(goTo).toHaveBeenCalledTimes(1));
  expect(server.to(CHECKOUT)).toHaveLength(1);
});

test('plan and cycle can be changed, and survive a reload', async () => {
  await openCheckout('?plan=pro&cycle=monthly&tenant=acme');
  await unfoldPlans();
  await user.click(screen.getByRole('radio', { name: /Gratuito/ }));
  await user.click(screen.getByRole('radio', { name: /Anual · 10% off/ }));
  expect(location.search).toBe('?plan=free&cycle=yearly&tenant=acme');
  expect(localStorage.getItem('billingCycle')).toBe('yearly');
  expect(screen.queryByLabelText('Número do cartão')).toBeNull();
  await user.click(screen.getByRole('radio', { name: /Essencial/ }));
  expect(submitButton().textContent?.replaceAll('\u00a0', ' ')).toBe(
    `Pagar ${shownPrice('essential', 'yearly')} por ano`,
  );
  expect(await screen.findByLabelText('Número do cartão')).toBeTruthy();
});

test('whoever comes with a paid plan begins with the amount and the card', async () => {
  await openCheckout('?plan=pro&cycle=yearly');
  const parts = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(parts).toEqual([
    'Seu pedido',
    message('form.payment-title'),
    'Dados de cobrança',
    'O endereço do seu painel',
  ]);
  const order = screen.getByRole('region', { name: 'Seu pedido' });
  expect(order.textContent?.replaceAll('\u00a0', ' ')).toContain(`Hoje${shownPrice('pro', 'yearly')}`);
  expect(screen.queryAllByRole('radio')).toEqual([]);
  await unfoldPlans();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Pro/ }));
});

test('whoever chose no plan sees all four', async () => {
  await openCheckout('');
  expect(screen.getAllByRole('radio')).toHaveLength(6);
  expect(screen.queryByRole('button', { name: 'Mudar o plano' })).toBeNull();
});

test('whoever chose the free plan has one field; the plans are one press away', async () => {
  await openCheckout('?plan=free');
  expect(screen.getByText(message('checkout.account-ready', { email: ana.email }))).toBeTruthy();
  expect(field('Subdomínio').value).toBe('example');
  expect(screen.getByText(message('checkout.nothing-to-pay'))).toBeTruthy();
  expect(screen.queryByRole('heading', { name: message('form.payment-title') })).toBeNull();
  expect(screen.queryAllByRole('radio')).toEqual([]);
  await unfoldPlans();
  expect(screen.getAllByRole('radio')).toHaveLength(6);
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Gratuito/ }));
});

test('the terms can be read in full and accepted there', async () => {
  await openCheckout('?plan=free');
  await user.click(screen.getByRole('button', { name: 'Ler os termos' }));
  const dialog = await screen.findByRole('dialog', { name: 'Termos de Uso' });
  expect(within(dialog).getByText('Texto dos termos')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Aceitar os termos' }));
  expect(field('Li e aceito os termos de uso e as regras de cobrança e limites.').checked).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('outdated terms must be accepted again', async () => {
  server.on(CHECKOUT, refusal(409, 'terms-outdated', message('error.terms-outdated')));
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  await screen.findByRole('link', { name: 'Recarregar a página' });
  expect(field('Li e aceito os termos de uso e as regras de cobrança e limites.').checked).toBe(false);
});

test('a visitor sees the check, then signs in and returns', async () => {
  provider.account = null;
  await renderCheckout('?action=register&plan=pro&cycle=yearly');
  expect(screen.getByText('Verificando autenticação…')).toBeTruthy();
  await waitFor(() =>
    expect(provider.calls.at(-1)).toMatchObject({
      method: 'register',
      options: { redirectUri: `${location.origin}/checkout?plan=pro&cycle=yearly`, prompt: 'login' },
    }),
  );
});

test('after action=login an owner goes to the environment’s dashboard', async () => {
  provider.account = { sub: 'ana-1', email: 'ana@example.com', name: 'Ana', groups: ['tenant:padaria'] };
  await renderCheckout('?action=login');
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('http://padaria.localhost:4334/dashboard'));
});

test('after three seconds the page says what it waits for', async () => {
  vi.useFakeTimers();
  try {
    provider.init = 'hangs';
    await renderCheckout('?plan=pro');
    await act(() => vi.advanceTimersByTimeAsync(3_100));
    expect(screen.getByText(message('session.slow'))).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(reloadPage).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
