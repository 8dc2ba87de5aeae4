import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { FirstMonitor } from '#domain/api-schemas/alerts.ts';
import type { ProvisioningStatus } from '#domain/api-schemas/provisioning.ts';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { provider } from '#tests/islands/fake-keycloak.ts';
import { openAt, server, setUp, user } from '#tests/islands/island-page.tsx';

const STATUS = 'GET /api/provisionamento/status';
const FIRST = 'GET /api/conta/primeiro-monitor';
const START = 'POST /api/provisionamento/start';
const NOW = Date.parse('2026-11-21T12:00:00Z');
const running: ProvisioningStatus = {
  provisionamentoStatus: 'EM_ANDAMENTO',
  tenant: 'padaria',
  updatedAt: '2026-11-21T11:59:00Z',
  criadoEm: '2026-11-21T11:58:55Z',
  argocd: { synced: false, healthy: false },
  ping: { ok: false },
  plano: 'pro',
  ciclo: 'yearly',
};
const done: ProvisioningStatus = {
  ...running,
  provisionamentoStatus: 'CONCLUIDO',
  argocd: { synced: true, healthy: true },
  ping: { ok: true },
  updatedAt: '2026-11-21T12:00:30Z',
  url: 'http://padaria.localhost:4334',
};
const stepNames = ['step.payment', 'step.security', 'step.environment', 'step.tests'] as const;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  setUp();
});

const openPage = (search = '?tenant=padaria&plan=pro&cycle=yearly') =>
  openAt(`/provisionamento${search}`, async () => {
    const { Provisioning } = await import('#checkout/provisioning/provisioning.tsx');
    return <Provisioning />;
  });

const states = () =>
  [...document.querySelectorAll('[data-step]')].map((step) => step.getAttribute('data-state'));

test('the four steps are polled every 5 s until ready', async () => {
  server.on(
    STATUS,
    () => json(running),
    () => json({ ...running, argocd: { synced: true, healthy: true } }),
    () => json(done),
  );
  await openPage();
  await waitFor(() => expect(states()).toEqual(['done', 'running', 'running', 'pending']));
  expect(screen.getByText('25%')).toBeTruthy();
  const names = [...document.querySelectorAll('[data-step]')].map((step) => step.textContent ?? '');
  for (const [index, id] of stepNames.entries()) expect(names[index]).toContain(message(id));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(server.to(STATUS)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_500);
  await waitFor(() => expect(states()).toEqual(['done', 'done', 'done', 'running']));
  await vi.advanceTimersByTimeAsync(5_500);
  await waitFor(() => expect(states()).toEqual(['done', 'done', 'done', 'done']));
  expect(screen.getByRole('link', { name: 'Acessar ambiente' }).getAttribute('href')).toBe(done.url);
  expect(screen.queryByRole('button', { name: 'Reiniciar checagem' })).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.to(STATUS)).toHaveLength(3);
});

test.each([
  ['pro', 'step.payment-means'],
  ['free', 'step.free-means'],
] as const)('each step of a %s order is explained in plain words', async (plano, first) => {
  server.on(STATUS, () => json({ ...running, plano }));
  await openPage();
  const meanings = [first, 'step.security-means', 'step.environment-means', 'step.tests-means'] as const;
  // The four places are there before the order is.
  await waitFor(() => {
    const steps = [...document.querySelectorAll('[data-step]')].map((step) => step.textContent ?? '');
    for (const [index, id] of meanings.entries()) expect(steps[index]).toContain(message(id));
  });
});

const suggesting: FirstMonitor = { suggested: 'padaria.com.br', asked: null, isOpen: true };
const watching: FirstMonitor = {
  suggested: null,
  isOpen: false,
  asked: {
    ...{ address: 'https://padaria.com.br', state: 'made', detail: null, monitor: 1 },
    beats: [{ at: NOW, status: 'up', ping: 80 }],
  },
};
const nothingToAsk: FirstMonitor = { suggested: null, asked: null, isOpen: false };
const up = message('first-monitor.up-ms', { ms: 80 });

test.each([
  ['that watches nothing yet', suggesting, message('first-monitor.lead'), 'Vigiar este site'],
  ['that watches its first site', watching, up, message('provisioning.open')],
  ['with its own monitors', nothingToAsk, message('first-alert.told'), message('provisioning.open')],
  ['without an answer about it', null, message('first-alert.told'), message('provisioning.open')],
])('a ready environment %s has exactly one next step', async (_name, first, words, next) => {
  server.on(STATUS, () => json(done));
  server.on(FIRST, first === null ? lost : () => json(first));
  await openPage();
  expect(await screen.findByText(words)).toBeTruthy();
  await waitFor(() =>
    expect([...document.querySelectorAll('.button-primary')].map((each) => each.textContent)).toEqual([next]),
  );
  expect(screen.queryByText(message('first-alert.title'))).toBeNull();
});

