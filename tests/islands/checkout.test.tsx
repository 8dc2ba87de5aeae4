import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import { type FakeApi, installApi, json, lost, refusal } from './fake-api.ts';
import { ana, provider, resetProvider } from './fake-keycloak.ts';

const goTo = vi.hoisted(() => vi.fn());
vi.mock('keycloak-js', () => import('./fake-keycloak.ts'));
vi.mock('#lib/navigate.ts', async (original) => ({ ...(await original<object>()), goTo }));

const APPROVED = '4111111111111111';
const TAX_ID = '12ABC34501DE35';
const CHECKOUT = 'POST /api/checkout';
const cepAnswer = {
  cep: '01310-100',
  logradouro: 'Avenida Paulista',
  bairro: 'Bela Vista',
  localidade: 'São Paulo',
  uf: 'SP',
};

let server: FakeApi;
let user: UserEvent;

beforeEach(() => {
  resetProvider();
  sessionStorage.clear();
  localStorage.clear();
  goTo.mockReset();
  server = installApi();
  server.on('GET /api/subdominios/', (sent) =>
    json({ subdominio: sent.path.split('/').at(-1), disponivel: true }),
  );
  server.on('GET /ws/', () => json(cepAnswer));
  server.on(CHECKOUT, () => json({ cliente: { subdominio: 'padaria-central' } }));
  user = userEvent.setup();
});
afterEach(() => vi.unstubAllGlobals());

async function renderCheckout(search: string) {
  cleanup();
  vi.resetModules();
  window.history.replaceState(null, '', `/checkout${search}`);
  const { Checkout } = await import('#islands/checkout/checkout.tsx');
  render(<Checkout terms={<p>Texto dos termos</p>} />);
}

/** Opens the page at `search`, as after a page load. */
async function openCheckout(search: string) {
  await renderCheckout(search);
  await screen.findByRole('form', { name: 'Criar minha conta' });
}

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const submitButton = () =>
  screen.getByRole<HTMLButtonElement>('button', {
    name: /^(Pagar|Criar meu|Processando)/,
  });
const keys = () => server.to(CHECKOUT).map((sent) => sent.headers.get('idempotency-key'));

async function fillFree(subdomain = 'padaria-central') {
  await user.type(field('Subdomínio'), subdomain);
  await user.click(field('Li e aceito os termos de uso.'));
}

