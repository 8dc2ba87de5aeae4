/** Sign-in, registration, sessions and logout at the identity provider, in keycloak-js's steps. */
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keycloakForms } from '#tests/support/identity-forms.ts';
import { newPerson } from '#tests/support/people.ts';
import { answerOf, createBrowser, finishRegistration, signIn } from './identity-browser.ts';
import { type IdentityUnderTest, identityUnderTest } from './identity-provider.ts';

let provider: IdentityUnderTest;

beforeEach(() => {
  provider = identityUnderTest(5216);
  return provider.start();
});

afterEach(() => provider.stop());

test('discovery names Keycloak’s addresses', async () => {
  const response = await fetch(`${provider.issuer}/.well-known/openid-configuration`);
  const at = (name: string) => `${provider.url}/realms/vigia/protocol/openid-connect/${name}`;
  expect(await response.json()).toMatchObject({
    issuer: `${provider.url}/realms/vigia`,
    authorization_endpoint: at('auth'),
    token_endpoint: at('token'),
    jwks_uri: at('certs'),
    userinfo_endpoint: at('userinfo'),
    end_session_endpoint: at('logout'),
    check_session_iframe: at('login-status-iframe.html'),
    code_challenge_methods_supported: expect.arrayContaining(['S256']),
  });
});

test('registration signs the account in; a taken e-mail is refused', async () => {
  const known = await provider.addPerson();
  const browser = createBrowser(provider);
  const page = await browser.authorize({ prompt: 'login' }, 'registrations');
  const person = newPerson({ name: 'Bia Lima' });
  const refused = await browser.submit(
    page,
    keycloakForms.registration({ ...person, email: known.email.toUpperCase() }),
  );
  expect([refused.url.origin, refused.status]).toEqual([provider.url, 200]);
  expect(refused.html).toContain('Este e-mail já tem uma conta. Entre com ele ou use outro.');
  expect(await provider.subjectOf(known.email)).toBe(known.subject);

  const tokens = await browser.redeem(await finishRegistration(provider, browser, refused, person));
  const subject = await provider.subjectOf(person.email);
  const [session] = await provider.sessionsOf(subject ?? '');
  const claims = decodeJwt(tokens.body['access_token'] ?? '');
  expect(claims).toMatchObject({
    iss: provider.issuer,
    azp: 'vigia-site',
    typ: 'Bearer',
    acr: '1',
    sub: subject,
    email: person.email,
    email_verified: true,
    name: 'Bia Lima',
    given_name: 'Bia',
    family_name: 'Lima',
    preferred_username: person.email,
    sid: session,
    'allowed-origins': [provider.siteOrigin],
  });
  // No realm role and no account permission: the token is for our API only.
  expect([claims.aud ?? []].flat()).toEqual([]);
  for (const claim of ['groups', 'realm_access', 'resource_access']) expect(claims).not.toHaveProperty(claim);
});

test('tokens have Keycloak’s kinds, times and keys', async () => {
  const { tokens } = await signIn(provider, await provider.addPerson());
  const access = decodeJwt(tokens['access_token'] ?? '');
  expect((access.exp ?? 0) - (access.iat ?? 0)).toBe(300);
  expect([tokens['token_type'], Number(tokens['expires_in'])]).toEqual(['Bearer', 300]);
  expect(tokens['scope']?.split(' ').toSorted()).toEqual(['email', 'openid', 'profile']);
  expect(decodeProtectedHeader(tokens['access_token'] ?? '')).toMatchObject({ alg: 'RS256', typ: 'JWT' });
  expect(decodeJwt(tokens['id_token'] ?? '')).toMatchObject({
    typ: 'ID',
    aud: 'vigia-site',
    azp: 'vigia-site',
  });
  expect(decodeJwt(tokens['refresh_token'] ?? '')).toMatchObject({ typ: 'Refresh', azp: 'vigia-site' });
  const { keys } = (await (await fetch(provider.jwksUrl)).json()) as { keys: { use: string; alg: string }[] };
  expect(keys).toContainEqual(expect.objectContaining({ use: 'sig', alg: 'RS256', kty: 'RSA' }));
});

test('a wrong password signs no one in; the right one then does', async () => {
  const person = await provider.addPerson();
  const browser = createBrowser(provider);
  const page = await browser.authorize();
  const refused = await browser.submit(page, keycloakForms.login({ ...person, password: 'errada-1' }));
  expect(refused.html).toContain('E-mail ou senha incorretos. Confira e tente de novo.');
  expect(await provider.sessionsOf(person.subject)).toEqual([]);
  expect(answerOf(await browser.submit(refused, keycloakForms.login(person))).get('code')).toBeTruthy();
});

test('the e-mail is case-insensitive', async () => {
  const person = await provider.addPerson();
  const { tokens } = await signIn(provider, { ...person, email: person.email.toUpperCase() });
  expect(decodeJwt(tokens['access_token'] ?? '').sub).toBe(person.subject);
});