test.each([
  [
    'the payment',
    { ...running, provisionamentoStatus: 'AGUARDANDO', paymentUrl: 'https://a.example' },
    'Pagar agora',
  ],
  ['another try', { ...running, provisionamentoStatus: 'ERRO' }, message('provisioning.retry')],
] as const)('%s comes before what is watched first', async (_name, status, next) => {
  server.on(STATUS, () => json(status));
  server.on(FIRST, () => json(suggesting));
  await openPage();
  expect(await screen.findByRole('button', { name: 'Vigiar este site' })).toBeTruthy();
  await waitFor(() =>
    expect([...document.querySelectorAll('.button-primary')].map((each) => each.textContent)).toEqual([next]),
  );
});

test('who is told stands in the place of a question that is over', async () => {
  server.on(STATUS, () => json(done));
  server.on(FIRST, () => json(nothingToAsk));
  await openPage();
  const told = await screen.findByRole('region', { name: message('provisioning.told-title') });
  expect(within(told).getByRole('link', { name: 'Abrir os avisos' }).getAttribute('href')).toBe(
    '/conta/avisos',
  );
});

test('before it is ready, a question that fails says where it is asked later', async () => {
  server.on(STATUS, () => json(running));
  server.on(FIRST, lost);
  await openPage();
  expect(await screen.findByText(message('provisioning.watch-later'))).toBeTruthy();
  expect(screen.queryByRole('region', { name: message('provisioning.told-title') })).toBeNull();
});

test('finished steps fold into one line, which can be opened', async () => {
  server.on(STATUS, () => json(done));
  await openPage();
  const fold = (await screen.findByText('4 de 4 passos concluídos')).closest('details');
  expect(fold?.open).toBe(false);
  await user.click(screen.getByText('4 de 4 passos concluídos'));
  expect(fold?.open).toBe(true);
  expect(within(fold as HTMLElement).getByText(message('step.tests'))).toBeTruthy();
});

test('before it is ready the page shows only the progress', async () => {
  server.on(STATUS, () => json(running));
  await openPage();
  await waitFor(() => expect(states()).toHaveLength(4));
  expect(screen.queryByText(message('first-alert.told'))).toBeNull();
});

test('a status that does not come names what the page waits for', async () => {
  server.on(STATUS, () => new Promise<Response>(() => {}));
  await openPage();
  await waitFor(() => expect(server.to(STATUS)).toHaveLength(1));
  expect(screen.queryByText(message('waiting.status'))).toBeNull();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await screen.findByText(message('waiting.status'))).toBeTruthy();
});

test.each([
  ['suspensa', message('provisioning.suspended')],
  ['encerrada', message('provisioning.ended')],
] as const)('an environment that is %s is not shown as ready', async (situacao, sentence) => {
  server.on(STATUS, () => json({ ...done, situacao, plano: 'enterprise' }));
  await openPage();
  expect((await screen.findByText(sentence)).closest('[role="status"]')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver minha conta' }).getAttribute('href')).toBe('/conta');
  expect(screen.getByText('Empresarial')).toBeTruthy();
  expect(screen.queryByText(message('provisioning.done'))).toBeNull();
  expect(screen.queryByRole('link', { name: 'Acessar ambiente' })).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.to(STATUS)).toHaveLength(1);
});

test('a page that shows a ready environment shows that another tab has ended it', async () => {
  server.on(
    STATUS,
    () => json(done),
    () => json({ ...done, situacao: 'encerrada' }),
  );
  await openPage();
  await screen.findByText(message('provisioning.done'), { selector: 'p:not([role])' });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(await screen.findByText(message('provisioning.ended'))).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Acessar ambiente' })).toBeNull();
});

const closed: ProvisioningStatus = {
  ...running,
  provisionamentoStatus: 'ERRO',
  situacao: 'sem-entrega',
  devolucaoCentavos: 106_900,
};

test('a closed order shows the refund and links to another one', async () => {
  server.on(STATUS, () => json(closed));
  await openPage();
  const notice = (await screen.findByText(message('provisioning.closed'))).closest('[role="status"]');
  expect(notice?.textContent).toMatch(/O valor pago, R\$\s1\.069, volta inteiro para o cartão/);
  expect(screen.getByRole('link', { name: 'Escolher um plano' }).getAttribute('href')).toBe('/checkout');
  expect(screen.queryByRole('button', { name: message('provisioning.retry') })).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.to(STATUS)).toHaveLength(1);
});

