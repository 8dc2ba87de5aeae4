import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import { type FakeApi, installApi, json, lost, refusal } from './fake-api.ts';
import { ana, provider, resetProvider } from './fake-keycloak.ts';

const goTo = vi.hoisted(() => vi.fn());
vi.mock('keycloak-js', () => import('./fake-keycloak.ts'));
vi.mock('#lib/navigate.ts', async (original) => ({ ...(await original<object>()), goTo }));

const UPGRADE = 'POST /api/tenants/padaria/upgrade';
const APPROVED = '4111111111111111';
const TAX_ID = '12ABC34501DE35';
const PRO_YEARLY = '?plan=pro&tenant=padaria&cycle=yearly';
const applied = {
  status: 'applied',
  plan: 'pro',
  cycle: 'yearly',
  details: message('upgrade.done'),
} as const;

let server: FakeApi;
let user: UserEvent;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  window.scrollTo = vi.fn();
  resetProvider();
  provider.account = { ...ana, groups: ['tenant:padaria'] };
  sessionStorage.clear();
  localStorage.clear();
  goTo.mockReset();
  server = installApi();
  server.on('GET /api/checkout', () => json({ cardEntry: 'form' }));
  server.on('POST /api/tenant/padaria/quota/check', () =>
    json({
      plan: 'essential',
      cycle: 'monthly',
      currentMonitors: 28,
      monitorLimit: 30,
      canCreate: true,
      exact: true,
    }),
  );
  server.on('GET /ws/', () =>
    json({
      cep: '01310-100',
      logradouro: 'Avenida Paulista',
      bairro: 'Bela Vista',
      localidade: 'São Paulo',
      uf: 'SP',
    }),
  );
  server.on(UPGRADE, () => json(applied));
  user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens the page at `search`, as after a page load. */
async function openPage(search: string) {
  cleanup();
  vi.resetModules();
  window.history.replaceState(null, '', `/upgrade/checkout${search}`);
  const { UpgradeCheckout } = await import('#islands/upgrade-checkout/upgrade-checkout.tsx');
  render(<UpgradeCheckout terms={<p>Texto dos termos</p>} />);
}

async function openForm(search = PRO_YEARLY) {
  await openPage(search);
  await screen.findByRole('form', { name: 'Concluir upgrade' });
}

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const submitButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Confirmar|Processando)/ });
const toast = () => within(screen.getByRole('region', { name: 'Avisos' }));
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
const keys = () => server.to(UPGRADE).map((sent) => sent.headers.get('idempotency-key'));

async function fillCard(card = APPROVED) {
  await user.type(field('Número do cartão'), card);
  await user.type(field('Nome no cartão'), 'Ana Souza');
  await user.type(field('Validade'), '1230');
  await user.type(field('CVV'), '123');
  await user.type(field('Telefone com DDD'), '11988887777');
  await user.type(field('CPF ou CNPJ'), TAX_ID);
  await user.type(field('CEP'), '01310100');
  await waitFor(() => expect(field('Rua').value).toBe('Avenida Paulista'));
  await user.type(field('Número'), '1000');
}

const acceptTerms = () => user.click(field('Li e aceito os termos de uso.'));
const keepCard = () => user.click(screen.getByRole('radio', { name: /Manter o cartão atual/ }));

async function send() {
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  await user.click(submitButton());
}

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

test.each([
  [
    'a refusal',
    refusal(409, 'upgrade-not-higher', message('upgrade.same-plan')),
    message('upgrade.same-plan'),
  ],
  ['a refusal without words', () => new Response('', { status: 400 }), message('upgrade.completion-failed')],
  [
    'a suspended environment',
    refusal(409, 'payment-pending', message('upgrade.suspended')),
    message('upgrade.suspended'),
  ],
  [
    'a service that does not answer',
    refusal(503, 'cluster-unavailable', message('upgrade.continues')),
    message('upgrade.continues'),
  ],
] as const)('%s is told under the title of the page', async (_name, answer, sentence) => {
  server.on(UPGRADE, answer);
  await openForm();
  await keepCard();
  await acceptTerms();
  await send();
  expect(await toast().findByText(message('upgrade.error-title'))).toBeTruthy();
  expect(toast().getByText(sentence)).toBeTruthy();
  expect(goTo).not.toHaveBeenCalled();
});

