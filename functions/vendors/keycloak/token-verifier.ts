/**
 * Verifies access tokens against the realm's published keys.
 *
 * Owns: signature (RS256 only), issuer, lifetime, and that the token was issued to our site. Does not own: whether the
 * token's tenant is the one that a call names.
 */

import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import * as z from 'zod';
import { normalEmail } from '#domain/email/email.ts';
import { DomainError } from '#domain/errors.ts';
import { deriveTenant } from '#domain/tenants/derive-tenant.ts';
import type { Identity, TokenVerifier } from '#functions/vendors/identity.ts';

export interface TokenVerifierOptions {
  /** `iss` as the realm writes it: `{base}/realms/{realm}`. */
  readonly issuer: string;
  /** Where the realm publishes its keys; may be another host than the issuer's. */
  readonly jwksUrl: string;
  /** The client that tokens must have been issued to. */
  readonly audience: { readonly azp: string };
  readonly fetch?: typeof fetch | undefined;
  readonly now?: (() => number) | undefined;
}

/** Maximum clock difference with the provider. */
const CLOCK_TOLERANCE_SECONDS = 5;
const JWKS_TIMEOUT_MS = 5_000;

/** The claims we read from Keycloak's access token; others are ignored. */
const AccessTokenClaims = z.object({
  sub: z.string().min(1),
  // An ID token has the same keys and client; only its type differs.
  typ: z.literal('Bearer'),
  azp: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  email: z.string().nullish().catch(null),
  email_verified: z.boolean().catch(false),
  name: z.string().nullish().catch(null),
  groups: z.array(z.string()).catch([]),
  /** Seconds. A silent sign-in or a renewed token keeps it; entering the password updates it. */
  auth_time: z.int().positive().nullish().catch(null),
  realm_access: z.object({ roles: z.array(z.string()) }).catch({ roles: [] }),
});
type AccessTokenClaims = z.output<typeof AccessTokenClaims>;

function refuse(message: string, cause?: unknown): DomainError {
  return new DomainError('unauthenticated', { message, cause });
}

function bearerToken(header: string | null | undefined): string {
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw refuse('no bearer token');
  return token;
}

/** Reads the keys; distinguishes "the provider does not answer" from an invalid token. */
function fetchKeys(fetchImpl: typeof fetch) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    try {
      const response = await fetchImpl(url, init);
      if (response.status === 200) return response;
      throw new Error(`keys answered with ${response.status}`);
    } catch (cause) {
      throw new DomainError('identity-unavailable', { message: 'the realm keys cannot be read', cause });
    }
  };
}

/** jose's error codes for keys that timed out, are not JSON, or are no key set; invalid tokens have other codes. */
const keyFailureCodes: ReadonlySet<string> = new Set([
  'ERR_JWKS_TIMEOUT',
  'ERR_JOSE_GENERIC',
  'ERR_JWKS_INVALID',
]);

function issuedTo(claims: AccessTokenClaims, client: string): boolean {
  if (claims.azp !== undefined) return claims.azp === client;
  return [claims.aud ?? []].flat().includes(client);
}

function toIdentity(claims: AccessTokenClaims): Identity {
  return {
    subject: claims.sub,
    email: claims.email == null ? null : normalEmail(claims.email),
    emailVerified: claims.email_verified,
    name: claims.name ?? null,
    tenant: deriveTenant(claims.groups),
    signedInAt: claims.auth_time == null ? null : claims.auth_time * 1000,
    roles: claims.realm_access.roles,
  };
}

/** Keys are fetched on first use and cached for ten minutes; an unknown key id triggers a fetch at most every 30 s. */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const now = options.now ?? Date.now;
  const fetchImpl: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const keys = createRemoteJWKSet(new URL(options.jwksUrl), {
    timeoutDuration: JWKS_TIMEOUT_MS,
    [customFetch]: fetchKeys(fetchImpl),
  });

  async function verifiedPayload(token: string): Promise<unknown> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer: options.issuer,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now()),
      });
      return payload;
    } catch (error) {
      if (error instanceof DomainError) throw error;
      if (error instanceof errors.JOSEError && keyFailureCodes.has(error.code)) {
        throw new DomainError('identity-unavailable', {
          message: 'the realm keys make no sense',
          cause: error,
        });
      }
      throw refuse('token refused', error);
    }
  }

  return {
    async verify(authorizationHeader) {
      const claims = AccessTokenClaims.safeParse(await verifiedPayload(bearerToken(authorizationHeader)));
      if (!claims.success) throw refuse('claims refused', claims.error);
      if (!issuedTo(claims.data, options.audience.azp)) throw refuse('issued to another client');
      return toIdentity(claims.data);
    },
  };
}
