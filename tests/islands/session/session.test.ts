import { beforeEach, expect, test, vi } from 'vitest';
import { ana, provider, resetProvider } from '#tests/islands/fake-keycloak.ts';

/** Like a page load: the module starts again. */
async function loadPage() {
  vi.resetModules();
  return import('#session/session.ts');
}

/** The provider's response to requests outside of the library. */
const reach = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  resetProvider();
  reach.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', reach);
});

const asked = (method: string) => provider.calls.filter((call) => call.method === method);

test('a signed-in user has subject, e-mail, name and tenant', async () => {
  provider.account = {
    sub: 'ana-1',
    email: 'ana@example.com',
    name: 'Ana Souza',
    groups: ['tenant:padaria'],
  };
  const { getSession } = await loadPage();
  expect(await getSession()).toMatchObject({
    status: 'authenticated',
    subject: 'ana-1',
    email: 'ana@example.com',
    name: 'Ana Souza',
    tenant: 'padaria',
  });
  expect(asked('loadUserInfo')).toEqual([]);
});

test('the answer to a tab that another one overtook is gone before the library reads it', async () => {
  provider.account = ana;
  const answer = 'error=temporarily_unavailable&error_description=authentication_expired&state=1';
  window.history.replaceState(null, '', `/checkout?plan=free#${answer}`);
  const { getSession } = await loadPage();
  expect(await getSession()).toMatchObject({ status: 'authenticated' });
  expect(`${location.pathname}${location.search}${location.hash}`).toBe('/checkout?plan=free');
  window.history.replaceState(null, '', '/checkout?plan=free#state=1&code=2');
  await (await loadPage()).getSession();
  expect(location.hash).toBe('#state=1&code=2');
  window.history.replaceState(null, '', '/');
});

test('init runs once, silently, with PKCE and without the session iframe', async () => {
  const { getSession } = await loadPage();
  await Promise.all([getSession(), getSession(), getSession()]);
  expect(asked('init')).toEqual([
    {
      method: 'init',
      options: {
        onLoad: 'check-sso',
        silentCheckSsoRedirectUri: `${location.origin}/silent-check-sso`,
        // A redirect to the provider would lose the click.
        silentCheckSsoFallback: false,
        pkceMethod: 'S256',
        scope: 'openid email profile',
        checkLoginIframe: false,
        messageReceiveTimeout: 10_000,
        logoutMethod: 'POST',
      },
    },
  ]);
});

test.each([
  ['tenant', { tenant: 'padaria' }, 'padaria'],
  ['attributes.tenant', { attributes: { tenant: ['padaria'] } }, 'padaria'],
  ['nothing', {}, null],
  ['nonsense', { tenant: 7 }, null],
])('without groups, user info with %s decides the tenant', async (_name, userInfo, tenant) => {
  provider.userInfo = userInfo;
  const { getSession } = await loadPage();
  expect(await getSession()).toMatchObject({ tenant });
});

test('a failed init means visitor', async () => {
  provider.init = 'rejects';
  const { getSession } = await loadPage();
  expect(await getSession()).toEqual({ status: 'visitor', isUnsure: true });
});

test('with only the frame blocked, manual sign-in works', async () => {
  provider.init = 'rejects';
  reach.mockResolvedValue(new Response(''));
  const { getSession } = await loadPage();
  expect(await getSession()).toEqual({ status: 'visitor' });
});

test('an init that never answers means visitor after the timeout', async () => {
  vi.useFakeTimers();
  provider.init = 'hangs';
  const { getSession } = await loadPage();
  const session = getSession();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await session).toEqual({ status: 'visitor', isUnsure: true });
});

test('a token is valid for 30 s, and a forced one is new', async () => {
  const { getSession } = await loadPage();
  const session = await getSession();
  if (session.status !== 'authenticated') throw new Error('not signed in');
  expect(await session.token()).toBe('token-1');
  expect(await session.token({ isForced: true })).toBe('token-2');
  expect(asked('updateToken').map((call) => call.options)).toEqual([30, -1]);
});

test.each([
  ['refused', 'expired'],
  ['unreachable', 'unreachable'],
] as const)('a refresh that is %s reports that the session is %s', async (refresh, reason) => {
  const { getSession } = await loadPage();
  const session = await getSession();
  provider.refresh = refresh;
  if (session.status !== 'authenticated') throw new Error('not signed in');
  await expect(session.token()).rejects.toMatchObject({ name: 'SessionError', reason });
});

test('sign-in requests the scopes and returns to this site only', async () => {
  const { login, register } = await loadPage();
  await login({ redirectTo: '/provisionamento?tenant=acme' });
  await register({ redirectTo: '/checkout?plan=pro', isPromptForced: true });
  expect(asked('login')[0]?.options).toEqual({
    redirectUri: `${location.origin}/provisionamento?tenant=acme`,
    scope: 'openid email profile',
  });
  expect(asked('register')[0]?.options).toEqual({
    redirectUri: `${location.origin}/checkout?plan=pro`,
    scope: 'openid email profile',
    prompt: 'login',
  });
  await expect(login({ redirectTo: 'https://evil.example/' })).rejects.toThrow();
  await expect(login({ redirectTo: '//evil.example/' })).rejects.toThrow();
});

