/** Sign-in, sessions and restarts of the identity stand-in, as keycloak-js goes through them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdentityStandIn } from '#dev/stand-ins/identity/index.ts';
import { answerOf, createBrowser, signIn } from './identity-browser.ts';

const PORT = 5216;
const SITE = 'http://localhost:5217';
const ana = { email: 'ana@vigia.example', password: 'segredo-da-ana', name: 'Ana de Souza' };

let stateDir: string;
let standIn: ReturnType<typeof createIdentityStandIn>;

beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'vigia-identity-'));
  standIn = createIdentityStandIn({ port: PORT, siteOrigin: SITE, stateDir, seedUsers: [ana] });
  await standIn.start();
});

afterEach(async () => {
  await standIn.stop();
  rmSync(stateDir, { recursive: true });
});

const subjectOf = (email: string): string =>
  standIn.snapshot().users.find((user) => user.email === email)?.id ?? '';

/** Stops the stand-in, lets `change` touch its file, and starts it again on the same folder. */
async function restart(change: (file: string) => void = () => {}): Promise<void> {
  await standIn.stop();
  change(join(stateDir, 'identity.json'));
  standIn = createIdentityStandIn({ port: PORT, siteOrigin: SITE, stateDir });
  await standIn.start();
  // Connections kept open to the old server fail once before they are dropped.
  await vi.waitUntil(() =>
    fetch(standIn.issuer).then(
      () => true,
      () => false,
    ),
  );
}

test('discovery names Keycloak’s addresses', async () => {
  const response = await fetch(`${standIn.issuer}/.well-known/openid-configuration`);
  const at = (name: string) => `http://localhost:5216/realms/vigia/protocol/openid-connect/${name}`;
  expect(await response.json()).toMatchObject({
    issuer: 'http://localhost:5216/realms/vigia',
    authorization_endpoint: at('auth'),
    token_endpoint: at('token'),
    jwks_uri: at('certs'),
    userinfo_endpoint: at('userinfo'),
    end_session_endpoint: at('logout'),
    check_session_iframe: at('login-status-iframe.html'),
    code_challenge_methods_supported: ['S256'],
  });
});

test('registration signs the new account in; a taken e-mail is told and makes no account', async () => {
  const browser = createBrowser(standIn, SITE);
  const page = await browser.authorize({ prompt: 'login' }, 'registrations');
  page.search = '?tela=cadastro';
  const form = { nome: 'Bia Lima', senha: '12345678' };
  const refused = await browser.submit(page, { ...form, email: ana.email.toUpperCase() });
  expect(refused.pathname).toBe(page.pathname);
  const tokens = await browser.redeem(await browser.submit(page, { ...form, email: 'bia@vigia.example' }));
  expect(decodeJwt(tokens.body['access_token'] ?? '')).toMatchObject({
    iss: standIn.issuer,
    aud: 'account',
    azp: 'vigia-site',
    typ: 'Bearer',
    sub: subjectOf('bia@vigia.example'),
    email: 'bia@vigia.example',
    name: 'Bia Lima',
    preferred_username: 'bia@vigia.example',
    sid: standIn.snapshot().sessions[0]?.id,
    groups: [],
  });
  expect(standIn.snapshot().users).toHaveLength(2);
});

test('a code is not given without PKCE, nor to another site', async () => {
  const { browser } = await signIn(standIn, SITE, ana);
  const without = await browser.authorize({ code_challenge: '', code_challenge_method: '' });
  expect(answerOf(without).get('error')).toBe('invalid_request');
  const foreign = await browser.authorize({ redirect_uri: 'http://localhost:5999/' });
  expect([foreign.origin, answerOf(foreign).get('code')]).toEqual([standIn.url, null]);
});

test('logout with the ID token ends the session and leads back, to the site only', async () => {
  const { browser, tokens } = await signIn(standIn, SITE, ana);
  const logout = (to: string, fields: Record<string, string>) =>
    browser.request(browser.endpoint('logout'), {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'vigia-site', post_logout_redirect_uri: to, ...fields }),
    });
  const hint = { id_token_hint: tokens['id_token'] ?? '' };
  expect((await logout('http://localhost:5999/', hint)).status).toBe(400);
  expect((await logout(`${SITE}/`, {})).status).toBe(200);
  expect(standIn.snapshot().sessions).toHaveLength(1);

  const left = await logout(`${SITE}/ate-logo`, hint);
  expect([left.status, left.headers.get('location')]).toEqual([302, `${SITE}/ate-logo`]);
  expect(standIn.snapshot().sessions).toEqual([]);
  expect((await browser.refresh(tokens['refresh_token'])).status).toBe(400);
  expect(answerOf(await browser.authorize({ prompt: 'none' })).get('error')).toBe('login_required');
});

test('a restart with the same folder keeps accounts, groups and sessions; the folder holds no secret of a person', async () => {
  const { browser, tokens } = await signIn(standIn, SITE, ana);
  const before = standIn.snapshot();
  await restart((file) => {
    const kept = readFileSync(file, 'utf8');
    expect(Object.values(tokens).filter((token) => token.length > 20 && kept.includes(token))).toEqual([]);
    expect(kept).not.toContain(ana.password);
  });
  expect(standIn.snapshot()).toEqual(before);
  expect((await browser.refresh(tokens['refresh_token'])).status).toBe(200);
  expect(answerOf(await browser.authorize({ prompt: 'none' })).get('code')).toBeTruthy();
});

test('a session that was ended, or whose account is gone, asks for a login instead of hanging', async () => {
  const { browser, tokens } = await signIn(standIn, SITE, ana);
  const [session] = standIn.snapshot().sessions;
  await fetch(`${standIn.url}/__stand-in/sessions/${session?.id}/end`, {
    method: 'POST',
    redirect: 'manual',
  });
  expect((await browser.refresh(tokens['refresh_token'])).status).toBe(400);
  expect(answerOf(await browser.authorize({ prompt: 'none' })).get('error')).toBe('login_required');

  const again = await signIn(standIn, SITE, ana);
  await restart((file) => {
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), users: [] }));
  });
  expect(answerOf(await again.browser.authorize({ prompt: 'none' })).get('error')).toBe('login_required');
  expect((await again.browser.refresh(again.tokens['refresh_token'])).status).toBe(400);
});
