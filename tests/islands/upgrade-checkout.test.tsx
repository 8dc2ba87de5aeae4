/** Completing an upgrade: what the page tells, what it sends, and where it leads. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import { json } from './fake-api.ts';
import { provider } from './fake-keycloak.ts';
import { goTo } from './fake-navigate.ts';
import { APPROVED, field, TAX_ID } from './payment-typing.ts';
import {
  acceptTerms,
  applied,
  fillCard,
  keepCard,
  openForm,
  openPage,
  PRO_YEARLY,
  send,
  setUp,
  submitButton,
  tenantHas,
} from './upgrade-checkout-page.tsx';
import { server, toast, UPGRADE, user } from './upgrade-page.tsx';

beforeEach(setUp);

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

test('the summary tells environment, plans, cycle, price, when it applies and how it renews', async () => {
  await openForm();
  const summary = within(screen.getByRole('region', { name: 'Resumo' }));
  expect(summary.getByText('padaria.localhost:4334')).toBeTruthy();
  expect(await summary.findByText('Essencial → Pro')).toBeTruthy();
  expect(summary.getByText('Anual')).toBeTruthy();
  expect(plain(summary.getByText(/por ano/).textContent)).toBe('R$ 1.069 por ano');
  expect(summary.getByText(/O novo valor será aplicado no próximo ciclo/)).toBeTruthy();
  expect(summary.getByText(/Renova todo ano/)).toBeTruthy();
  expect(summary.getByRole('link', { name: 'Mudar a escolha' }).getAttribute('href')).toBe(
    '/upgrade?tenant=padaria&plan=pro&cycle=yearly',
  );
});

test('the page opens at its top, in browsers that scroll with a promise too', async () => {
  const complaint = vi.spyOn(console, 'error');
  window.scrollTo = vi.fn(() => Promise.resolve()) as unknown as typeof window.scrollTo;
  await openForm();
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
  cleanup();
  expect(complaint).not.toHaveBeenCalled();
});

test('a cycle that is not named is monthly', async () => {
  await openForm('?plan=pro&tenant=padaria');
  expect(plain(submitButton().textContent)).toBe('Confirmar por R$ 99 por mês');
});

test('without a tenant the person is told, and then taken to the home page', async () => {
  await openPage('?plan=pro');
  expect(await toast().findByText(message('upgrade.no-tenant'))).toBeTruthy();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(goTo).toHaveBeenCalledWith('/', { isReplacing: true });
});

test.each([
  ['no plan', '', 'upgrade.no-selection'],
  ['the free plan', '&plan=free', 'upgrade.not-higher'],
  ['an unknown plan', '&plan=ouro', 'upgrade.not-higher'],
] as const)('%s in the address leads back to the plans', async (_name, search, id) => {
  await openPage(`?tenant=padaria${search}`);
  expect(await screen.findByText(message(id))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver os planos' }).getAttribute('href')).toBe(
    '/upgrade?tenant=padaria',
  );
});

test('a visitor signs in first and comes back to the same page', async () => {
  provider.account = null;
  await openPage(PRO_YEARLY);
  expect(screen.getByText(message('session.checking'))).toBeTruthy();
  await waitFor(() =>
    expect(provider.calls.at(-1)).toMatchObject({
      method: 'login',
      options: { redirectUri: `${location.origin}/upgrade/checkout${PRO_YEARLY}` },
    }),
  );
});

test('card and address are sent proved; the upgrade has begun, and nothing secret is stored', async () => {
  await openForm();
  await fillCard();
  await acceptTerms();
  const stored = JSON.stringify({ ...sessionStorage, ...localStorage });
  expect(stored).toContain('Avenida Paulista');
  for (const secret of ['4111', '12.ABC', TAX_ID, '"123"', 'Ana Souza', '12/30', '98888'])
    expect(stored).not.toContain(secret);
  await send();
  expect(await toast().findByText(message('upgrade.started'))).toBeTruthy();
  expect(server.to(UPGRADE)[0]?.body).toEqual({
    targetPlan: 'pro',
    targetCycle: 'yearly',
    termosVersao: '2025-01-15-v1',
    billingAddress: {
      cep: '01310100',
      rua: 'Avenida Paulista',
      numero: '1000',
      bairro: 'Bela Vista',
      cidade: 'São Paulo',
      uf: 'SP',
    },
    cardHolder: { cpfCnpj: TAX_ID },
    card: {
      holderName: 'Ana Souza',
      number: APPROVED,
      expiryMonth: '12',
      expiryYear: '2030',
      ccv: '123',
      phone: '11988887777',
    },
  });
  for (const key of ['upgradeDraft', 'upgradeAttempt', 'quota'])
    expect(sessionStorage.getItem(key)).toBeNull();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(goTo).toHaveBeenCalledWith('http://padaria.localhost:4334', { isReplacing: false });
}, 30_000);

test('the card of the subscription can stay: only the terms are asked for', async () => {
  await openForm();
  await keepCard();
  expect(screen.queryByLabelText('Número do cartão')).toBeNull();
  await acceptTerms();
  await send();
  await screen.findByRole('link', { name: 'Acessar ambiente' });
  expect(server.to(UPGRADE)[0]?.body).toEqual({
    targetPlan: 'pro',
    targetCycle: 'yearly',
    termosVersao: '2025-01-15-v1',
  });
});

test('where the card is typed on the page of the processor, no card is asked for here', async () => {
  server.on('GET /api/checkout', () => json({ cardEntry: 'hosted' }));
  await openForm();
  await waitFor(() => expect(screen.queryByLabelText('Número do cartão')).toBeNull());
  expect(screen.queryByRole('radio')).toBeNull();
  await acceptTerms();
  await send();
  await screen.findByRole('link', { name: 'Acessar ambiente' });
  expect(server.to(UPGRADE)[0]?.body).not.toHaveProperty('card');
});

test('whoever pays nothing yet is offered no card to keep, and told only what holds then', async () => {
  tenantHas('free');
  await openForm();
  const summary = screen.getByRole('region', { name: 'Resumo' });
  expect(await within(summary).findByText('Gratuito → Pro')).toBeTruthy();
  expect(screen.queryByText(/Manter o cartão/)).toBeNull();
  expect(within(summary).getByText(/primeiro período é cobrado agora neste cartão/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /Pagar na página da operadora/ }));
  expect(within(summary).getByText(/assim que o pagamento for confirmado/)).toBeTruthy();
  expect(summary.textContent).not.toMatch(/hoje nada é cobrado|Se (?:não )?houver/);
});

test('nor where the card is typed on the page of the processor', async () => {
  tenantHas('free');
  server.on('GET /api/checkout', () => json({ cardEntry: 'hosted' }));
  await openForm();
  const payment = screen.getByRole('region', { name: message('form.payment-title') });
  expect(await within(payment).findByText(/Você paga na página da operadora/)).toBeTruthy();
  expect(payment.textContent).not.toContain('cartão da sua assinatura');
});

test('a payment page named by the answer is where the browser goes, after a sentence', async () => {
  server.on(UPGRADE, () =>
    json({
      ...applied,
      status: 'waiting-payment',
      details: message('upgrade.pay-first'),
      paymentUrl: 'https://pagar.example/1',
    }),
  );
  await openForm();
  await keepCard();
  await acceptTerms();
  await send();
  expect(await toast().findByText(message('upgrade.started'))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ir para o pagamento' })).toBeTruthy();
  expect(goTo).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(goTo).toHaveBeenCalledWith('https://pagar.example/1', { isReplacing: false });
});

test('a payment that is confirmed at once is told as such', async () => {
  server.on(UPGRADE, () => json({ ...applied, details: message('upgrade.paid') }));
  await openForm();
  await keepCard();
  await acceptTerms();
  await send();
  expect(await toast().findByText(message('upgrade.paid'))).toBeTruthy();
});

test('a payment that is still being confirmed is followed in the account', async () => {
  server.on(UPGRADE, () =>
    json({ ...applied, status: 'waiting-payment', details: message('upgrade.pay-first') }),
  );
  await openForm();
  await keepCard();
  await acceptTerms();
  await send();
  expect((await screen.findByRole('link', { name: 'Ver a sua conta' })).getAttribute('href')).toBe('/conta');
});

test('pressing twice sends once', async () => {
  let answer: (response: Response) => void = () => {};
  server.on(UPGRADE, () => new Promise<Response>((resolve) => (answer = resolve)));
  await openForm();
  await keepCard();
  await acceptTerms();
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  await user.dblClick(submitButton());
  expect(submitButton().textContent).toBe(message('checkout.sending'));
  await waitFor(() => expect(server.to(UPGRADE)).toHaveLength(1));
  answer(json(applied));
  await screen.findByRole('link', { name: 'Acessar ambiente' });
  expect(server.to(UPGRADE)).toHaveLength(1);
});

test('a reload brings back the address and the terms, but no card and no CPF or CNPJ', async () => {
  await openForm();
  await fillCard();
  await acceptTerms();
  await openForm();
  expect(field('Rua').value).toBe('Avenida Paulista');
  expect(field('Li e aceito os termos de uso e as regras de cobrança e limites.').checked).toBe(true);
  for (const label of ['Número do cartão', 'CVV', 'CPF ou CNPJ']) expect(field(label).value).toBe('');
  await openForm('?plan=pro&tenant=outra');
  expect(field('Rua').value).toBe('');
}, 30_000);
