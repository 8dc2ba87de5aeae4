/**
 * Accounts that were lost with the server's database come back under their subjects and in their groups, from the rows
 * that the API has (docs/worst-day.md).
 */
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect, inject, test } from 'vitest';
import { openRealmAdmin, readRealmAdminSettings } from '#ops/realm/admin.ts';
import { signIn } from '#tests/vendors/identity-browser.ts';
import { identityUnderTest } from '#tests/vendors/identity-provider.ts';

const provider = identityUnderTest(0);
const running = inject('keycloak');
const open = () =>
  openRealmAdmin(
    readRealmAdminSettings({
      OPS_KEYCLOAK_URL: running.url,
      OPS_REALM_ADMIN: 'admin',
      OPS_REALM_ADMIN_PASSWORD: running.administratorPassword,
    }),
  );

test('a deleted account is created again with the subject that the API knows', async () => {
  const person = await provider.addPerson();
  const before = decodeJwt((await signIn(provider, person)).tokens['access_token'] ?? '').sub ?? '';
  const group = `tenant:lost-${before.slice(0, 8)}`;
  const admin = await open();
  await admin.send('DELETE', `/users/${before}`);
  expect(await admin.read(`/users/${before}`)).toBe(null);
  // What docs/worst-day.md writes from the table `orders`, here with a password so that the person can sign in.
  await admin.send('POST', '/partialImport', {
    ifResourceExists: 'SKIP',
    groups: [{ name: group, path: `/${group}` }],
    users: [
      {
        groups: [`/${group}`],
        id: before,
        username: person.email,
        email: person.email,
        firstName: 'Ana',
        lastName: 'Souza',
        enabled: true,
        emailVerified: true,
        credentials: [{ type: 'password', value: person.password }],
      },
    ],
  });
  expect(decodeJwt((await signIn(provider, person)).tokens['access_token'] ?? '')).toMatchObject({
    sub: before,
    groups: [group],
  });
  // An account of the same address is left alone: the import can be repeated.
  await admin.send('POST', '/partialImport', {
    ifResourceExists: 'SKIP',
    users: [{ id: randomUUID(), username: person.email, email: person.email, enabled: true }],
  });
  expect(await admin.read(`/users/${before}`)).toMatchObject({ email: person.email });
}, 120_000);
