/**
 * Tokens as Keycloak 26 writes them: their claims, signing and verification.
 *
 * Group names have no slash, as with the group mapper's `full.path=false`.
 */
import { randomUUID } from 'node:crypto';
import {
  calculateJwkThumbprint,
  compactVerify,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { IdentityStore, User } from './store.ts';

export const SITE_CLIENT = 'vigia-site';
export const FUNCTIONS_CLIENT = 'vigia-functions';
/** Client of the operators' commands. */
export const OPS_CLIENT = 'vigia-ops';
/** Client for signing in to an environment. */
export const ENVIRONMENTS_CLIENT = 'vigia-environments';
/** Keycloak's default lifetime of an access token. */
export const ACCESS_TOKEN_SECONDS = 300;
const SERVICE_ACCOUNT_ID = '6b1f0c1e-6d0b-4a0c-9d0e-5f5d2c7a4e10';
const OPS_ACCOUNT_ID = '0c6f7a52-2f1e-4f0b-8a51-7a9d6f0c3b21';

/**
 * Claims about a person, the same in access token, ID token and userinfo. Without a group the claim `groups` is
 * missing.
 */
export function personClaims(store: IdentityStore, user: User): JWTPayload {
  const [given = user.name, ...family] = user.name.split(' ');
  const groups = store.groupsOf(user).map((group) => group.name);
  return {
    sub: user.id,
    email_verified: user.isEmailProven,
    name: user.name,
    ...(groups.length > 0 ? { groups } : {}),
    preferred_username: user.email,
    given_name: given,
    family_name: family.join(' '),
    email: user.email,
  };
}

/**
 * Claims of the site's access token, except times and ids: no roles, so it is valid for our API only.
 * @param session Its id, and when the password was last typed, in seconds.
 */
export function userTokenClaims(
  store: IdentityStore,
  user: User,
  session: { readonly sid: string; readonly signedInAt: number },
  siteOrigin: string,
): JWTPayload {
  return {
    typ: 'Bearer',
    azp: SITE_CLIENT,
    sid: session.sid,
    // Keycloak's scope `basic` reads it from the session, so a renewed token has it too.
    auth_time: session.signedInAt,
    acr: '1',
    'allowed-origins': [siteOrigin],
    scope: 'openid profile email',
    ...personClaims(store, user),
  };
}

/** Claims of the service account's token, except times and ids. */
export function serviceTokenClaims(): JWTPayload {
  return {
    aud: 'realm-management',
    sub: SERVICE_ACCOUNT_ID,
    typ: 'Bearer',
    azp: FUNCTIONS_CLIENT,
    acr: '1',
    resource_access: { 'realm-management': { roles: ['manage-users', 'view-users', 'query-groups'] } },
    scope: 'profile email',
    preferred_username: `service-account-${FUNCTIONS_CLIENT}`,
    client_id: FUNCTIONS_CLIENT,
  };
}

/** Claims of the operators' client: the realm role and nothing else. */
export function opsTokenClaims(): JWTPayload {
  return {
    sub: OPS_ACCOUNT_ID,
    typ: 'Bearer',
    azp: OPS_CLIENT,
    acr: '1',
    realm_access: { roles: ['operador'] },
    scope: 'profile email',
    preferred_username: `service-account-${OPS_CLIENT}`,
    client_id: OPS_CLIENT,
  };
}

/** True for a token that may use the Admin API. */
export function isServiceToken(claims: JWTPayload): boolean {
  return claims['azp'] === FUNCTIONS_CLIENT && claims['resource_access'] !== undefined;
}

/** Creates the realm's key at the first start; later starts use the same one. */
export async function ensureSigningKey(store: IdentityStore): Promise<JWK> {
  if (store.state.signingKey) return store.state.signingKey;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const key: JWK = { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
  store.state.signingKey = key;
  store.save();
  return key;
}

export interface TokenReader {
  /** Claims of a valid, unexpired token of this realm, or `null`. */
  read(token: string): Promise<JWTPayload | null>;
  /** True for any token signed by this realm, even an expired one: required of an ID token hint. */
  isOurs(token: string): Promise<boolean>;
  /** Signs claims with the realm's key. */
  sign(claims: JWTPayload): Promise<string>;
}

/** Verifies and signs with the realm's key. */
export function createTokenReader(issuer: string, key: JWK): TokenReader {
  const { kid = '', kty = '', n = '', e = '', alg = 'RS256' } = key;
  const keys = createLocalJWKSet({ keys: [{ kid, kty, n, e, alg, use: 'sig' }] });
  return {
    async read(token) {
      const verified = await jwtVerify(token, keys, { issuer, algorithms: ['RS256'] }).catch(() => null);
      return verified?.payload ?? null;
    },
    isOurs: (token) =>
      compactVerify(token, keys).then(
        () => true,
        () => false,
      ),
    sign(claims) {
      const iat = Math.floor(Date.now() / 1000);
      return new SignJWT({ iat, exp: iat + ACCESS_TOKEN_SECONDS, jti: randomUUID(), iss: issuer, ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
        .sign(key);
    },
  };
}