test('a retry refused for a closed order shows that', async () => {
  server.on(
    STATUS,
    () => json({ ...running, provisionamentoStatus: 'ERRO' }),
    () => json(closed),
  );
  server.on(START, refusal(409, 'order-closed', message('error.order-closed')));
  await openPage();
  await user.click(await screen.findByRole('button', { name: message('provisioning.retry') }));
  expect(await screen.findByText(message('provisioning.closed'))).toBeTruthy();
});

test.each<[string, ProvisioningStatus, readonly string[]]>([
  ['in the making', running, ['Leva poucos minutos']],
  ['ready', done, ['também foi por e-mail']],
  ['that failed', { ...running, provisionamentoStatus: 'ERRO' }, ['continua reservado']],
  ['that is suspended', { ...done, situacao: 'suspensa' }, []],
])('of an environment %s the page promises only future steps', async (_state, status, promised) => {
  server.on(STATUS, () => json(status));
  await openPage();
  await screen.findByText(status.situacao ? message('provisioning.suspended') : 'padaria.localhost:4334');
  const leads = ['Leva poucos minutos', 'também foi por e-mail', 'continua reservado'];
  await waitFor(() =>
    expect(leads.filter((lead) => document.body.textContent?.includes(lead))).toEqual(promised),
  );
});

test('when ready, a new token is fetched for the new group', async () => {
  server.on(STATUS, () => json(done));
  await openPage();
  await screen.findByRole('link', { name: 'Acessar ambiente' });
  await waitFor(() =>
    expect(
      provider.calls.filter((call) => call.method === 'updateToken').map(({ options }) => options),
    ).toContain(-1),
  );
});

test('address, plan, cycle and a running clock are shown', async () => {
  server.on(STATUS, () => json(running));
  await openPage();
  await screen.findByText('1 min 05 s');
  expect(screen.getByText('padaria.localhost:4334')).toBeTruthy();
  expect(screen.getByText('Pro')).toBeTruthy();
  expect(screen.getByText('Anual')).toBeTruthy();
  expect(screen.queryByText(message('first-alert.told'))).toBeNull();
  await vi.advanceTimersByTimeAsync(3_000);
  await screen.findByText('1 min 08 s');
});

test('the clock of a finished environment stops, also after reloads', async () => {
  server.on(STATUS, () => json(done));
  await openPage();
  await screen.findByText('1 min 35 s');
});

test('the elapsed time does not go back when the environment is ready', async () => {
  server.on(
    STATUS,
    () => json(running),
    () => json({ ...done, updatedAt: '2026-11-21T12:00:01Z' }),
  );
  await openPage();
  await screen.findByText('1 min 05 s');
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  await screen.findByText('1 min 09 s');
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(screen.getAllByText(message('provisioning.done'))).not.toEqual([]);
  expect(screen.getByText(/^1 min (09|10) s$/)).toBeTruthy();
});

test('the elapsed time does not go back after a reload either', async () => {
  server.on(
    STATUS,
    () => json(running),
    () => json({ ...done, updatedAt: '2026-11-21T12:00:01Z' }),
  );
  await openPage();
  await act(() => vi.advanceTimersByTimeAsync(5_500));
  await screen.findAllByText(message('provisioning.done'));
  const shown = screen.getByText(/^1 min \d\d s$/).textContent ?? '';
  expect(shown > '1 min 06 s').toBe(true);
  await openPage();
  expect(await screen.findByText(shown)).toBeTruthy();
  // Another order counts anew.
  server.on(STATUS, () => json({ ...done, criadoEm: '2026-11-21T12:00:10Z' }));
  await openPage();
  expect(await screen.findByText('20 s')).toBeTruthy();
});

test('in ERRO the button retries, and the next status is shown', async () => {
  server.on(
    STATUS,
    () => json({ ...running, provisionamentoStatus: 'ERRO' }),
    () => json(running),
  );
  server.on(START, () => json(running));
  await openPage();
  await screen.findByText(message('provisioning.error'));
  expect(states()).toEqual(['done', 'pending', 'error', 'pending']);
  expect(screen.getAllByText('Parado')).toHaveLength(2);
  expect(screen.queryByText('Na fila')).toBeNull();
  await user.click(screen.getByRole('button', { name: message('provisioning.retry') }));
  await screen.findByRole('button', { name: 'Reiniciar checagem' });
  expect(server.to(START)).toHaveLength(1);
  expect(screen.queryByText(message('provisioning.error'))).toBeNull();
});

test('a failed start is reported', async () => {
  server.on(STATUS, () => json({ ...running, provisionamentoStatus: 'ERRO' }));
  server.on(START, refusal(503, 'cluster-unavailable', 'x'));
  await openPage();
  await user.click(await screen.findByRole('button', { name: message('provisioning.retry') }));
  await screen.findByText(message('provisioning.start-failed'));
});

