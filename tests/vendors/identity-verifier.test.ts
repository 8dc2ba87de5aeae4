/** The token verifier with the identity provider's keys and tokens. Forged claims: identity-stand-in.test.ts. */

import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYCLOAK_OPS_CLIENT_ID, localSecrets } from '#dev/local-values.ts';
import { createKeycloakIdentityAdmin } from '#functions/vendors/keycloak/identity-admin.ts';
import {
  createTokenVerifier,
  type TokenVerifierOptions,
} from '#functions/vendors/keycloak/token-verifier.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { signIn } from './identity-browser.ts';
import { type IdentityUnderTest, identityUnderTest } from './identity-provider.ts';

let provider: IdentityUnderTest;
/** Tokens of a person with a tenant. */
let tokens: Record<string, string>;
let person: Awaited<ReturnType<IdentityUnderTest['addPerson']>>;
const tenant = newSubdomain('padaria');

beforeAll(async () => {
  provider = identityUnderTest(5214);
  await provider.start();
  person = await provider.addPerson({ name: 'Ana de Souza' });
  const admin = createKeycloakIdentityAdmin({
    baseUrl: provider.url,
    realm: provider.realm,
    clientId: provider.adminClientId,
    clientSecret: provider.adminClientSecret,
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
  });
  await admin.addMember(await admin.ensureGroup(`tenant:${tenant}`), person.subject);
  tokens = (await signIn(provider, person)).tokens;
});
afterAll(() => provider.stop());

function createVerifier(options: Partial<TokenVerifierOptions> = {}) {
  return createTokenVerifier({
    issuer: provider.issuer,
    jwksUrl: provider.jwksUrl,
    audience: { azp: provider.clientId },
    ...options,
  });
}

const header = (): string => `Bearer ${tokens['access_token']}`;
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a valid token has account and tenant, and no role', async () => {
  expect(await createVerifier().verify(header())).toEqual({
    subject: person.subject,
    email: person.email,
    emailVerified: true,
    name: 'Ana de Souza',
    tenant,
    signedInAt: expect.any(Number),
    roles: [],
  });
});

test('the operators’ client has the operator role and no other', async () => {
  const response = await fetch(`${provider.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: KEYCLOAK_OPS_CLIENT_ID,
      client_secret: localSecrets.keycloakOpsClientSecret,
    }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  const verifier = createVerifier({ audience: { azp: KEYCLOAK_OPS_CLIENT_ID } });
  expect((await verifier.verify(`Bearer ${access_token}`)).roles).toEqual(['operador']);
  expect(decodeJwt(access_token)).not.toHaveProperty('resource_access');
});

test('an account without a group has no tenant', async () => {
  const { tokens: fresh } = await signIn(provider, await provider.addPerson());
  const identity = await createVerifier().verify(`Bearer ${fresh['access_token']}`);
  expect(identity.tenant).toBeNull();
});

test('ID and refresh tokens are not accepted as access tokens', async () => {
  for (const name of ['id_token', 'refresh_token']) {
    await expect(createVerifier().verify(`Bearer ${tokens[name]}`)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  }
});

test('the functions’ own token opens nothing', async () => {
  const answer = await fetch(`${provider.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: provider.adminClientId,
      client_secret: provider.adminClientSecret,
    }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  await expect(createVerifier().verify(`Bearer ${access_token}`)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('an expired token is refused', async () => {
  const later = createVerifier({ now: () => Date.now() + 10 * 60_000 });
  await expect(createVerifier().verify(header())).resolves.toBeDefined();
  await expect(later.verify(header())).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a token of another realm or client is refused', async () => {
  const strangers = [{ issuer: `${provider.url}/realms/outro` }, { audience: { azp: 'outro-site' } }];
  for (const options of strangers) {
    await expect(createVerifier(options).verify(header())).rejects.toMatchObject({ code: 'unauthenticated' });
  }
});

test('a changed payload is refused', async () => {
  const [head = '', payload = '', signature = ''] = (tokens['access_token'] ?? '').split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const forged = [head, encoded({ ...claims, groups: ['tenant:outra'] }), signature].join('.');
  await expect(createVerifier().verify(`Bearer ${forged}`)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('unsigned, wrongly signed and unknown-key tokens are refused', async () => {
  const payload = (tokens['access_token'] ?? '').split('.')[1] ?? '';
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
  'the header %j contains no token',
  async (value) => {
    await expect(createVerifier().verify(value)).rejects.toMatchObject({ code: 'unauthenticated' });
  },
);

test.each<[string, typeof fetch]>([
  ['the provider does not answer', () => Promise.reject(new TypeError('fetch failed'))],
  ['the provider answers with 503', async () => new Response('{}', { status: 503 })],
  ['the response is an HTML page', async () => new Response('<!doctype html>')],
  ['the response is not a key set', async () => Response.json({ error: 'x' })],
])('when %s, the failure is temporary', async (_why, fetch) => {
  await expect(createVerifier({ fetch }).verify(header())).rejects.toMatchObject({
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
  await verifier.verify(header());
  await verifier.verify(header());
  expect(reads).toBe(1);
});
