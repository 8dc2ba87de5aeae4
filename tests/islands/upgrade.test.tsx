import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import { type FakeApi, installApi, json, lost, refusal } from './fake-api.ts';
import { ana, provider, resetProvider } from './fake-keycloak.ts';

const goTo = vi.hoisted(() => vi.fn());
vi.mock('keycloak-js', () => import('./fake-keycloak.ts'));
vi.mock('#lib/navigate.ts', async (original) => ({ ...(await original<object>()), goTo }));

const QUOTA = 'POST /api/tenant/padaria/quota/check';
const UPGRADE = 'POST /api/tenants/padaria/upgrade';
const ENVIRONMENT = 'http://padaria.localhost:4334';

let server: FakeApi;
let user: UserEvent;

const quota = (plan: string, more: object = {}) => ({
  plan,
  cycle: 'monthly' satisfies BillingCycle,
  currentMonitors: 3,
  monitorLimit: 5,
  canCreate: true,
  exact: true,
  ...more,
});
const applied = {
  status: 'applied',
  plan: 'pro',
  cycle: 'monthly',
  details: message('upgrade.done'),
} as const;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  window.scrollTo = vi.fn();
  resetProvider();
  provider.account = { ...ana, groups: ['tenant:padaria'] };
  sessionStorage.clear();
  localStorage.clear();
  goTo.mockReset();
  server = installApi();
  server.on(QUOTA, () => json(quota('free')));
  server.on(UPGRADE, () => json(applied));
  user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens the page at `search`, as after a page load. */
async function openUpgrade(search: string) {
  cleanup();
  vi.resetModules();
  window.history.replaceState(null, '', `/upgrade${search}`);
  const { Upgrade } = await import('#islands/upgrade/upgrade.tsx');
  render(<Upgrade terms={<p>Texto dos termos</p>} />);
}

async function openSignedIn(search = '?tenant=padaria') {
  await openUpgrade(search);
  await screen.findByText(/\d+ de \d+ monitores/);
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string | RegExp) => user.click(button(name));
const toast = () => within(screen.getByRole('region', { name: 'Avisos' }));
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

/** Chooses a plan, opens the terms block and accepts them. */
async function confirmDirect(name: string) {
  await press(`Escolher ${name}`);
  await press('Continuar');
  await user.click(await screen.findByLabelText('Li e aceito os termos de uso.'));
  await press(/^Confirmar por/);
}

test('without a tenant the person is told, and then taken to the home page', async () => {
  await openUpgrade('');
  expect(await toast().findByText(message('upgrade.no-tenant'))).toBeTruthy();
  expect(goTo).not.toHaveBeenCalled();
  expect(screen.getByRole('link', { name: 'Ir para a página inicial' }).getAttribute('href')).toBe('/');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(goTo).toHaveBeenCalledWith('/', { isReplacing: true });
  expect(server.sent).toEqual([]);
});

test('the plans stand on the page before anything is known', async () => {
  const { Upgrade } = await import('#islands/upgrade/upgrade.tsx');
  const { renderToString } = await import('react-dom/server');
  const html = renderToString(<Upgrade />);
  for (const name of ['Gratuito', 'Essencial', 'Pro', 'Empresarial']) expect(html).toContain(name);
  expect(html).not.toContain(message('upgrade.no-tenant'));
});

test('a free tenant sees its plan, its use, and what it can choose', async () => {
  await openSignedIn();
  expect(screen.getByText('3 de 5 monitores')).toBeTruthy();
  expect(button('Plano Atual').getAttribute('aria-disabled')).toBe('true');
  for (const name of ['Essencial', 'Pro', 'Empresarial']) expect(button(`Escolher ${name}`)).toBeTruthy();
  expect(screen.queryByText(message('upgrade.downgrade'))).toBeNull();
  expect(screen.queryByText(/Contagem aproximada/)).toBeNull();
});

test('below the present plan stands the way to support; only plans with more monitors can be chosen', async () => {
  server.on(QUOTA, () => json(quota('pro', { monitorLimit: 75 })));
  await openSignedIn();
  const links = screen.getAllByRole('link', { name: message('upgrade.downgrade') });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/suporte', '/suporte']);
  expect(screen.getAllByRole('button', { name: /^Escolher/ }).map((each) => each.textContent)).toEqual([
    'Escolher Empresarial',
  ]);
});