test('sign-out is sent by POST and ends at the home page', async () => {
  const { logout } = await loadPage();
  await logout();
  expect(asked('logout')[0]?.options).toEqual({ redirectUri: `${location.origin}/`, logoutMethod: 'POST' });
});

test('the browser remembers a sign-in and the environment, until the sign-out', async () => {
  localStorage.clear();
  const isAccountKnown = () => localStorage.getItem('hasAccount') !== null;
  provider.account = null;
  await (await loadPage()).getSession();
  expect(isAccountKnown()).toBe(false);
  provider.account = { ...ana, groups: ['tenant:padaria'] };
  const { getSession, logout } = await loadPage();
  await getSession();
  expect(isAccountKnown()).toBe(true);
  expect(localStorage.getItem('environment')).toMatch(/^https?:\/\/padaria\./);
  expect(JSON.stringify({ ...localStorage })).not.toContain('ana');
  await logout();
  expect(isAccountKnown()).toBe(false);
  expect(localStorage.getItem('environment')).toBeNull();
});

test('with a check interval a session ended elsewhere leaves a visitor', async () => {
  vi.doMock('#lib/settings.ts', async (original) => {
    const known = await original<typeof import('#lib/settings.ts')>();
    return { ...known, settings: { ...known.settings, sessionCheckIntervalSeconds: 5 } };
  });
  const { getSession } = await loadPage();
  const session = await getSession();
  expect(asked('init')[0]?.options).toMatchObject({ checkLoginIframe: true, checkLoginIframeInterval: 5 });
  // "changed" makes the library drop its tokens, like a refused refresh.
  provider.refresh = 'refused';
  if (session.status !== 'authenticated') throw new Error('not signed in');
  await expect(session.token()).rejects.toMatchObject({ reason: 'expired' });
  expect(await getSession()).toEqual({ status: 'visitor' });
  vi.doUnmock('#lib/settings.ts');
});

test('only pages that need a session may redirect on load', async () => {
  const { getSession } = await loadPage();
  await getSession({ mayLeave: true });
  expect(asked('init')[0]?.options).toMatchObject({ silentCheckSsoFallback: true });
});

test('a session still known to the provider is restored in place', async () => {
  provider.account = null;
  const { getSession, recoverSession } = await loadPage();
  expect(await getSession()).toEqual({ status: 'visitor' });
  provider.account = { ...ana };
  expect(await recoverSession()).toMatchObject({ status: 'authenticated', subject: 'ana-1' });
  expect(await getSession()).toMatchObject({ status: 'authenticated' });
});

test('a missing token is waited for 5 s; later ones count next', async () => {
  vi.useFakeTimers();
  provider.init = 'rejects';
  const { getSession, recoverSession } = await loadPage();
  expect(await getSession()).toEqual({ status: 'visitor', isUnsure: true });
  let answer = () => {};
  provider.init = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const found = vi.fn();
  void recoverSession().then(found);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(found).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(found).toHaveBeenCalledWith({ status: 'visitor', isUnsure: true });
  answer();
  await vi.advanceTimersByTimeAsync(100);
  expect(await getSession()).toMatchObject({ status: 'authenticated' });
});

test('a token that arrives meanwhile is used within 100 ms', async () => {
  vi.useFakeTimers();
  const { recoverSession } = await loadPage();
  let answer = () => {};
  provider.init = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const found = vi.fn();
  void recoverSession().then(found);
  await vi.advanceTimersByTimeAsync(1_050);
  answer();
  await vi.advanceTimersByTimeAsync(100);
  expect(found).toHaveBeenCalledWith(expect.objectContaining({ status: 'authenticated' }));
});

test('two calls without a token look for it once', async () => {
  const { recoverSession } = await loadPage();
  await Promise.all([recoverSession(), recoverSession()]);
  expect(asked('init')).toHaveLength(1);
});

test('signing out is noticed in other tabs', async () => {
  const { getSession } = await loadPage();
  expect(await getSession()).toMatchObject({ status: 'authenticated' });
  const elsewhere = new BroadcastChannel('signed-out');
  elsewhere.postMessage(null);
  await vi.waitFor(async () => expect(await getSession()).toEqual({ status: 'visitor' }));
  elsewhere.close();
});

test('signing out notifies the other tabs', async () => {
  const reported = new Promise((resolve) => {
    new BroadcastChannel('signed-out').onmessage = resolve;
  });
  const { logout } = await loadPage();
  await logout();
  await reported;
});
