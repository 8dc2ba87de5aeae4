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
const api = () => import('#lib/api.ts');

test('a protected call carries the token and reads the answer by its contract', async () => {
  server.on(call, () => json({ ...status, extra: 'ignored' }));
  expect(await (await api()).getProvisioningStatus()).toEqual(status);
  expect(server.sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
});

test.each([401, 403])('%i is tried once more with a forced token', async (code) => {
  server.on(call, refusal(code, 'unauthenticated', 'x'), () => json(status));
  expect(await (await api()).getProvisioningStatus()).toEqual(status);
  expect(server.sent.map((sent) => sent.headers.get('authorization'))).toEqual([
    'Bearer token-1',
    'Bearer token-2',
  ]);
  expect(reloadPage).not.toHaveBeenCalled();
});

test('a second refusal reloads the page once; after the reload it is told', async () => {
  server.on(call, unauthorized);
  const { getProvisioningStatus } = await api();
  void getProvisioningStatus();
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
  await expect(getProvisioningStatus()).rejects.toMatchObject({ kind: 'refused', status: 401 });
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

test('after a call that worked, the reload is available again', async () => {
  server.on(call, unauthorized, unauthorized, () => json(status), unauthorized);
  const { getProvisioningStatus } = await api();
  void getProvisioningStatus();
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
  await getProvisioningStatus();
  void getProvisioningStatus();
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(2));
});

test('a call that worked says nothing about another that is refused', async () => {
  server.on(call, () => json(status));
  server.on('GET /api/conta', unauthorized);
  const { getAccount, getProvisioningStatus } = await api();
  void getAccount();
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
  await getProvisioningStatus();
  await expect(getAccount()).rejects.toMatchObject({ kind: 'refused', status: 401 });
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

test('network, refusal and unreadable answers can be told apart', async () => {
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

test('without a session no call leaves', async () => {
  provider.account = null;
  await expect((await api()).getProvisioningStatus()).rejects.toMatchObject({ kind: 'session' });
  expect(server.sent).toEqual([]);
});

test('a session that is missing is looked for once more before a call fails', async () => {
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

test('with the provider away the session is not called over: signing in would lead nowhere', async () => {
  provider.init = 'rejects';
  await expect((await api()).getProvisioningStatus()).rejects.toMatchObject({
    kind: 'session',
    cause: { reason: 'unreachable' },
  });
  expect(server.to(call)).toEqual([]);
});

test('a call given up by its caller is an abort, not a failure', async () => {
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

test('the start call has no body and so no content type', async () => {
  server.on('POST /api/provisionamento/start', () => json(status));
  await (await api()).startProvisioning();
  expect(server.sent[0]?.body).toBeUndefined();
  expect(server.sent[0]?.headers.has('content-type')).toBe(false);
});
