/** The token verifier against the keys and tokens of the running identity stand-in. */

import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIdentityStandIn, type TokenOverrides } from '#dev/stand-ins/identity/index.ts';
import {
  createTokenVerifier,
  type TokenVerifierOptions,
} from '#functions/adapters/keycloak/token-verifier.ts';

const ana = {
  email: 'ana@vigia.example',
  password: 'segredo-da-ana',
  name: 'Ana de Souza',
  groups: ['clientes', 'tenant:padaria-central'],
  roles: ['operador'],
};
const standIn = createIdentityStandIn({
  port: 5214,
  siteOrigin: 'http://localhost:5215',
  stateDir: null,
  seedUsers: [ana, { email: 'novo@vigia.example', password: 'segredo-novo', name: 'Rui' }],
});

beforeAll(() => standIn.start());
afterAll(() => standIn.stop());

function createVerifier(options: Partial<TokenVerifierOptions> = {}) {
  return createTokenVerifier({
    issuer: standIn.issuer,
    jwksUrl: standIn.jwksUrl,
    audience: { azp: standIn.clientId },
    ...options,
  });
}

const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a valid token names the account, its tenant and its realm roles', async () => {
  const identity = await createVerifier().verify(`Bearer ${await standIn.tokenFor(ana.email)}`);
  expect(identity).toEqual({
    subject: standIn.snapshot().users[0]?.id,
    email: 'ana@vigia.example',
    name: 'Ana de Souza',
    tenant: 'padaria-central',
    roles: ['default-roles-vigia', 'offline_access', 'uma_authorization', 'operador'],
  });
});

test('an account without a group has no tenant', async () => {
  const identity = await createVerifier().verify(`Bearer ${await standIn.tokenFor('novo@vigia.example')}`);
  expect(identity.tenant).toBeNull();
});

test('claims that are missing or odd do not refuse a proved token', async () => {
  const odd = { groups: 'tenant:acme', email: undefined, name: 7, realm_access: undefined };
  const identity = await createVerifier().verify(`Bearer ${await standIn.tokenFor(ana.email, odd)}`);
  expect(identity).toEqual({ subject: expect.any(String), email: null, name: null, tenant: null, roles: [] });
});

test('the audience stands in for an issued-to claim that is missing', async () => {
  const token = await standIn.tokenFor(ana.email, { azp: undefined, aud: ['account', 'vigia-site'] });
  await expect(createVerifier().verify(`bearer ${token}`)).resolves.toMatchObject({
    tenant: 'padaria-central',
  });
});

test.each<[string, TokenOverrides]>([
  ['expired', { exp: secondsFromNow(-60) }],
  ['without an end', { exp: undefined }],
  ['not valid yet', { nbf: secondsFromNow(60) }],
  ['issued to another client', { azp: 'outro-site' }],
  ['issued to another client, though meant for us', { azp: 'outro-site', aud: 'vigia-site' }],
  ['meant for nobody we know', { azp: undefined }],
  ['of another issuer', { iss: 'http://localhost:5214/realms/outro' }],
  ['an ID token', { typ: 'ID', aud: 'vigia-site' }],
  ['without a subject', { sub: undefined }],
])('a token is refused when it is %s', async (_why, overrides) => {
  const header = `Bearer ${await standIn.tokenFor(ana.email, overrides)}`;
  await expect(createVerifier().verify(header)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a token that was fine is refused once its time is over', async () => {
  const header = `Bearer ${await standIn.tokenFor(ana.email)}`;
  const later = createVerifier({ now: () => Date.now() + 10 * 60_000 });
  await expect(createVerifier().verify(header)).resolves.toBeDefined();
  await expect(later.verify(header)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('an altered payload is refused', async () => {
  const [header = '', payload = '', signature = ''] = (await standIn.tokenFor(ana.email)).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const forged = [header, encoded({ ...claims, groups: ['tenant:outra'] }), signature].join('.');
  await expect(createVerifier().verify(`Bearer ${forged}`)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('an unsigned token, one signed with a shared secret and one with a strange key are refused', async () => {
  const payload = (await standIn.tokenFor(ana.email)).split('.')[1] ?? '';
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const strange = await generateKeyPair('RS256', { extractable: true });
  const { n = '' } = await exportJWK(strange.publicKey);
  const forgeries = [
    `${encoded({ alg: 'none' })}.${payload}.`,
    `${encoded({ alg: 'none' })}.${payload}.${encoded('x')}`,
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(n)),
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'x' }).sign(strange.privateKey),
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(strange.privateKey),
  ];
  const outcomes = await Promise.allSettled(
    forgeries.map((token) => createVerifier().verify(`Bearer ${token}`)),
  );
  expect(outcomes).toEqual(
    forgeries.map(() => ({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'unauthenticated' }),
    })),
  );
});

test.each([[undefined], [null], [''], ['Bearer'], ['Bearer x'], ['Basic dTpw']])(
  'the header %j carries no token',
  async (header) => {
    await expect(createVerifier().verify(header)).rejects.toMatchObject({ code: 'unauthenticated' });
  },
);

test.each<[string, typeof fetch]>([
  ['the provider does not answer', () => Promise.reject(new TypeError('fetch failed'))],
  ['the provider answers with 503', async () => new Response('{}', { status: 503 })],
  ['the answer is a web page', async () => new Response('<!doctype html>')],
  ['the answer is no key set', async () => Response.json({ error: 'x' })],
])('when %s, the call may be tried again', async (_why, fetch) => {
  const header = `Bearer ${await standIn.tokenFor(ana.email)}`;
  await expect(createVerifier({ fetch }).verify(header)).rejects.toMatchObject({
    code: 'identity-unavailable',
    retryable: true,
  });
});

test('the keys are read once for many tokens', async () => {
  let reads = 0;
  const verifier = createVerifier({
    fetch: (input, init) => {
      reads += 1;
      return fetch(input, init);
    },
  });
  const header = `Bearer ${await standIn.tokenFor(ana.email)}`;
  await verifier.verify(header);
  await verifier.verify(header);
  expect(reads).toBe(1);
});