test('a failed poll is reported, slows down, and recovers', async () => {
  server.on(STATUS, lost, lost, () => json(running));
  await openPage();
  await screen.findByText(message('provisioning.status-failed'));
  await vi.advanceTimersByTimeAsync(9_500);
  expect(server.to(STATUS)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await waitFor(() => expect(server.to(STATUS)).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(20_500);
  await waitFor(() => expect(screen.queryByText(message('provisioning.status-failed'))).toBeNull());
  expect(states()).toEqual(['done', 'running', 'running', 'pending']);
});

test('a hidden page asks nothing, and asks at once when it is shown', async () => {
  const show = (state: DocumentVisibilityState): void => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  };
  server.on(STATUS, () => json(running));
  await openPage();
  await waitFor(() => expect(server.to(STATUS)).toHaveLength(1));
  show('hidden');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.to(STATUS)).toHaveLength(1);
  show('visible');
  await waitFor(() => expect(server.to(STATUS)).toHaveLength(2));
  vi.restoreAllMocks();
});

test('while a service is retried the page says so', async () => {
  server.on(STATUS, () => json({ ...running, tentandoNovamente: true }));
  await openPage();
  await screen.findByText(message('provisioning.retrying'));
});

test('without an order the page leads to the checkout and stops', async () => {
  const { tenant: _, ...none } = { ...running, provisionamentoStatus: 'AGUARDANDO' as const };
  server.on(STATUS, () => json(none));
  await openPage('');
  const link = await screen.findByRole('link', { name: 'Escolher um plano' });
  expect(link.getAttribute('href')).toBe('/checkout');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.to(STATUS)).toHaveLength(1);
});

test('an unpaid order offers the payment page', async () => {
  server.on(STATUS, () =>
    json({ ...running, provisionamentoStatus: 'AGUARDANDO', paymentUrl: 'https://pagar.example/1' }),
  );
  await openPage();
  const link = await screen.findByRole('link', { name: 'Pagar agora' });
  expect(link.getAttribute('href')).toBe('https://pagar.example/1');
  expect(states()).toEqual(['running', 'pending', 'pending', 'pending']);
});

test('a free plan, under any name, starts at the second step', async () => {
  server.on(STATUS, () => new Promise<Response>(() => {}));
  await openPage('?tenant=padaria&plano=gratuito');
  await screen.findByText(message('step.free'));
  expect(states()).toEqual(['done', 'running', 'pending', 'pending']);
});

test('the live region announces a step once', async () => {
  server.on(
    STATUS,
    () => json(running),
    () => json(done),
  );
  await openPage();
  const announced = (text: string) => screen.findByText(text, { selector: '[role="status"]' });
  // “Políticas de segurança” is for the list of steps, which says what it means.
  expect(message('step.security-plain')).toBe('Protegendo a entrada do seu painel');
  await announced('Passo 2 de 4: protegendo a entrada do seu painel. Depois, executando testes.');
  await vi.advanceTimersByTimeAsync(5_500);
  await announced(message('provisioning.done'));
});

test('an ended session leads to the sign-in page and back', async () => {
  server.on(STATUS, () => json(running));
  await openPage();
  await waitFor(() => expect(states()).toEqual(['done', 'running', 'running', 'pending']));
  provider.refresh = 'refused';
  await vi.advanceTimersByTimeAsync(6_000);
  await waitFor(() => expect(provider.calls.map((call) => call.method)).toContain('login'));
  const { options } = provider.calls.find((call) => call.method === 'login') ?? {};
  expect(options).toMatchObject({ redirectUri: expect.stringContaining('/provisionamento?tenant=padaria') });
});

test('a failed start is shown until the environment continues', async () => {
  server.on(
    STATUS,
    () => json({ ...running, provisionamentoStatus: 'ERRO' }),
    () => json({ ...running, updatedAt: '2026-11-21T12:00:20Z' }),
  );
  server.on(START, lost);
  await openPage();
  await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText(message('provisioning.start-failed'))).toBeTruthy();
  await vi.advanceTimersByTimeAsync(15_500);
  await waitFor(() => expect(screen.queryByText(message('provisioning.start-failed'))).toBeNull());
});

test('after failures polling takes at most 15 s, and resumes online', async () => {
  server.on(STATUS, lost, lost, lost, () => json(running));
  await openPage();
  expect(await screen.findByText(message('provisioning.status-failed'))).toBeTruthy();
  await vi.advanceTimersByTimeAsync(26_000);
  expect(server.to(STATUS)).toHaveLength(3);
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText(message('provisioning.status-failed'))).toBeNull());
  expect(server.to(STATUS)).toHaveLength(4);
});