async function fillPaid(card = APPROVED) {
  await fillFree();
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

async function send() {
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  await user.click(submitButton());
}

test('whoever has an environment is told so before typing anything, and where to go on', async () => {
  provider.account = { ...ana, groups: ['tenant:padaria-central'] };
  await renderCheckout('?plan=pro');
  expect(await screen.findByText(message('error.tenant-exists'))).toBeTruthy();
  const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(leadsTo('Abrir meu ambiente')).toBe('http://padaria-central.localhost:4334/dashboard');
  expect(leadsTo('Mudar de plano')).toBe('/upgrade?tenant=padaria-central');
  expect(leadsTo('Ver minha conta')).toBe('/conta');
  expect(screen.queryByRole('form')).toBeNull();
});

test('the free way needs subdomain and terms, and leads to the progress page', async () => {
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

test('the paid way sends proved fields, and nothing secret is stored', async () => {
  await openCheckout('?plan=pro&cycle=yearly');
  await fillPaid();
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
}, 30_000);

const GET_OPTIONS = 'GET /api/checkout';

test('with the card typed on the page of the processor, no card is asked for or sent, and the draft stays', async () => {
  server.on(GET_OPTIONS, () => json({ cardEntry: 'hosted' }));
  server.on(CHECKOUT, () => json({ cliente: { subdominio: 'acme' }, paymentUrl: 'https://pagar.example/1' }));
  await openCheckout('?plan=pro&cycle=monthly');
  await waitFor(() => expect(screen.queryByLabelText('Número do cartão')).toBeNull());
  expect(screen.getByText(/página segura da operadora/)).toBeTruthy();
  await fillFree();
  await user.type(field('Telefone com DDD'), '11988887777');
  await user.type(field('CPF ou CNPJ'), TAX_ID);
  await user.type(field('CEP'), '01310100');
  await waitFor(() => expect(field('Rua').value).toBe('Avenida Paulista'));
  await user.type(field('Número'), '1000');
  expect(submitButton().textContent).toMatch(/^Pagar R\$\s99 na operadora/);
  await send();

  await waitFor(() => expect(goTo).toHaveBeenCalledWith('https://pagar.example/1'));
  const body = server.to(CHECKOUT)[0]?.body;
  expect(body).toMatchObject({ pagamento: 'cartao', cardHolder: { cpfCnpj: TAX_ID, phone: '11988887777' } });
  expect(body).not.toHaveProperty('card');
  expect(sessionStorage.getItem('checkoutDraft')).toContain('padaria-central');
}, 30_000);

test('shown again as it was left, the page can send once more', async () => {
  server.on(CHECKOUT, () => json({ cliente: { subdominio: 'acme' }, paymentUrl: 'https://pagar.example/1' }));
  await openCheckout('?plan=free');
  await fillFree('acme');
  await send();
  await waitFor(() => expect(goTo).toHaveBeenCalledTimes(1));
  expect(submitButton().disabled).toBe(true);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await send();
  await waitFor(() => expect(goTo).toHaveBeenCalledTimes(2));
});

test('without an answer about it the card is typed here; where the server expects otherwise, it says so', async () => {
  const sentence = message('error.card-entry-changed');
  server.on(GET_OPTIONS, lost);
  server.on(CHECKOUT, refusal(422, 'card-entry-changed', sentence));
  await openCheckout('?plan=pro');
  await fillPaid();
  await send();
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Recarregar a página' })).toBeTruthy();
  expect(field('Rua').value).toBe('Avenida Paulista');
}, 30_000);

test('a payment page named by the answer is where the browser goes', async () => {
  server.on(CHECKOUT, () => json({ cliente: { subdominio: 'acme' }, paymentUrl: 'https://pagar.example/1' }));
  await openCheckout('?plan=free');
  await fillFree('acme');
  await send();
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('https://pagar.example/1'));
});

test('pressing twice sends once', async () => {
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

test('a lost answer keeps the key, also over a reload; a definite one brings a new key', async () => {
  server.on(CHECKOUT, lost, lost, refusal(409, 'order-open', message('error.order-open')), () =>
    json({ cliente: { subdominio: 'padaria-central' } }),
  );
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  expect((await screen.findByRole('alert')).textContent).toContain('Erro de conexão');
  await openCheckout('?plan=free');
  expect(field('Subdomínio').value).toBe('padaria-central');
  await send();
  await waitFor(() => expect(keys()).toHaveLength(2));
  await send();
  await waitFor(() => expect(keys()).toHaveLength(3));
  await send();
  await waitFor(() => expect(goTo).toHaveBeenCalled());
  const [first, second, third, fourth] = keys();
  expect(second).toBe(first);
  expect(third).toBe(first);
  expect(fourth).not.toBe(first);
});

test('a refusal without words of its own is told in the catalogue’s', async () => {
  server.on(CHECKOUT, () => new Response('', { status: 400 }));
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toContain(message('checkout.failed-title'));
  expect(toast.textContent).toContain(message('checkout.unexpected'));
});

test('a connection that is gone is told under its own title', async () => {
  server.on(CHECKOUT, lost);
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toContain(message('connection.title'));
  expect(toast.textContent).toContain(message('connection.failed'));
});

test('a changed field brings a new key although the first outcome is unknown', async () => {
  server.on(CHECKOUT, lost, () => json({ cliente: { subdominio: 'padaria-central2' } }));
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  await screen.findByRole('alert');
  await user.type(field('Subdomínio'), '2');
  await send();
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(new Set(keys()).size).toBe(2);
});

test('a declined card is told in one sentence; everything stays, and another card goes with a new key', async () => {
  const declined = message('error.payment-declined');
  server.on(CHECKOUT, refusal(402, 'payment-declined', declined), () =>
    json({ cliente: { subdominio: 'padaria-central' } }),
  );
  await openCheckout('?plan=pro');
  await fillPaid();
  await send();
  const summary = await screen.findByRole('region', { name: message('error.validation-failed') });
  expect(document.activeElement).toBe(summary);
  expect(within(summary).getByRole('link', { name: `Cartão: ${declined}` })).toBeTruthy();
  const toast = within(screen.getByRole('region', { name: 'Avisos' }));
  expect(toast.getByText('Erro ao finalizar cadastro')).toBeTruthy();
  expect(toast.getByText(declined)).toBeTruthy();
  // Heard once: from the summary, which has the focus.
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.getElementById('card-number-erro')?.textContent).toBe(declined);
  expect(field('Número do cartão').getAttribute('aria-invalid')).toBe('true');
  expect(submitButton().disabled).toBe(false);
  expect(field('Nome no cartão').value).toBe('Ana Souza');
  await user.click(within(summary).getByRole('link'));
  expect(document.activeElement).toBe(field('Número do cartão'));
  await user.tab();
  expect(document.getElementById('card-number-erro')?.textContent).toBe(declined);
  await user.type(field('CVV'), '{backspace}3');
  expect(document.getElementById('card-number-erro')).toBeNull();
  expect(screen.queryByRole('region', { name: message('error.validation-failed') })).toBeNull();
  await user.clear(field('Número do cartão'));
  await user.type(field('Número do cartão'), '5555555555554444');
  await send();
  await waitFor(() => expect(goTo).toHaveBeenCalled());
  expect(new Set(keys()).size).toBe(2);
}, 30_000);

test('an unclear payment says that it is being confirmed, and keeps the key', async () => {
  server.on(
    CHECKOUT,
    refusal(503, 'payment-unclear', message('error.payment-unclear')),
    () => new Response('', { status: 504 }),
  );
  await openCheckout('?plan=pro');
  await fillPaid();
  await send();
  expect((await screen.findByRole('alert')).textContent).toContain('Estamos confirmando o pagamento');
  await send();
  await waitFor(() => expect(keys()).toHaveLength(2));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('Estamos confirmando o pagamento'),
  );
  expect(new Set(keys()).size).toBe(1);
}, 30_000);

test('what the server says about a field stands at that field until its value changes', async () => {
  server.on(CHECKOUT, refusal(409, 'subdomain-taken', message('error.subdomain-taken')));
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  const input = field('Subdomínio');
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById('subdominio-erro')?.textContent).toBe(message('subdomain.taken'));
  expect(submitButton().disabled).toBe(true);
  await user.type(input, '-2');
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBeNull());
});

