import { beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, installApi, json, lost, refusal } from './fake-api.ts';
import { ana, provider, resetProvider } from './fake-keycloak.ts';
import { reloadPage } from './fake-navigate.ts';

const call = 'GET /api/provisionamento/status';
const status = {
  provisionamentoStatus: 'AGUARDANDO',
  updatedAt: '2026-11-21T12:00:00Z',
  argocd: { synced: false, healthy: false },
  ping: { ok: false },
};
const unauthorized = refusal(401, 'unauthenticated', 'Sua sessão expirou. Entre de novo para continuar.');
let server: FakeApi;

beforeEach(() => {
  resetProvider();
  sessionStorage.clear();
  reloadPage.mockReset();
  server = installApi();
  vi.resetModules();
});
const api = async () => ({
  ...(await import('#checkout/provisioning/provisioning-api.ts')),
  ...(await import('#checkout/sign-up/sign-up-api.ts')),
  ...(await import('#lib/account-api.ts')),
});

test('a protected call sends the token and validates the response', async () => {
  server.on(call, () => json({ ...status, extra: 'ignored' }));
  expect(await (await api()).getProvisioningStatus()).toEqual(status);
  expect(server.sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
});

test.each([401, 403])('%i is retried once with a forced token', async (code) => {
  server.on(call, refusal(code, 'unauthenticated', 'x'), () => json(status));
  expect(await (await api()).getProvisioningStatus()).toEqual(status);
  expect(server.sent.map((sent) => sent.headers.get('authorization'))).toEqual([
    'Bearer token-1',
    'Bearer token-2',
  ]);
  expect(reloadPage).not.toHaveBeenCalled();
});

test.each(['owner-only', 'origin-refused'] as const)(
  '%s is the answer: no new token, no reload',
  async (code) => {
    server.on(call, refusal(403, code, 'x'));
    await expect((await api()).getProvisioningStatus()).rejects.toMatchObject({
      status: 403,
      body: { code },
    });
    expect(server.sent).toHaveLength(1);
    expect(reloadPage).not.toHaveBeenCalled();
  },
);

test('an unproven e-mail is tried with a new token, without a reload', async () => {
  server.on(call, refusal(403, 'email-unproven', 'x'));
  await expect((await api()).getProvisioningStatus()).rejects.toMatchObject({ status: 403 });
  expect(server.sent).toHaveLength(2);
  expect(reloadPage).not.toHaveBeenCalled();
});

test('a refusal without a code, as a proxy sends it, is tried again', async () => {
  server.on(
    call,
    () => new Response('<h1>Forbidden</h1>', { status: 403 }),
    () => json(status),
  );
  expect(await (await api()).getProvisioningStatus()).toEqual(status);
});

test('a second refusal reloads the page once, then is reported', async () => {
  server.on(call, unauthorized);
  const { getProvisioningStatus } = await api();
  void getProvisioningStatus();
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
  await expect(getProvisioningStatus()).rejects.toMatchObject({ kind: 'refused', status: 401 });
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

test('after a successful call another reload is possible', async () => {
  server.on(call, unauthorized, unauthorized, () => json(status), unauthorized);
  const { getProvisioningStatus } = await api();
  void getProvisioningStatus();
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
  await getProvisioningStatus();
  void getProvisioningStatus();
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(2));
});

test('a success does not reset another call’s refusal', async () => {
  server.on(call, () => json(status));
  server.on('GET /api/conta', unauthorized);
  const { getAccount, getProvisioningStatus } = await api();
  void getAccount();
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
  await getProvisioningStatus();
  await expect(getAccount()).rejects.toMatchObject({ kind: 'refused', status: 401 });
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

test('network errors, refusals and unreadable responses differ', async () => {
  const { getProvisioningStatus } = await api();
  server.on(call, lost);
  await expect(getProvisioningStatus()).rejects.toMatchObject({ kind: 'network', status: null });
  server.on(call, refusal(503, 'payment-unclear', 'Estamos confirmando.', { details: { a: 'b' } }));
  await expect(getProvisioningStatus()).rejects.toMatchObject({
    kind: 'refused',
    status: 503,
    body: { code: 'payment-unclear', error: 'Estamos confirmando.', details: { a: 'b' } },
  });
  server.on(call, () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(getProvisioningStatus()).rejects.toMatchObject({ kind: 'refused', status: 502, body: null });
  server.on(call, () => json({ provisionamentoStatus: 'OUTRO' }));
  await expect(getProvisioningStatus()).rejects.toMatchObject({ kind: 'unreadable' });
});

test.each([
  ['a gateway', { error: 'Estamos em manutenção até as 4h.' }],
  ['a later version', { error: 'Frase nova.', code: 'new-rule', requestId: 'r-1', details: { a: 'b' } }],
  ['our code, without the request’s number', { error: 'Só o dono.', code: 'owner-only' }],
] as const)('the sentence of %s is read', async (_name, body) => {
  server.on(call, () => json(body, 409));
  await expect((await api()).getProvisioningStatus()).rejects.toMatchObject({ status: 409, body });
});

test.each([
  ['markup', { error: '<h1>502 Bad Gateway</h1>' }],
  ['a stack', { error: 'TypeError: x at handle (/srv/app.js:10:5)' }],
  ['lines', { error: 'Error\n  at handle' }],
  ['JSON in JSON', { error: '{"message":"x"}' }],
  ['a long text', { error: 'x'.repeat(601) }],
  ['an object', { error: { message: 'x' } }],
  ['nothing', { error: ' ' }],
  ['another field', { message: 'Not Found' }],
])('%s is no sentence', async (_name, body) => {
  server.on(call, () => json(body, 502));
  await expect((await api()).getProvisioningStatus()).rejects.toMatchObject({ status: 502, body: null });
});

test('a refusal of a later version is an answer: nothing is tried again', async () => {
  server.on(call, () => json({ error: 'Frase nova.', code: 'new-rule' }, 403));
  await expect((await api()).getProvisioningStatus()).rejects.toMatchObject({ status: 403 });
  expect(server.sent).toHaveLength(1);
  expect(reloadPage).not.toHaveBeenCalled();
});

test('without a session no call is sent', async () => {
  provider.account = null;
  await expect((await api()).getProvisioningStatus()).rejects.toMatchObject({ kind: 'session' });
  expect(server.sent).toEqual([]);
});

test('a missing session is looked for once more before a failure', async () => {
  provider.account = null;
  const { getProvisioningStatus } = await api();
  await expect(getProvisioningStatus()).rejects.toMatchObject({
    kind: 'session',
    cause: { reason: 'expired' },
  });
  server.on(call, () => json(status));
  provider.account = { ...ana };
  expect(await getProvisioningStatus()).toEqual(status);
});

test('with the provider down the session does not count as ended', async () => {
  provider.init = 'rejects';
  await expect((await api()).getProvisioningStatus()).rejects.toMatchObject({
    kind: 'session',
    cause: { reason: 'unreachable' },
  });
  expect(server.to(call)).toEqual([]);
});

test('a cancelled call is an abort, not a failure', async () => {
  server.on(call, () => new Promise(() => {}));
  vi.stubGlobal(
    'fetch',
    (_input: string, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        if (init.signal?.aborted) reject(init.signal.reason);
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const question = new AbortController();
  const answer = (await api()).getSubdomainAvailability('acme', question.signal);
  question.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

test('the start call has neither body nor content type', async () => {
  server.on('POST /api/provisionamento/start', () => json(status));
  await (await api()).startProvisioning();
  expect(server.sent[0]?.body).toBeUndefined();
  expect(server.sent[0]?.headers.has('content-type')).toBe(false);
});