test('only a signed-in user gets a code silently', async () => {
  const { browser } = await signIn(provider, await provider.addPerson());
  expect(answerOf(await browser.authorize({ prompt: 'none' })).get('code')).toBeTruthy();
  const nobody = createBrowser(provider);
  expect(answerOf(await nobody.authorize({ prompt: 'none' })).get('error')).toBe('login_required');
});

test('a code requires PKCE and the site’s own address', async () => {
  const { browser } = await signIn(provider, await provider.addPerson());
  const without = await browser.authorize({ code_challenge: '', code_challenge_method: '' });
  expect(answerOf(without).get('error')).toBe('invalid_request');
  const foreign = await browser.authorize({ redirect_uri: 'http://localhost:5999/' });
  expect([foreign.url.origin, answerOf(foreign).get('code')]).toEqual([provider.url, null]);
});

test('userinfo describes its token’s account, and refuses other tokens', async () => {
  const person = await provider.addPerson();
  const { browser, tokens } = await signIn(provider, person);
  const ask = (token: string) =>
    fetch(browser.endpoint('userinfo'), {
      headers: { Authorization: `Bearer ${token}`, Origin: provider.siteOrigin },
    });
  const answer = await ask(tokens['access_token'] ?? '');
  expect(await answer.json()).toMatchObject({ sub: person.subject, email: person.email });
  expect(answer.headers.get('access-control-allow-origin')).toBe(provider.siteOrigin);
  expect((await ask('x.y.z')).status).toBe(401);
});

test('logout with the ID token ends the session and returns to the site', async () => {
  const person = await provider.addPerson();
  const { browser, tokens } = await signIn(provider, person);
  const logout = (to: string, fields: Record<string, string>) =>
    browser.request(browser.endpoint('logout'), {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'vigia-site', post_logout_redirect_uri: to, ...fields }),
    });
  const hint = { id_token_hint: tokens['id_token'] ?? '' };
  expect((await logout('http://localhost:5999/', hint)).status).toBe(400);
  expect((await logout(`${provider.siteOrigin}/`, {})).status).toBe(200);
  expect(await provider.sessionsOf(person.subject)).toHaveLength(1);

  const left = await logout(`${provider.siteOrigin}/ate-logo`, hint);
  expect([left.status, left.headers.get('location')]).toEqual([302, `${provider.siteOrigin}/ate-logo`]);
  expect(await provider.sessionsOf(person.subject)).toEqual([]);
  expect((await browser.refresh(tokens['refresh_token'])).status).toBe(400);
  expect(answerOf(await browser.authorize({ prompt: 'none' })).get('error')).toBe('login_required');
});

test('opening the registration ends this browser’s session', async () => {
  const { browser, tokens } = await signIn(provider, await provider.addPerson());
  await browser.authorize({ prompt: 'login' }, 'registrations');
  expect(answerOf(await browser.authorize({ prompt: 'none' })).get('error')).toBe('login_required');
  // The server's session continues.
  expect((await browser.refresh(tokens['refresh_token'])).status).toBe(200);
});

test('a session ended elsewhere asks for a login instead of hanging', async () => {
  const person = await provider.addPerson();
  const { browser, tokens } = await signIn(provider, person);
  for (const session of await provider.sessionsOf(person.subject)) await provider.endSession(session);
  expect((await browser.refresh(tokens['refresh_token'])).status).toBe(400);
  expect(answerOf(await browser.authorize({ prompt: 'none' })).get('error')).toBe('login_required');
});

test('a refresh token works again, because another tab has it too', async () => {
  const { browser, tokens } = await signIn(provider, await provider.addPerson());
  expect((await browser.refresh(tokens['refresh_token'])).status).toBe(200);
  expect((await browser.refresh(tokens['refresh_token'])).status).toBe(200);
});

test('renewing a token keeps the sign-in time; a password updates it', async () => {
  const person = await provider.addPerson();
  const { browser, tokens } = await signIn(provider, person);
  const signedInAt = ({ access_token: token = '' }: Record<string, string>) =>
    Number(decodeJwt(token)['auth_time']);
  const first = signedInAt(tokens);
  const { iat = 0 } = decodeJwt(tokens['access_token'] ?? '');
  expect(iat - first).toBeLessThan(30);
  // Times are in whole seconds, so wait for the next one.
  await expect.poll(() => Math.floor(Date.now() / 1000), { timeout: 3_000 }).toBeGreaterThan(first);
  expect(signedInAt((await browser.refresh(tokens['refresh_token'])).body)).toBe(first);
  const silent = await browser.redeem(await browser.authorize({ prompt: 'none' }));
  expect(signedInAt(silent.body)).toBe(first);
  const page = await browser.authorize({ prompt: 'login' });
  expect(page.html).not.toBeNull();
  const typed = await browser.redeem(await browser.submit(page, keycloakForms.login(person)));
  expect(signedInAt(typed.body)).toBeGreaterThan(first);
});