test.each([
  ['order-open', '/provisionamento', 'Acompanhar o ambiente'],
  ['tenant-exists', '/upgrade', 'Mudar de plano'],
] as const)('%s leads on to %s', async (code, redirect, label) => {
  server.on(CHECKOUT, refusal(409, code, message(`error.${code}`), { details: { redirect } }));
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  const link = await screen.findByRole('link', { name: label });
  expect(link.getAttribute('href')).toBe(redirect);
});

test('a redirect that leads elsewhere is not offered', async () => {
  server.on(
    CHECKOUT,
    refusal(409, 'order-open', 'x', { details: { redirect: 'https://evil.example/provisionamento' } }),
  );
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  const toast = await screen.findByRole('alert');
  expect(within(toast).queryByRole('link')).toBeNull();
});

test('a session that ended sends to sign-in and back to this page', async () => {
  await openCheckout('?plan=free&cycle=monthly');
  await fillFree();
  provider.refresh = 'refused';
  await send();
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toContain(message('session.pending-title'));
  expect(toast.textContent).toContain(message('session.pending'));
  expect(provider.calls.at(-1)).toMatchObject({
    method: 'login',
    options: { redirectUri: `${location.origin}/checkout?plan=free&cycle=monthly` },
  });
  expect(server.to(CHECKOUT)).toEqual([]);
});

