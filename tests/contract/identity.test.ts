/** The Keycloak adapter against the running identity stand-in, and what a person's tokens say afterwards. */
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIdentityStandIn } from '#dev/stand-ins/identity/index.ts';
import {
  createKeycloakIdentityAdmin,
  type KeycloakIdentityAdminOptions,
} from '#functions/adapters/keycloak/identity-admin.ts';
import { signIn } from './identity-browser.ts';

const PORT = 5212;
const SITE = 'http://localhost:5213';
const ana = { email: 'ana@vigia.example', password: 'segredo-da-ana', name: 'Ana de Souza' };

let standIn: ReturnType<typeof createIdentityStandIn>;

beforeEach(() => {
  standIn = createIdentityStandIn({ port: PORT, siteOrigin: SITE, stateDir: null, seedUsers: [ana] });
  return standIn.start();
});

afterEach(() => standIn.stop());

function createAdmin(options: Partial<KeycloakIdentityAdminOptions> = {}) {
  return createKeycloakIdentityAdmin({
    baseUrl: standIn.url,
    realm: standIn.realm,
    clientId: standIn.adminClientId,
    clientSecret: standIn.adminClientSecret,
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    ...options,
  });
}

/** Records which calls reach the provider. */
function countingFetch() {
  const calls: string[] = [];
  const counted: typeof fetch = (input, init) => {
    calls.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname.split('/').at(-1)}`);
    return fetch(input, init);
  };
  return { calls, fetch: counted };
}

const subjectOf = (email: string): string =>
  standIn.snapshot().users.find((user) => user.email === email)?.id ?? '';

const groupsIn = (token = '') => decodeJwt(token)['groups'];

test('making a group twice gives the same group, and there is one', async () => {
  const admin = createAdmin();
  const first = await admin.ensureGroup('tenant:padaria-central');
  const second = await admin.ensureGroup('tenant:padaria-central');
  const other = await admin.ensureGroup('tenant:padaria');
  expect([second, other === first]).toEqual([first, false]);
  expect(standIn.snapshot().groups).toEqual([
    { id: first, name: 'tenant:padaria-central' },
    { id: other, name: 'tenant:padaria' },
  ]);
});

test('a removed group takes its memberships along, so that the next one of that name starts empty', async () => {
  const admin = createAdmin();
  const ana = subjectOf('ana@vigia.example');
  await admin.addMember(await admin.ensureGroup('tenant:acme'), ana);
  await admin.addMember(await admin.ensureGroup('tenant:acme-2'), ana);
  await admin.removeGroup('tenant:acme');
  await admin.removeGroup('tenant:acme');
  await admin.ensureGroup('tenant:acme');
  const member = standIn.snapshot().users.find(({ id }) => id === ana);
  expect(member?.groups).toEqual(['tenant:acme-2']);
});

test('a group whose answer was lost is found by the next call', async () => {
  const admin = createAdmin();
  await admin.ensureGroup('tenant:outra');
  standIn.faults.loseAnswers = 1;
  await expect(admin.ensureGroup('tenant:acme')).rejects.toMatchObject({ code: 'identity-unavailable' });
  const id = await admin.ensureGroup('tenant:acme');
  expect(standIn.snapshot().groups).toContainEqual({ id, name: 'tenant:acme' });
});

test('a membership appears in a refreshed token, and adding it twice changes nothing', async () => {
  const { browser, tokens } = await signIn(standIn, SITE, ana);
  expect(groupsIn(tokens['access_token'])).toEqual([]);
  const admin = createAdmin();
  const group = await admin.ensureGroup('tenant:padaria-central');
  await admin.addMember(group, subjectOf(ana.email));
  await admin.addMember(group, subjectOf(ana.email));
  const refreshed = (await browser.refresh(tokens['refresh_token'])).body;
  expect(groupsIn(refreshed['access_token'])).toEqual(['tenant:padaria-central']);
  expect(groupsIn(refreshed['id_token'])).toEqual(['tenant:padaria-central']);
});

test('the service token is asked for once, and again shortly before its end', async () => {
  const { calls, fetch } = countingFetch();
  let now = Date.now();
  const admin = createAdmin({ fetch, now: () => now });
  await admin.ensureGroup('tenant:a');
  await admin.ensureGroup('tenant:b');
  now += 271_000;
  await admin.ensureGroup('tenant:c');
  expect(calls).toEqual(['POST token', 'POST groups', 'POST groups', 'POST token', 'POST groups']);
});

test('a service token refused before its time is replaced once', async () => {
  const { calls, fetch } = countingFetch();
  let refusals = 1;
  const admin = createAdmin({
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).includes('/groups') && refusals-- > 0) return new Response(null, { status: 401 });
      return response;
    },
  });
  await admin.ensureGroup('tenant:a');
  expect(calls).toEqual(['POST token', 'POST groups', 'POST token', 'POST groups', 'GET groups']);
});

test('a provider that is down may be tried again; a wrong secret or an unknown user may not', async () => {
  standIn.faults.down = true;
  await expect(createAdmin().ensureGroup('tenant:a')).rejects.toMatchObject({
    code: 'identity-unavailable',
    retryable: true,
  });
  standIn.faults.down = false;
  await expect(createAdmin({ clientSecret: 'errado' }).ensureGroup('tenant:a')).rejects.toMatchObject({
    code: 'internal',
    retryable: false,
  });
  const admin = createAdmin();
  const group = await admin.ensureGroup('tenant:a');
  await expect(admin.addMember(group, 'nobody')).rejects.toMatchObject({ code: 'internal' });
});

test('the Admin API refuses strangers and people', async () => {
  const groups = `${standIn.url}/admin/realms/vigia/groups`;
  const status = async (token?: string) =>
    (await fetch(groups, token ? { headers: { Authorization: `Bearer ${token}` } } : {})).status;
  expect([await status(), await status('x.y.z'), await status(await standIn.tokenFor(ana.email))]).toEqual([
    401, 401, 403,
  ]);
});
