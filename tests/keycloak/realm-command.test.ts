/**
 * `npm run ops -- realm` with the real server: differences of an older realm are listed, and corrected without side
 * effects.
 */
import { decodeJwt } from 'jose';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { KEYCLOAK_OPS_CLIENT_ID, localSecrets } from '#dev/local-values.ts';
import { openRealmAdmin, readRealmAdminSettings } from '#ops/realm/admin.ts';
import { runOps } from '#ops/run.ts';
import { signIn } from '#tests/vendors/identity-browser.ts';
import { identityUnderTest } from '#tests/vendors/identity-provider.ts';

const provider = identityUnderTest(0);
const running = inject('keycloak');
const variables = {
  OPS_KEYCLOAK_URL: running.url,
  OPS_REALM_ADMIN: 'admin',
  OPS_REALM_ADMIN_PASSWORD: running.administratorPassword,
};

afterEach(() => {
  vi.unstubAllEnvs();
});

async function run(...words: readonly string[]): Promise<{ code: number; lines: readonly string[] }> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const lines: string[] = [];
  const code = await runOps(words, {
    out: (text) => void lines.push(...text.split('\n')),
    note: () => {},
    wait: async () => {},
  });
  return { code, lines };
}

type Known = { id: string; name: string } & Record<string, unknown>;

/** Changes the realm to the state of an old import. */
async function age(): Promise<void> {
  const admin = await openRealmAdmin(readRealmAdminSettings(variables));
  const read = async <T>(path: string): Promise<T> => (await admin.read(path)) as T;
  const clientNamed = async (name: string) =>
    (await read<[Known & { protocolMappers: [Known] }]>(`/clients?clientId=${name}`))[0];
  const realm = await read<Known>('');
  const older = { verifyEmail: false, editUsernameAllowed: false, accessTokenLifespan: 900 };
  await admin.send('PUT', '', { ...realm, ...older });
  const site = await clientNamed('vigia-site');
  await admin.send('PUT', `/clients/${site.id}`, { ...site, fullScopeAllowed: true });
  const scopes = await read<Known[]>('/client-scopes');
  const roles = scopes.find(({ name }) => name === 'roles')?.id;
  await admin.send('PUT', `/clients/${site.id}/default-client-scopes/${roles}`);
  await admin.send('DELETE', `/clients/${site.id}/protocol-mappers/models/${site.protocolMappers[0].id}`);
  const ops = await clientNamed('vigia-ops');
  const operador = [await read('/roles/operador')];
  await admin.send('DELETE', `/clients/${ops.id}/scope-mappings/realm`, operador);
  const account = await read<Known>(`/clients/${ops.id}/service-account-user`);
  await admin.send('DELETE', `/users/${account.id}/role-mappings/realm`, operador);
  const { id } = await clientNamed('vigia-environments');
  await admin.send('POST', `/clients/${id}/scope-mappings/realm`, operador);
}

async function operatorRoles(): Promise<unknown> {
  const response = await fetch(`${provider.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: KEYCLOAK_OPS_CLIENT_ID,
      client_secret: localSecrets.keycloakOpsClientSecret,
    }),
  });
  return decodeJwt(((await response.json()) as { access_token: string }).access_token)['realm_access'];
}

test('a fresh realm differs in nothing', async () => {
  expect((await run('realm')).code).toBe(0);
});

test('an older realm is corrected and keeps its secrets', async () => {
  await age();
  const person = await provider.addPerson();
  const before = decodeJwt((await signIn(provider, person)).tokens['access_token'] ?? '');
  expect(before).toMatchObject({ aud: 'account', resource_access: { account: expect.anything() } });
  expect(await operatorRoles()).toBeUndefined();

  const applied = await run('realm', '--aplicar');
  expect(applied.lines.toSorted()).toEqual(
    [
      'O realm difere de deploy/keycloak/realm.json:',
      '  realm: verifyEmail é false, precisa ser true',
      '  realm: editUsernameAllowed é false, precisa ser true',
      '  realm: accessTokenLifespan é 900, precisa ser 300',
      '  vigia-site: fullScopeAllowed é true, precisa ser false',
      '  vigia-site: escopo padrão roles a mais',
      '  vigia-site: o mapeador groups falta ou é outro',
      '  vigia-ops: papéis no token: falta operador',
      '  vigia-ops: papéis da conta de serviço: falta operador',
      '  vigia-environments: papéis no token: operador a mais',
      'Corrigido.',
    ].toSorted(),
  );
  expect([applied.code, (await run('realm')).code]).toEqual([0, 0]);

  const after = decodeJwt((await signIn(provider, person)).tokens['access_token'] ?? '');
  for (const claim of ['aud', 'realm_access', 'resource_access']) expect(after).not.toHaveProperty(claim);
  expect(await operatorRoles()).toEqual({ roles: ['operador'] });
}, 180_000);

test('all sessions end: a refresh token of before is refused, a new sign-in works', async () => {
  const person = await provider.addPerson();
  const { tokens } = await signIn(provider, person);
  const renew = () =>
    fetch(`${provider.issuer}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'vigia-site',
        refresh_token: tokens['refresh_token'] ?? '',
      }),
    });
  await expect(run('realm', '--encerrar-sessoes')).rejects.toThrow('Repita com --sim');
  expect(await run('realm', '--encerrar-sessoes', '--sim')).toEqual({
    code: 0,
    lines: ['Todas as sessões terminaram. Tokens já entregues valem por até cinco minutos.'],
  });
  const refused = await renew();
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'invalid_grant' }),
  ]);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect((await signIn(provider, person)).tokens['access_token']).toEqual(expect.any(String));
  // Accounts and settings are as before.
  expect((await run('realm')).code).toBe(0);
}, 120_000);