test('a taken subdomain is told while typing, before anything is sent', async () => {
  server.on('GET /api/subdominios/', (sent) =>
    json({
      subdominio: sent.path,
      disponivel: false,
      motivo: 'ocupado',
      mensagem: message('subdomain.taken'),
    }),
  );
  await openCheckout('?plan=free');
  await fillFree('ocupado');
  await waitFor(() =>
    expect(document.getElementById('subdominio-erro')?.textContent).toBe(message('subdomain.taken')),
  );
  expect(submitButton().disabled).toBe(true);
  expect(server.to('GET /api/subdominios/')).toHaveLength(1);
});

/** Answers that a name is gone and offers others, which are free. */
function offering(names: readonly string[], motivo: 'ocupado' | 'reservado' = 'ocupado') {
  return ({ path }: { path: string }) => {
    const subdominio = path.split('/').at(-1) ?? '';
    if (names.includes(subdominio)) return json({ subdominio, disponivel: true });
    const mensagem = message(motivo === 'ocupado' ? 'subdomain.taken' : 'subdomain.reserved');
    return json({ subdominio, disponivel: false, motivo, mensagem, sugestoes: names });
  };
}

test('a taken name comes with free ones: picked by keyboard, one fills the field and is asked about itself', async () => {
  server.on('GET /api/subdominios/', offering(['acme-br', 'grupo-acme', 'acme-app']));
  await openCheckout('?plan=free');
  await user.type(field('Subdomínio'), 'acme');
  const first = await screen.findByRole('button', { name: 'acme-br' });
  const status = document.getElementById('subdominio-estado');
  expect(status?.getAttribute('role')).toBe('status');
  expect(status?.textContent).toBe('Livres e parecidos:acme-brgrupo-acmeacme-app');
  expect(field('Subdomínio').getAttribute('aria-describedby')).toContain('subdominio-estado');
  await user.tab();
  expect(document.activeElement).toBe(first);
  await user.keyboard('{Enter}');
  expect(field('Subdomínio').value).toBe('acme-br');
  expect(document.activeElement).toBe(field('Subdomínio'));
  expect(field('Subdomínio').getAttribute('aria-invalid')).toBeNull();
  await waitFor(() => expect(screen.getByText(/acme-br.* está livre/)).toBeTruthy());
  expect(server.sent.at(-1)?.path).toBe('/api/subdominios/acme-br');
});

test('a reserved name is refused at once and comes with free ones too', async () => {
  server.on('GET /api/subdominios/', offering(['admin-br'], 'reservado'));
  await openCheckout('?plan=free');
  await user.type(field('Subdomínio'), 'admin');
  await user.click(await screen.findByRole('button', { name: 'admin-br' }));
  expect(field('Subdomínio').value).toBe('admin-br');
});

test('a name lost between typing and sending comes with free ones, and is no longer called free', async () => {
  server.on(CHECKOUT, refusal(409, 'subdomain-taken', message('error.subdomain-taken')));
  const free = () => json({ subdominio: 'padaria-central', disponivel: true });
  server.on('GET /api/subdominios/', free, offering(['padaria-central-br']));
  await openCheckout('?plan=free');
  await fillFree();
  await screen.findByText(/padaria-central.* está livre/);
  await send();
  await user.click(await screen.findByRole('button', { name: 'padaria-central-br' }));
  expect(field('Subdomínio').value).toBe('padaria-central-br');
  expect(screen.queryByText(/padaria-central\b.* está livre/)).toBeNull();
});

test('the subdomain keeps what may stand in one, and says that it is free', async () => {
  await openCheckout('?plan=free');
  await user.type(field('Subdomínio'), 'Padaria São_João!');
  expect(field('Subdomínio').value).toBe('padariasaojoao');
  await waitFor(() => expect(screen.getByText(/padariasaojoao.* está livre/)).toBeTruthy());
});