test('a plan whose renewal was cancelled leads to the account, where it can be had again', async () => {
  server.on(QUOTA, () => json(quota('pro', { monitorLimit: 75, ending: true })));
  await openSignedIn();
  expect(screen.getByRole('link', { name: message('upgrade.ending') }).getAttribute('href')).toBe('/conta');
  expect(button('Plano Atual')).toBeTruthy();
  server.on(QUOTA, () => json(quota('pro', { monitorLimit: 75 })));
  sessionStorage.clear();
  await openSignedIn();
  expect(screen.queryByRole('link', { name: message('upgrade.ending') })).toBeNull();
});

test('a contract that has ended leads to the account', async () => {
  server.on(QUOTA, refusal(404, 'tenant-missing', message('error.tenant-missing')));
  await openSignedIn();
  expect(screen.getByRole('link', { name: message('upgrade.ended') }).getAttribute('href')).toBe('/conta');
});

test('choosing the present plan is answered by a toast', async () => {
  await openSignedIn();
  await press('Plano Atual');
  expect(toast().getByText(message('upgrade.same-plan'))).toBeTruthy();
});

test.each([
  ['nothing chosen', '', 'upgrade.no-selection'],
  ['the present plan in the address', '&plan=essential', 'upgrade.same-plan'],
  ['a lower plan in the address', '&plan=free', 'upgrade.not-higher'],
  ['an unknown plan in the address', '&plan=ouro', 'upgrade.not-higher'],
] as const)('continuing with %s is answered by a toast', async (_name, search, id) => {
  server.on(QUOTA, () => json(quota('essential', { monitorLimit: 30 })));
  await openSignedIn(`?tenant=padaria${search}`);
  await press('Continuar');
  expect(toast().getByText(message(id))).toBeTruthy();
  expect(goTo).not.toHaveBeenCalled();
  expect(server.to(UPGRADE)).toEqual([]);
});

test('a paying tenant goes on to the page with the card: monthly, as its contract is', async () => {
  server.on(QUOTA, () => json(quota('essential', { monitorLimit: 30 })));
  await openSignedIn();
  await press('Escolher Pro');
  await press('Continuar');
  expect(goTo).toHaveBeenCalledWith('/upgrade/checkout?plan=pro&tenant=padaria&cycle=monthly');
});

test('a press while the plan is still read is followed once it is known', async () => {
  let answer: (response: Response) => void = () => {};
  server.on(QUOTA, () => new Promise<Response>((resolve) => (answer = resolve)));
  await openUpgrade('?tenant=padaria&plan=pro');
  await waitFor(() => expect(button('Continuar').disabled).toBe(false));
  await press('Continuar');
  await waitFor(() => expect(server.to(QUOTA)).toHaveLength(1));
  expect(goTo).not.toHaveBeenCalled();
  answer(json(quota('essential', { monitorLimit: 30 })));
  await waitFor(() =>
    expect(goTo).toHaveBeenCalledWith('/upgrade/checkout?plan=pro&tenant=padaria&cycle=monthly'),
  );
});

test('a yearly tenant keeps yearly, unless it chooses otherwise', async () => {
  server.on(QUOTA, () => json(quota('essential', { monitorLimit: 30, cycle: 'yearly' })));
  await openSignedIn();
  await press('Escolher Pro');
  await press('Continuar');
  expect(goTo).toHaveBeenLastCalledWith('/upgrade/checkout?plan=pro&tenant=padaria&cycle=yearly');
  await user.click(screen.getByRole('radio', { name: 'Mensal' }));
  await press('Continuar');
  expect(goTo).toHaveBeenLastCalledWith('/upgrade/checkout?plan=pro&tenant=padaria&cycle=monthly');
});

