/** The Keycloak adapter with the identity provider, and its effect on a person's tokens. */
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DomainError } from '#domain/errors.ts';
import { redact } from '#functions/platform/logger.ts';
import {
  createKeycloakIdentityAdmin,
  type KeycloakIdentityAdminOptions,
} from '#functions/vendors/keycloak/identity-admin.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { signIn } from './identity-browser.ts';
import { type IdentityUnderTest, identityUnderTest } from './identity-provider.ts';

let provider: IdentityUnderTest;

beforeEach(() => {
  provider = identityUnderTest(5212);
  return provider.start();
});

afterEach(() => provider.stop());

function createAdmin(options: Partial<KeycloakIdentityAdminOptions> = {}) {
  return createKeycloakIdentityAdmin({
    baseUrl: provider.url,
    realm: provider.realm,
    clientId: provider.adminClientId,
    clientSecret: provider.adminClientSecret,
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    ...options,
  });
}

/** Counts the calls that reach the provider. */
function countingFetch() {
  const calls: string[] = [];
  const counted: typeof fetch = (input, init) => {
    calls.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname.split('/').at(-1)}`);
    return fetch(input, init);
  };
  return { calls, fetch: counted };
}

const newGroup = (): string => `tenant:${newSubdomain()}`;
const groupsIn = (token = '') => decodeJwt(token)['groups'];

test('creating a group twice returns the same group', async () => {
  const admin = createAdmin();
  const name = newGroup();
  const first = await admin.ensureGroup(name);
  const second = await admin.ensureGroup(name);
  // A longer name with the same start must not match.
  const longer = await admin.ensureGroup(`${name}-2`);
  expect([second, longer === first]).toEqual([first, false]);
  expect(await provider.groupsNamed(name)).toEqual([first]);
});

test('a removed group removes its memberships; a new one starts empty', async () => {
  const admin = createAdmin();
  const { subject } = await provider.addPerson();
  const [gone, kept] = [newGroup(), newGroup()];
  await admin.addMember(await admin.ensureGroup(gone), subject);
  await admin.addMember(await admin.ensureGroup(kept), subject);
  await admin.removeGroup(gone);
  await admin.removeGroup(gone);
  await admin.ensureGroup(gone);
  expect(await provider.groupsOf(subject)).toEqual([kept]);
});

test('a group lists exactly its members, and no group has none', async () => {
  const admin = createAdmin();
  const [first, second] = [await provider.addPerson(), await provider.addPerson()];
  const [group, longer] = [newGroup(), newGroup()];
  expect(await admin.listMembers(group)).toEqual([]);
  const id = await admin.ensureGroup(group);
  expect(await admin.listMembers(group)).toEqual([]);
  for (const { subject } of [first, second]) await admin.addMember(id, subject);
  await admin.addMember(await admin.ensureGroup(longer), first.subject);
  expect(new Set(await admin.listMembers(group))).toEqual(new Set([first.subject, second.subject]));
});

test('removing a group membership keeps the others, however often repeated', async () => {
  const admin = createAdmin();
  const { subject } = await provider.addPerson();
  const [left, kept] = [newGroup(), newGroup()];
  for (const group of [left, kept]) await admin.addMember(await admin.ensureGroup(group), subject);
  await admin.removeMember(left, subject);
  await admin.removeMember(left, subject);
  await admin.removeMember(newGroup(), subject);
  await admin.removeMember(kept, crypto.randomUUID());
  expect(await provider.groupsOf(subject)).toEqual([kept]);
});

test('an account is exported readably, and gone after its removal', async () => {
  const admin = createAdmin();
  const person = await provider.addPerson();
  const found = await admin.readUser(person.subject);
  expect(found).toMatchObject({ id: person.subject, email: person.email, enabled: true });
  expect(JSON.stringify(found)).not.toMatch(/credential|password|secret/i);
  expect(await admin.findUser(person.email.toUpperCase())).toEqual(found);
  expect(await admin.findUser(person.email.slice(1))).toBeNull();
  expect(await admin.removeUser(person.subject)).toBe(true);
  expect(await admin.removeUser(person.subject)).toBe(false);
  expect(await admin.readUser(person.subject)).toBeNull();
  expect(await admin.findUser(person.email)).toBeNull();
});

test('a group whose response was lost is found by the next call', async () => {
  const name = newGroup();
  let lost = 0;
  const admin = createAdmin({
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).endsWith('/groups') && lost++ === 0) throw new TypeError('fetch failed');
      return response;
    },
  });
  await expect(admin.ensureGroup(name)).rejects.toMatchObject({ code: 'identity-unavailable' });
  expect(await provider.groupsNamed(name)).toEqual([await admin.ensureGroup(name)]);
});

test('a membership appears in a refreshed token, and adding it is idempotent', async () => {
  const person = await provider.addPerson();
  const { browser, tokens } = await signIn(provider, person);
  expect(groupsIn(tokens['access_token'])).toBeUndefined();
  const admin = createAdmin();
  const name = newGroup();
  const group = await admin.ensureGroup(name);
  await admin.addMember(group, person.subject);
  await admin.addMember(group, person.subject);
  const refreshed = (await browser.refresh(tokens['refresh_token'])).body;
  expect(groupsIn(refreshed['access_token'])).toEqual([name]);
  expect(groupsIn(refreshed['id_token'])).toEqual([name]);
});

test('the service token is requested once, and again before its expiry', async () => {
  const { calls, fetch } = countingFetch();
  let now = Date.now();
  const admin = createAdmin({ fetch, now: () => now });
  await admin.ensureGroup(newGroup());
  await admin.ensureGroup(newGroup());
  now += 271_000;
  await admin.ensureGroup(newGroup());
  expect(calls).toEqual(['POST token', 'POST groups', 'POST groups', 'POST token', 'POST groups']);
});

test('a service token refused early is replaced once', async () => {
  const { calls, fetch } = countingFetch();
  let refusals = 1;
  const admin = createAdmin({
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).includes('/groups') && refusals-- > 0) return new Response(null, { status: 401 });
      return response;
    },
  });
  await admin.ensureGroup(newGroup());
  expect(calls).toEqual(['POST token', 'POST groups', 'POST token', 'POST groups', 'GET groups']);
});

test('a wrong secret or a missing role is a temporary failure', async () => {
  const passing = { code: 'identity-unavailable', retryable: true };
  const name = newGroup();
  await expect(createAdmin({ clientSecret: 'errado' }).ensureGroup(name)).rejects.toMatchObject(passing);
  const withoutRole = createAdmin({
    fetch: async (input, init) =>
      String(input).includes('/admin/') ? new Response(null, { status: 403 }) : fetch(input, init),
  });
  await expect(withoutRole.ensureGroup(name)).rejects.toMatchObject(passing);
});

test.each<[string, () => Promise<Response>]>([
  ['a response that is not JSON', async () => new Response('Maria da Silva')],
  ['a response in another format', async () => Response.json({ id: 7, email: 'Maria da Silva' })],
  ['a failed request', () => Promise.reject(new TypeError('no route to /groups?search=tenant:maria-silva'))],
])('%s is not part of what is logged about the failure', async (_case, answer) => {
  const admin = createAdmin({
    fetch: (input, init) => (String(input).includes('/admin/') ? answer() : fetch(input, init)),
  });
  const failure: unknown = await admin.readUser('somebody').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DomainError);
  expect(JSON.stringify(redact(failure))).not.toMatch(/maria/i);
});

test('an unknown user is a permanent defect', async () => {
  const admin = createAdmin();
  const group = await admin.ensureGroup(newGroup());
  await expect(admin.addMember(group, 'nobody')).rejects.toMatchObject({
    code: 'internal',
    retryable: false,
  });
});

test('the Admin API refuses visitors and ordinary accounts', async () => {
  const { tokens } = await signIn(provider, await provider.addPerson());
  const groups = `${provider.url}/admin/realms/vigia/groups`;
  const status = async (token?: string) =>
    (await fetch(groups, token ? { headers: { Authorization: `Bearer ${token}` } } : {})).status;
  expect([await status(), await status('x.y.z'), await status(tokens['access_token'])]).toEqual([
    401, 401, 403,
  ]);
});
