/** Features of the identity stand-in only: chosen claims and faults on demand. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIdentityStandIn, type TokenOverrides } from '#dev/stand-ins/identity/index.ts';
import { createKeycloakIdentityAdmin } from '#functions/vendors/keycloak/identity-admin.ts';
import { createTokenVerifier } from '#functions/vendors/keycloak/token-verifier.ts';

const PORT = 5218;
const SITE = 'http://localhost:5219';
const ana = {
  email: 'ana@vigia.example',
  password: 'segredo-da-ana',
  name: 'Ana de Souza',
  groups: ['clientes', 'tenant:padaria-central'],
};
let standIn: ReturnType<typeof createIdentityStandIn>;

beforeEach(async () => {
  standIn = createIdentityStandIn({ port: PORT, siteOrigin: SITE, seedUsers: [ana] });
  await standIn.start();
});

afterEach(async () => {
  await standIn.stop();
});

function createVerifier() {
  const { issuer, jwksUrl, clientId } = standIn;
  return createTokenVerifier({ issuer, jwksUrl, audience: { azp: clientId } });
}

const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

test('missing or odd claims do not refuse a valid token', async () => {
  const odd = {
    groups: 'tenant:acme',
    email: undefined,
    name: 7,
    realm_access: undefined,
    auth_time: 'ontem',
    email_verified: 'sim',
  };
  const identity = await createVerifier().verify(`Bearer ${await standIn.tokenFor(ana.email, odd)}`);
  expect(identity).toEqual({
    subject: expect.any(String),
    email: null,
    emailVerified: false,
    name: null,
    tenant: null,
    signedInAt: null,
    roles: [],
  });
});

test('the audience replaces a missing issued-to claim', async () => {
  const token = await standIn.tokenFor(ana.email, { azp: undefined, aud: ['account', 'vigia-site'] });
  await expect(createVerifier().verify(`bearer ${token}`)).resolves.toMatchObject({
    tenant: 'padaria-central',
  });
});

test.each<[string, TokenOverrides]>([
  ['expired', { exp: secondsFromNow(-60) }],
  ['without an expiry', { exp: undefined }],
  ['not valid yet', { nbf: secondsFromNow(60) }],
  ['issued to another client', { azp: 'outro-site' }],
  ['issued to another client, with our audience', { azp: 'outro-site', aud: 'vigia-site' }],
  ['for an unknown audience', { azp: undefined }],
  ['by another issuer', { iss: `http://localhost:${PORT}/realms/outro` }],
  ['an ID token', { typ: 'ID', aud: 'vigia-site' }],
  ['without a subject', { sub: undefined }],
])('a token is refused when it is %s', async (_why, overrides) => {
  const header = `Bearer ${await standIn.tokenFor(ana.email, overrides)}`;
  await expect(createVerifier().verify(header)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('an outage of the provider is a temporary failure', async () => {
  standIn.faults.down = true;
  const admin = createKeycloakIdentityAdmin({
    baseUrl: standIn.url,
    realm: standIn.realm,
    clientId: standIn.adminClientId,
    clientSecret: standIn.adminClientSecret,
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
  });
  await expect(admin.ensureGroup('tenant:a')).rejects.toMatchObject({
    code: 'identity-unavailable',
    retryable: true,
  });
});
