/** `npm run ops -- realm` without a server: what is compared, what is sent to correct it, and what stops it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import type { RealmAdmin } from '#ops/realm/admin.ts';
import { compareRealm } from '#ops/realm/compare.ts';
import { wantedClients, wantedRealm } from '#ops/realm/wanted.ts';
import { runOps } from '#ops/run.ts';

afterEach(() => vi.unstubAllEnvs());

const file = JSON.parse(readFileSync(join(projectRoot, 'deploy/keycloak/realm.json'), 'utf8')) as {
  clients: { clientId: string; protocolMappers?: object[] }[];
};

function mappingsOf(roles: readonly string[]): object {
  const named = (name: string) => ({ id: name, name });
  const owned = roles.filter((role) => role.includes('/')).map((role) => role.split('/') as [string, string]);
  return {
    realmMappings: roles.filter((role) => !role.includes('/')).map(named),
    clientMappings: Object.fromEntries(
      owned.map(([owner]) => [
        owner,
        { mappings: owned.filter(([o]) => o === owner).map(([, n]) => named(n)) },
      ]),
    ),
  };
}

/** An in-memory realm that matches the file; `changed` replaces responses. */
function imported(changed: Readonly<Record<string, unknown>> = {}) {
  const sent: unknown[] = [];
  const answers: Record<string, unknown> = {
    '': { ...file, smtpServer: { password: '**********' } },
    '/roles/operador': { id: 'operador', name: 'operador' },
  };
  for (const { clientId, inTokens, ofAccount } of wantedClients) {
    const client = file.clients.find((each) => each.clientId === clientId);
    const protocolMappers = client?.protocolMappers?.map((mapper) => ({ id: 'm', ...mapper }));
    answers[`/clients?clientId=${clientId}`] = [{ ...client, id: clientId, secret: 'x', protocolMappers }];
    answers[`/clients/${clientId}`] = { ...client, id: clientId, secret: 'x' };
    answers[`/clients/${clientId}/scope-mappings`] = mappingsOf(inTokens);
    answers[`/clients/${clientId}/service-account-user`] = { id: `conta-${clientId}` };
    answers[`/users/conta-${clientId}/role-mappings`] = mappingsOf(ofAccount);
  }
  const admin: RealmAdmin = {
    ask: async () => null,
    read: async (path) => ({ ...answers, ...changed })[path] ?? null,
    send: async (method, path, body) => void sent.push([method, path, body]),
  };
  return { admin, sent, answers };
}

test('an unchanged realm has no difference', async () => {
  expect(await compareRealm(imported().admin)).toEqual([]);
});

test('security settings are compared; secrets, addresses and names are not', () => {
  const compared = (settings: typeof wantedRealm) => settings.map(({ path }) => path.join('/'));
  expect(compared(wantedRealm)).toEqual(
    expect.arrayContaining([
      'verifyEmail',
      'loginTheme',
      'passwordPolicy',
      'bruteForceProtected',
      'editUsernameAllowed',
      'accessTokenLifespan',
      'supportedLocales',
      'attributes/adminEventsExpiration',
    ]),
  );
  const all = [...wantedRealm, ...wantedClients.flatMap(({ settings }) => settings)];
  expect(JSON.stringify(all)).not.toContain('${');
  expect(
    compared(all).filter((path) => /(^|\/)(secret|id|clientId|name|displayName|\w+Ur[il]s?)$/.test(path)),
  ).toEqual([]);
  for (const { settings } of wantedClients)
    expect(settings).toContainEqual({ path: ['fullScopeAllowed'], value: false });
});

test('a correction sends the whole object, so that nothing else is lost', async () => {
  const plain = imported();
  const older = { ...(plain.answers['/clients/vigia-site'] as object), fullScopeAllowed: true };
  const { admin, sent } = imported({
    '/clients?clientId=vigia-site': [{ ...older, protocolMappers: [] }],
    '/clients/vigia-site': older,
  });
  const found = await compareRealm(admin);
  expect(found.map(({ said }) => said)).toEqual([
    'vigia-site: fullScopeAllowed é true, precisa ser false',
    'vigia-site: o mapeador groups falta ou é outro',
  ]);
  await found[0]?.apply?.();
  expect(sent).toEqual([['PUT', '/clients/vigia-site', { ...older, fullScopeAllowed: false }]]);
});

test('a missing client is reported, not created: its secret is the operator’s', async () => {
  const found = await compareRealm(imported({ '/clients?clientId=vigia-ops': [] }).admin);
  expect(found).toEqual([
    { said: 'vigia-ops: o cliente não existe; crie-o como em realm.json', apply: null },
  ]);
});

test('a missing realm is an error, not a difference', async () => {
  await expect(
    compareRealm({ read: async () => null, send: async () => {}, ask: async () => null }),
  ).rejects.toThrow('Este realm não existe');
});

test('without an administrator no request is made', async () => {
  vi.stubEnv('OPS_KEYCLOAK_URL', 'https://auth.example');
  const terminal = { out: () => {}, note: () => {}, wait: async () => {} };
  await expect(runOps(['realm'], terminal)).rejects.toThrow('OPS_REALM_ADMIN, OPS_REALM_ADMIN_PASSWORD');
});