test('a field is judged when it is left, and again while it is mended', async () => {
  await openCheckout('?plan=pro');
  await user.type(field('CEP'), '0131');
  expect(field('CEP').getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  await waitFor(() =>
    expect(document.getElementById('billingAddress-cep-erro')?.textContent).toBe('CEP deve ter 8 dígitos'),
  );
  expect(field('CEP').getAttribute('aria-describedby')).toContain('billingAddress-cep-erro');
  await user.type(field('CEP'), '0100');
  await waitFor(() => expect(field('CEP').getAttribute('aria-invalid')).toBeNull());
});

test('CEP fills the address and moves on only somebody who is still there', async () => {
  await openCheckout('?plan=pro');
  await user.type(field('CEP'), '01310100');
  await waitFor(() => expect(field('Cidade').value).toBe('São Paulo'));
  expect(field('UF').value).toBe('SP');
  expect(document.activeElement).toBe(field('Número'));

  let answer: (response: Response) => void = () => {};
  server.on('GET /ws/', () => new Promise<Response>((resolve) => (answer = resolve)));
  await user.clear(field('CEP'));
  await user.type(field('CEP'), '20040002');
  await user.click(field('Nome no cartão'));
  answer(json({ ...cepAnswer, logradouro: 'Avenida Rio Branco' }));
  await waitFor(() => expect(field('Rua').value).toBe('Avenida Rio Branco'));
  expect(document.activeElement).toBe(field('Nome no cartão'));
});

test.each([
  ['true as text', () => json({ erro: 'true' })],
  ['true', () => json({ erro: true })],
  ['no answer', lost],
])('an unknown CEP (%s) is silent and leaves the fields alone', async (_name, answer) => {
  server.on('GET /ws/', answer);
  await openCheckout('?plan=pro');
  await user.type(field('Rua'), 'Rua das Flores');
  await user.type(field('CEP'), '99999999');
  await waitFor(() => expect(server.to('GET /ws/')).toHaveLength(1));
  expect(field('Rua').value).toBe('Rua das Flores');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('asked what is missing, the summary takes focus, links to the fields, and the toast counts', async () => {
  await openCheckout('?plan=pro');
  await user.click(screen.getByRole('button', { name: 'Mostrar o que falta' }));
  const summary = await screen.findByRole('region', { name: message('error.validation-failed') });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(screen.getByText('Campos obrigatórios')).toBeTruthy();
  expect(screen.getByText('e mais 11 erro(s)')).toBeTruthy();
  await user.click(within(summary).getByRole('link', { name: /^CEP/ }));
  expect(document.activeElement).toBe(field('CEP'));
});

test('while the summary stands, the title of the page says that there are errors', async () => {
  document.title = 'Criar minha conta';
  await openCheckout('?plan=free');
  expect(document.title).toBe('Criar minha conta');
  await user.click(screen.getByRole('button', { name: 'Mostrar o que falta' }));
  await waitFor(() => expect(document.title).toBe('Erro: Criar minha conta'));
  await fillFree();
  await waitFor(() => expect(document.title).toBe('Criar minha conta'));
});

test('every field tells browsers and keyboards what belongs in it', async () => {
  await openCheckout('?plan=pro');
  const told = [
    ...document.querySelectorAll<HTMLInputElement>(
      'form input:not([type=radio], [type=checkbox]), form select',
    ),
  ].map((input) => [
    input.id,
    input.getAttribute('autocomplete'),
    input.getAttribute('inputmode') ?? '',
    input.type,
  ]);
  expect(told).toEqual([
    ['subdominio', 'off', '', 'text'],
    ['card-number', 'cc-number', 'numeric', 'text'],
    ['card-holderName', 'cc-name', '', 'text'],
    ['card-expiry', 'cc-exp', 'numeric', 'text'],
    ['card-ccv', 'cc-csc', 'numeric', 'text'],
    ['card-phone', 'tel-national', 'tel', 'tel'],
    ['cardHolder-cpfCnpj', 'off', '', 'text'],
    ['billingAddress-cep', 'billing postal-code', 'numeric', 'text'],
    ['billingAddress-rua', 'billing address-line1', '', 'text'],
    ['billingAddress-numero', 'off', '', 'text'],
    ['billingAddress-complemento', 'billing address-line2', '', 'text'],
    ['billingAddress-bairro', 'billing address-level3', '', 'text'],
    ['billingAddress-cidade', 'billing address-level2', '', 'text'],
    ['billingAddress-uf', 'billing address-level1', '', 'select-one'],
  ]);
  expect(field('Número do cartão').pattern).toBe('[0-9 ]+');
  expect([field('CVV').minLength, field('CVV').maxLength]).toEqual([3, 4]);
  await user.type(field('Número do cartão'), '4111');
  expect(field('CVV').maxLength).toBe(3);
});

test('Enter in an incomplete form tells what is missing instead of doing nothing', async () => {
  await openCheckout('?plan=free');
  await user.type(field('Subdomínio'), 'acme{Enter}');
  await screen.findByRole('region', { name: message('error.validation-failed') });
  expect(screen.getByText(message('terms.required'), { selector: 'section p' })).toBeTruthy();
  expect(server.to(CHECKOUT)).toEqual([]);
});

test('plan and cycle can be changed, and a reload keeps them', async () => {
  await openCheckout('?plan=pro&cycle=monthly&tenant=acme');
  await user.click(screen.getByRole('radio', { name: /Gratuito/ }));
  await user.click(screen.getByRole('radio', { name: /Anual · 10% off/ }));
  expect(location.search).toBe('?plan=free&cycle=yearly&tenant=acme');
  expect(localStorage.getItem('billingCycle')).toBe('yearly');
  expect(screen.queryByLabelText('Número do cartão')).toBeNull();
  await user.click(screen.getByRole('radio', { name: /Essencial/ }));
  expect(submitButton().textContent?.replaceAll('\u00a0', ' ')).toBe('Pagar R$ 529 por ano');
  expect(field('Número do cartão')).toBeTruthy();
});

test('the terms can be read in full and accepted there', async () => {
  await openCheckout('?plan=free');
  await user.click(screen.getByRole('button', { name: 'Ler os termos' }));
  const dialog = await screen.findByRole('dialog', { name: 'Termos de Uso' });
  expect(within(dialog).getByText('Texto dos termos')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Aceitar os termos' }));
  expect(field('Li e aceito os termos de uso.').checked).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('outdated terms must be accepted again', async () => {
  server.on(CHECKOUT, refusal(409, 'terms-outdated', message('error.terms-outdated')));
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  await screen.findByRole('link', { name: 'Recarregar a página' });
  expect(field('Li e aceito os termos de uso.').checked).toBe(false);
});

test('a visitor sees that the session is checked, then signs in and comes back here', async () => {
  provider.account = null;
  cleanup();
  vi.resetModules();
  window.history.replaceState(null, '', '/checkout?action=register&plan=pro&cycle=yearly');
  const { Checkout } = await import('#islands/checkout/checkout.tsx');
  render(<Checkout />);
  expect(screen.getByText('Verificando autenticação…')).toBeTruthy();
  await waitFor(() =>
    expect(provider.calls.at(-1)).toMatchObject({
      method: 'register',
      options: { redirectUri: `${location.origin}/checkout?plan=pro&cycle=yearly`, prompt: 'login' },
    }),
  );
});

test('after action=login the owner of an environment goes to its dashboard', async () => {
  provider.account = { sub: 'ana-1', email: 'ana@example.com', name: 'Ana', groups: ['tenant:padaria'] };
  cleanup();
  vi.resetModules();
  window.history.replaceState(null, '', '/checkout?action=login');
  const { Checkout } = await import('#islands/checkout/checkout.tsx');
  render(<Checkout />);
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('http://padaria.localhost:4334/dashboard'));
});

test('a sentence shown by the summary goes as soon as its field is mended', async () => {
  await openCheckout('?plan=free');
  await user.click(screen.getByRole('button', { name: 'Mostrar o que falta' }));
  await waitFor(() => expect(document.getElementById('termos-erro')).toBeTruthy());
  await user.click(field('Li e aceito os termos de uso.'));
  await waitFor(() => expect(document.getElementById('termos-erro')).toBeNull());
});
