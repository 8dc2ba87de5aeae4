/**
 * The published keycloak-js without fakes: its own messages (requirements 000 §8, "Login client messages"), and their
 * effects. The pages use a fake of it in their tests (session.test.ts).
 */
import Keycloak, { type KeycloakInitOptions } from 'keycloak-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

vi.unmock('keycloak-js');

const PROVIDER = 'http://localhost:4331';
const endpoints = {
  issuer: `${PROVIDER}/realms/vigia`,
  authorization_endpoint: `${PROVIDER}/auth`,
  token_endpoint: `${PROVIDER}/token`,
};

const base64url = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const jwt = (claims: object): string => `e30.${base64url(JSON.stringify(claims))}.sig`;
const now = (): number => Math.floor(Date.now() / 1000);
const valid = () => jwt({ sub: 'ana', exp: now() + 300, iat: now(), nonce: 'n-1' });

/** Responses of the token endpoint, in order; the last one repeats. */
function answerWith(...answers: (() => Response | Promise<Response>)[]) {
  const fetch = vi.fn(() =>
    Promise.resolve((answers.length > 1 ? answers.shift() : answers[0])?.() as Response),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const tokens = (idToken = valid()) =>
  Response.json({ access_token: valid(), refresh_token: jwt({ exp: now() + 1800 }), id_token: idToken });

const newClient = () => new Keycloak({ clientId: 'vigia-site', oidcProvider: endpoints });

/** A signed-in client with its own tokens, like after a page load. */
async function signedIn(options: KeycloakInitOptions = {}) {
  const client = newClient();
  answerWith(() => tokens());
  await client.init({
    token: valid(),
    refreshToken: jwt({ exp: now() + 1800 }),
    checkLoginIframe: false,
    ...options,
  });
  return client;
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  window.history.replaceState(null, '', '/checkout');
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a failed refresh', () => {
  test('with HTTP 400 clears the token and calls the error callback', async () => {
    const client = await signedIn();
    const onAuthRefreshError = vi.fn();
    Object.assign(client, { onAuthRefreshError });
    answerWith(() => Response.json({ error: 'invalid_grant' }, { status: 400 }));
    await expect(client.updateToken(-1)).rejects.toThrow('Server responded with an invalid status.');
    expect(onAuthRefreshError).toHaveBeenCalledOnce();
    expect(client.token).toBeUndefined();
    expect(client.authenticated).toBe(false);
  });

  test('otherwise keeps it, warns “Failed to refresh token”, and calls back', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const client = await signedIn({ enableLogging: true });
    const onAuthRefreshError = vi.fn();
    Object.assign(client, { onAuthRefreshError });
    answerWith(() => new Response('', { status: 503 }));
    await expect(client.updateToken(-1)).rejects.toThrow();
    expect(warn).toHaveBeenCalledWith('[KEYCLOAK] Failed to refresh token');
    expect(onAuthRefreshError).toHaveBeenCalledOnce();
    expect(client.token).toBeDefined();
  });
});

/** Returns from the provider to a request of this browser. */
async function comeBack(answer: string, idToken?: string) {
  const client = newClient();
  answerWith(() => tokens(idToken));
  const state = 'state-1';
  const expires = Date.now() + 60_000;
  const stored = {
    state,
    nonce: 'n-1',
    redirectUri: location.href,
    expires,
    loginOptions: { prompt: 'login' },
  };
  localStorage.setItem(`kc-callback-${state}`, JSON.stringify(stored));
  window.history.replaceState(null, '', `/checkout#state=${state}&${answer}`);
  const login = vi.spyOn(client, 'login').mockResolvedValue();
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const outcome = await client.init({ checkLoginIframe: false, enableLogging: true }).then(
    () => null,
    (error: Error) => error,
  );
  return { client, login, info, outcome };
}

test('a wrong nonce warns “Invalid nonce, clearing token” and clears it', async () => {
  expect((await comeBack('code=c')).client.authenticated).toBe(true);
  const { client, info, outcome } = await comeBack(
    'code=c',
    jwt({ sub: 'ana', exp: now() + 300, nonce: 'other' }),
  );
  expect(info).toHaveBeenCalledWith('[KEYCLOAK] Invalid nonce, clearing token');
  expect(outcome?.message).toBe('Invalid nonce.');
  expect(client.token).toBeUndefined();
});

test('an authorization error with expired authentication starts a login', async () => {
  const { login } = await comeBack('error=temporarily_unavailable&error_description=authentication_expired');
  expect(login).toHaveBeenCalledOnce();
});

test('without Web Crypto it says “Web Crypto API is not available.”', async () => {
  const client = await signedIn({ pkceMethod: 'S256' });
  vi.stubGlobal('crypto', undefined);
  await expect(client.createLoginUrl()).rejects.toThrow('Web Crypto API is not available.');
});

test('unsupported functions say “Not supported by the OIDC server”', async () => {
  const client = await signedIn();
  expect(() => client.createLogoutUrl()).toThrow('Not supported by the OIDC server');
  await expect(client.loadUserInfo()).rejects.toThrow('Not supported by the OIDC server');
});

test.each([
  ['no payload', 'abc', 'Unable to decode token, payload not found.'],
  ['no base64url', 'e30.$$$$$.sig', 'Unable to decode token, payload is not a valid Base64URL value.'],
  [
    'no JSON',
    `e30.${base64url('{"sub":')}.sig`,
    'Unable to decode token, payload is not a valid JSON value.',
  ],
])('a token with %s cannot be decoded, with an error', async (_what, token, sentence) => {
  const refreshToken = jwt({ exp: now() + 1800 });
  await expect(newClient().init({ token, refreshToken, checkLoginIframe: false })).rejects.toThrow(sentence);
});

/** The frame that tests whether the provider may use cookies. */
async function frameOf(client: Keycloak, options: KeycloakInitOptions) {
  document.body.replaceChildren();
  const outcome = client
    .init({ onLoad: 'check-sso', silentCheckSsoRedirectUri: `${location.origin}/x`, ...options })
    .then(
      () => null,
      (error: Error) => error,
    );
  await vi.waitFor(() => expect(document.querySelector('iframe')).not.toBeNull());
  return { frame: document.querySelector('iframe') as HTMLIFrameElement, outcome };
}
const keycloakServer = () => new Keycloak({ url: PROVIDER, realm: 'vigia', clientId: 'vigia-site' });

test('a silent frame ends with “Timeout when waiting for 3rd party check iframe message.”', async () => {
  const { outcome } = await frameOf(keycloakServer(), { messageReceiveTimeout: 20 });
  expect((await outcome)?.message).toBe('Timeout when waiting for 3rd party check iframe message.');
});

test('blocked third-party cookies warn and disable silent login', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { frame } = await frameOf(keycloakServer(), { enableLogging: true, messageReceiveTimeout: 2_000 });
  window.dispatchEvent(new MessageEvent('message', { data: 'unsupported', source: frame.contentWindow }));
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls[0]?.[0]).toContain('Your browser is blocking access to 3rd-party cookies');
});