test('a declined card keeps everything typed, and another one goes with a new key', async () => {
  const declined = message('error.payment-declined');
  server.on(UPGRADE, refusal(402, 'payment-declined', declined), () => json(applied));
  await openForm();
  await fillCard();
  await acceptTerms();
  await send();
  expect(await toast().findByText(declined)).toBeTruthy();
  const summary = screen.getByRole('region', { name: message('error.validation-failed') });
  expect(document.activeElement).toBe(summary);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.getElementById('card-number-erro')?.textContent).toBe(declined);
  expect(field('CPF ou CNPJ').value).toBe('12.ABC.345/01DE-35');
  await user.clear(field('Número do cartão'));
  await user.type(field('Número do cartão'), '5555555555554444');
  await send();
  await screen.findByRole('link', { name: 'Acessar ambiente' });
  expect(new Set(keys()).size).toBe(2);
}, 30_000);

test('a declined card of the subscription is told at the choice, until another one is chosen', async () => {
  const declined = message('error.payment-declined');
  server.on(UPGRADE, refusal(402, 'payment-declined', declined));
  await openForm();
  await keepCard();
  await acceptTerms();
  await send();
  const link = await screen.findByRole('link', { name: `Cartão: ${declined}` });
  expect(document.getElementById('cartao-erro')?.textContent).toBe(declined);
  await user.click(link);
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Manter o cartão atual/ }));
  await user.click(screen.getByRole('radio', { name: /Informar o cartão/ }));
  expect(screen.queryByText(`Cartão: ${declined}`)).toBeNull();
  expect(document.getElementById('cartao-erro')).toBeNull();
  expect(document.getElementById('card-number-erro')).toBeNull();
});

test('a lost answer keeps the key, also over a reload', async () => {
  server.on(UPGRADE, lost, () => json(applied));
  await openForm();
  await keepCard();
  await acceptTerms();
  await send();
  expect(await toast().findByText(message('connection.title'))).toBeTruthy();
  await openForm();
  await send();
  await screen.findByRole('link', { name: 'Acessar ambiente' });
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
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

test('a field is judged when it is left, and again while it is mended', async () => {
  await openForm();
  await user.type(field('CEP'), '0131');
  expect(field('CEP').getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  await waitFor(() =>
    expect(document.getElementById('billingAddress-cep-erro')?.textContent).toBe(message('cep.invalid')),
  );
  await user.type(field('CEP'), '0100');
  await waitFor(() => expect(field('CEP').getAttribute('aria-invalid')).toBeNull());
});

test('asked what is missing, the summary takes focus, links to the fields, and the toast counts', async () => {
  await openForm();
  await user.click(screen.getByRole('button', { name: 'Mostrar o que falta' }));
  const summary = await screen.findByRole('region', { name: message('error.validation-failed') });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(toast().getByText(message('form.required-title'))).toBeTruthy();
  expect(toast().getByText('e mais 10 erro(s)')).toBeTruthy();
  await user.click(within(summary).getByRole('link', { name: /^CEP/ }));
  expect(document.activeElement).toBe(field('CEP'));
});

test('a reload brings back the address and the terms, but no card and no CPF or CNPJ', async () => {
  await openForm();
  await fillCard();
  await acceptTerms();
  await openForm();
  expect(field('Rua').value).toBe('Avenida Paulista');
  expect(field('Li e aceito os termos de uso.').checked).toBe(true);
  for (const label of ['Número do cartão', 'CVV', 'CPF ou CNPJ']) expect(field(label).value).toBe('');
  await openForm('?plan=pro&tenant=outra');
  expect(field('Rua').value).toBe('');
}, 30_000);

test('a session that ended sends to sign-in and back to this page', async () => {
  await openForm();
  await keepCard();
  await acceptTerms();
  provider.refresh = 'refused';
  await send();
  expect(await toast().findByText(message('session.pending-title'))).toBeTruthy();
  expect(provider.calls.at(-1)).toMatchObject({
    method: 'login',
    options: { redirectUri: `${location.origin}/upgrade/checkout${PRO_YEARLY}` },
  });
  expect(server.to(UPGRADE)).toEqual([]);
});
