/** `npm run ops -- sso`: nothing changes in Keycloak before the proof is seen, and the secret is never an argument. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { companyAliasIn, companyPath } from '#domain/sign-in/company-address.ts';
import { isPublicMailDomain } from '#ops/sso/public-domains.ts';
import { runSso, type SsoNeeds, ssoCommand } from '#ops/sso/run.ts';

const proof = { name: '_vigia-entrada.empresa.com.br', value: 'vigia-entrada=abc' };
const asked = { tenant: 'padaria', domain: 'empresa.com.br', proof, onAt: null };
let sent: object[];
let admin: string[];
let said: string[];
let records: string[];

beforeEach(() => {
  [sent, admin, said, records] = [[], [], [], [`"x"`, proof.value]];
});

/** A Keycloak that has everything already, but for users. */
const answers: Readonly<Record<string, unknown>> = {
  '': { organizationsEnabled: true },
  '/authentication/flows/company%20first%20login/executions': [],
  '/organizations?search=empresa-padaria&exact=true': [
    { id: 'o1', name: 'empresa-padaria', domains: [{ name: 'empresa.com.br' }] },
  ],
  '/organizations/o1/identity-providers': [{ alias: 'empresa-padaria' }],
  '/identity-provider/instances/empresa-padaria': { alias: 'empresa-padaria' },
  '/users?idpAlias=empresa-padaria&first=0&max=100': [
    { id: 'u1', email: 'ana@empresa.com.br' },
    { id: 'u2', email: 'bia@empresa.com.br' },
  ],
  '/users/u1/credentials': [{ type: 'password' }],
  '/users/u2/credentials': [],
};
const urls = { issuer: 'i', authorizationUrl: 'a', tokenUrl: 't', jwksUrl: 'j' };

const needs = (known: Partial<SsoNeeds> = {}): SsoNeeds => ({
  client: {
    command: async (_, body) => {
      sent.push(body as object);
      return 'state' in (body as object) ? { ...asked, onAt: 1_795_953_216_000 } : asked;
    },
  },
  openAdmin: async () => ({
    read: async (path) => answers[path] ?? null,
    send: async (method, path, body) => {
      admin.push(`${method} ${path} ${JSON.stringify(body ?? '')}`);
    },
    ask: async () => urls,
  }),
  lookUp: async (name) => (name === proof.name ? records : []),
  askSecret: async () => ' segredo-digitado\n',
  out: (text) => said.push(text),
  ...known,
});
const options = { dominio: 'Empresa.com.br', descoberta: 'https://login.empresa.com.br/x', cliente: 'id-1' };
const run = (typed: Record<string, string | boolean>, known?: Partial<SsoNeeds>) =>
  runSso(['padaria'], typed, needs(known));

test('without the record it says which one, and touches nothing', async () => {
  for (const found of [[], ['vigia-entrada=outra']]) {
    records = found;
    expect(await run(options)).toBe(1);
  }
  expect(said[0]).toContain(proof.name);
  expect(said[0]).toContain(proof.value);
  expect(admin).toEqual([]);
  expect(sent).toEqual([asked, asked].map(() => ({ who: 'padaria', domain: 'empresa.com.br' })));
});

test('with the record it changes Keycloak, then says so to the API', async () => {
  expect(await run(options)).toBe(0);
  expect(sent.at(-1)).toEqual({ who: 'padaria', domain: 'empresa.com.br', state: 'on' });
  const [provider] = admin.filter((call) =>
    call.startsWith('PUT /identity-provider/instances/empresa-padaria'),
  );
  const config = /"config":(\{.*\})\}$/.exec(provider ?? '')?.[1] ?? '{}';
  expect(JSON.parse(config)).toMatchObject({
    clientSecret: 'segredo-digitado',
    claimFilterName: 'email',
    filteredByClaim: 'true',
    disableUserInfo: 'true',
    'kc.org.domain': 'empresa.com.br',
  });
  expect(said.join('\n')).not.toContain('segredo-digitado');
});

test('the filter of the provider takes addresses of the domain, and no others', async () => {
  await run(options);
  const filter = /"claimFilterValue":("(?:[^"\\]|\\.)*")/.exec(admin.join('\n'))?.[1] ?? '""';
  // Java's `(?i)` is the flag here.
  const pattern = new RegExp(`^(?:${(JSON.parse(filter) as string).replace('(?i)', '')})$`, 'i');
  expect(['ana@empresa.com.br', 'ANA@Empresa.com.br'].map((each) => pattern.test(each))).toEqual([
    true,
    true,
  ]);
  for (const other of [
    'ana@empresaXcom.br',
    'ana@sub.empresa.com.br',
    'ana@empresa.com.br.evil.com',
    'a@b@empresa.com.br',
  ])
    expect(pattern.test(other), other).toBe(false);
});

test('the secret comes from a file or the keyboard', async () => {
  expect(ssoCommand.usage).not.toMatch(/--segredo ID|senha/);
  const file = join(mkdtempSync(join(tmpdir(), 'sso-')), 'segredo');
  writeFileSync(file, 'do-arquivo\n');
  await run({ ...options, segredo: file }, { askSecret: () => Promise.reject(new Error('asked')) });
  expect(admin.join('\n')).toContain('"clientSecret":"do-arquivo"');
  await expect(run({ ...options, segredo: '/nada' })).rejects.toThrow('Não foi possível ler /nada.');
  await expect(run(options, { askSecret: async () => 'duas palavras' })).rejects.toThrow('uma palavra só');
});

test('public mail domains are refused before anything is asked', async () => {
  for (const dominio of ['gmail.com', 'UOL.com.br', 'globo.com', 'x.outlook.com'])
    await expect(run({ ...options, dominio })).rejects.toThrow('aberto a todos');
  expect(sent).toEqual([]);
  expect(isPublicMailDomain('empresa.com.br')).toBe(false);
});

test('an address that is not https is refused once the domain is proven', async () => {
  await expect(run({ ...options, descoberta: 'http://x.com' })).rejects.toThrow('--descoberta');
  expect(admin).toEqual([]);
});

test('off: who has no password is mailed before provider and Organization go, and only with --sim', async () => {
  await expect(run({ desligar: true })).rejects.toThrow('Repita com --sim.');
  expect(await run({ desligar: true, sim: true })).toBe(0);
  expect(admin.map((call) => call.split(' ').slice(0, 2).join(' '))).toEqual([
    'PUT /users/u2/execute-actions-email?lifespan=604800',
    'DELETE /identity-provider/instances/empresa-padaria',
    'DELETE /organizations/o1',
  ]);
  expect(sent.at(-1)).toEqual({ who: 'padaria', state: 'off' });
});

test('the company’s address names its provider, and nothing else does', () => {
  expect(companyAliasIn(companyPath('padaria'))).toBe('empresa-padaria');
  for (const path of [
    '/conta',
    '/conta?empresa=',
    '/conta?empresa=../x',
    '/conta?empresa=A%20b',
    '/conta#empresa=x',
  ])
    expect(companyAliasIn(path)).toBeNull();
});