test.each(['free', 'demo', 'stg'])(
  'from %s the upgrade is direct: terms, then the environment',
  async (plan) => {
    server.on(QUOTA, () => json(quota(plan)));
    await openSignedIn();
    await press('Escolher Pro');
    await press('Continuar');
    expect(document.activeElement?.textContent).toBe('Confirmar upgrade');
    expect(button(/^Confirmar por/).disabled).toBe(true);
    expect(plain(button(/^Confirmar por/).textContent)).toBe('Confirmar por R$ 99 por mês');
    await user.click(screen.getByLabelText('Li e aceito os termos de uso.'));
    await press(/^Confirmar por/);
    expect(await toast().findByText(message('upgrade.done-title'))).toBeTruthy();
    expect(toast().getByText('O novo valor será aplicado no próximo ciclo.')).toBeTruthy();
    expect(server.to(UPGRADE)[0]?.body).toEqual({
      targetPlan: 'pro',
      targetCycle: 'monthly',
      termosVersao: '2025-01-15-v1',
    });
    expect(server.to(UPGRADE)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(sessionStorage.getItem('quota')).toBeNull();
    expect(goTo).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(goTo).toHaveBeenCalledWith(ENVIRONMENT, { isReplacing: false });
  },
);

test('where there is something to pay first, that is said before the browser leaves for the payment page', async () => {
  server.on(UPGRADE, () =>
    json({ ...applied, status: 'waiting-payment', paymentUrl: 'https://pagar.example/1', details: 'x' }),
  );
  await openSignedIn();
  await confirmDirect('Pro');
  const link = await screen.findByRole('link', { name: 'Ir para o pagamento' });
  expect(link.getAttribute('href')).toBe('https://pagar.example/1');
  expect(screen.getAllByText(message('upgrade.pay-first')).length).toBeGreaterThan(0);
  expect(screen.queryByText(message('upgrade.done-title'))).toBeNull();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(goTo).toHaveBeenCalledWith('https://pagar.example/1', { isReplacing: false });
});

test('without the terms nothing is sent, and the toast says so', async () => {
  await openSignedIn('?tenant=padaria&plan=pro');
  await press('Continuar');
  await press('Mostrar o que falta');
  expect(toast().getByText(message('form.terms-title'))).toBeTruthy();
  expect(toast().getByText(message('terms.required'))).toBeTruthy();
  expect(server.to(UPGRADE)).toEqual([]);
});

test('the terms can be read in full and accepted there', async () => {
  await openSignedIn('?tenant=padaria&plan=pro');
  await press('Continuar');
  await press('Ler os termos');
  const dialog = await screen.findByRole('dialog', { name: 'Termos de Uso' });
  expect(within(dialog).getByText('Texto dos termos')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Aceitar os termos' }));
  await waitFor(() => expect(button(/^Confirmar por/).disabled).toBe(false));
});

test.each([
  [
    'a refusal',
    refusal(409, 'upgrade-not-higher', 'Este não é um upgrade válido'),
    'Este não é um upgrade válido',
  ],
  ['a refusal without words', () => new Response('', { status: 400 }), message('upgrade.processing-failed')],
  ['a broken answer', () => json({}), message('upgrade.processing-failed')],
] as const)('%s of the direct upgrade is told under its title', async (_name, answer, sentence) => {
  server.on(UPGRADE, answer);
  await openSignedIn();
  await confirmDirect('Pro');
  expect(await toast().findByText(message('upgrade.failed'))).toBeTruthy();
  expect(toast().getByText(sentence)).toBeTruthy();
  expect(goTo).not.toHaveBeenCalled();
  expect(button('Escolher Pro').getAttribute('aria-pressed')).toBe('true');
});

test('a plan that changed in another tab is read anew when the server refuses', async () => {
  server.on(UPGRADE, refusal(409, 'upgrade-not-higher', message('upgrade.same-plan')));
  await openSignedIn();
  server.on(QUOTA, () => json(quota('pro', { monitorLimit: 75 })));
  await confirmDirect('Pro');
  expect(await screen.findByText('3 de 75 monitores')).toBeTruthy();
  expect(toast().getByText(message('upgrade.same-plan'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Confirmar por/ })).toBeNull();
});

test('a change that is already under way leads to the account', async () => {
  server.on(UPGRADE, refusal(409, 'upgrade-open', message('error.upgrade-open')));
  await openSignedIn();
  await confirmDirect('Pro');
  const link = await toast().findByRole('link', { name: 'Ver a sua conta' });
  expect(link.getAttribute('href')).toBe('/conta');
});

test('a lost answer keeps the key, and pressing again goes through', async () => {
  server.on(UPGRADE, lost, () => json(applied));
  await openSignedIn();
  await confirmDirect('Pro');
  expect(await toast().findByText(message('connection.title'))).toBeTruthy();
  await press(/^Confirmar por/);
  await screen.findByRole('link', { name: 'Acessar ambiente' });
  const keys = server.to(UPGRADE).map((sent) => sent.headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('another choice closes nothing but changes what is confirmed', async () => {
  await openSignedIn();
  await press('Escolher Pro');
  await press('Continuar');
  await press('Escolher Essencial');
  await user.click(screen.getByRole('radio', { name: /Anual/ }));
  expect(plain(button(/^Confirmar por/).textContent)).toBe('Confirmar por R$ 529 por ano');
});

test('when the quota cannot be read the page goes on with the free plan, and says so', async () => {
  server.on(QUOTA, refusal(503, 'tenant-unavailable', message('error.tenant-unavailable')));
  await openUpgrade('?tenant=padaria');
  expect(await screen.findByText('0 de 5 monitores')).toBeTruthy();
  expect(screen.getByText(/Não foi possível ler o plano e o uso agora/)).toBeTruthy();
  expect(screen.getByText(message('error.tenant-unavailable'))).toBeTruthy();
  expect(button('Plano Atual')).toBeTruthy();
  await press('Escolher Pro');
  await press('Continuar');
  expect(screen.getByText(/Se já houver uma assinatura ativa/)).toBeTruthy();
});

test.each([
  ['over the limit', { currentMonitors: 7, canCreate: false }, /2 monitores além do limite/],
  ['at the limit', { currentMonitors: 5, canCreate: false }, /Todos os monitores do plano estão em uso/],
  ['suspended', { currentMonitors: 1, canCreate: false }, /não aceita novos monitores agora/],
  ['counted roughly', { exact: false }, /Contagem aproximada/],
  ['with monitors against the terms', { prohibited: 2 }, /2 monitores não seguem/],
])('an environment %s is told so', async (_name, more, words) => {
  server.on(QUOTA, () => json(quota('free', more)));
  await openSignedIn();
  expect(screen.getByText(words)).toBeTruthy();
});

test('a visitor sees the plans, and is asked to sign in when acting; the choice comes back', async () => {
  provider.account = null;
  await openUpgrade('?tenant=padaria');
  await screen.findByRole('button', { name: 'Entrar' });
  await press('Entrar e continuar');
  expect(toast().getByText(message('upgrade.no-selection'))).toBeTruthy();
  await press('Escolher Pro');
  await user.click(screen.getByRole('radio', { name: /Anual/ }));
  await press('Entrar e continuar');
  await waitFor(() =>
    expect(provider.calls.at(-1)).toMatchObject({
      method: 'login',
      options: { redirectUri: `${location.origin}/upgrade?tenant=padaria&plan=pro&cycle=yearly` },
    }),
  );
  expect(server.sent).toEqual([]);

  provider.account = { ...ana, groups: ['tenant:padaria'] };
  await openSignedIn(location.search);
  expect(button('Escolher Pro').getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Anual/ }).checked).toBe(true);
});

test('with the provider away nobody is sent there: the page stays and says so', async () => {
  provider.init = 'rejects';
  await openUpgrade('?tenant=padaria&plan=pro');
  await screen.findByRole('button', { name: 'Entrar' });
  await press('Entrar e continuar');
  expect(await toast().findByText(message('session.pending-title'))).toBeTruthy();
  expect(provider.calls.some((call) => call.method === 'login')).toBe(false);
  provider.init = 'answers';
  await press('Entrar e continuar');
  expect(await screen.findByText('3 de 5 monitores')).toBeTruthy();
});

test('a session that ended meanwhile is asked for again, and comes back with the choice', async () => {
  await openSignedIn();
  await press('Escolher Pro');
  await press('Continuar');
  await user.click(screen.getByLabelText('Li e aceito os termos de uso.'));
  provider.refresh = 'refused';
  await press(/^Confirmar por/);
  expect(await toast().findByText(message('session.pending-title'))).toBeTruthy();
  expect(provider.calls.at(-1)).toMatchObject({
    method: 'login',
    options: { redirectUri: `${location.origin}/upgrade?tenant=padaria&plan=pro` },
  });
  expect(server.to(UPGRADE)).toEqual([]);
});

test('somebody of another environment is turned away without asking the API', async () => {
  provider.account = { ...ana, groups: ['tenant:outra'] };
  await openUpgrade('?tenant=padaria');
  expect(await screen.findByText(message('error.forbidden'))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Mudar o plano de outra' }).getAttribute('href')).toBe(
    '/upgrade?tenant=outra',
  );
  expect(server.sent).toEqual([]);
});

test('the use is remembered for five minutes, and read anew after them', async () => {
  await openSignedIn();
  await openSignedIn();
  expect(server.to(QUOTA)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await openSignedIn();
  expect(server.to(QUOTA)).toHaveLength(2);
});
