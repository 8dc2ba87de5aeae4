/** Secrets that nobody chooses: made once, kept in the vault, and given to both sides that need them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { ARGOCD_PROJECT } from './names.ts';
import type { State } from './state.ts';
import type { Vault } from './vault.ts';

const hex = (): string => randomBytes(32).toString('hex');
const typable = (): string => randomBytes(32).toString('base64url');

/** How each is made. 24 bytes are what oauth2-proxy takes as an AES-192 key in 32 characters. */
const makers = {
  KEYCLOAK_ADMIN_CLIENT_SECRET: hex,
  OPS_CLIENT_SECRET: hex,
  SIGN_IN_CLIENT_SECRET: hex,
  SIGN_IN_COOKIE_SECRET: () => randomBytes(24).toString('base64'),
  ASAAS_WEBHOOK_TOKEN: hex,
  TENANT_COUNTER_SECRET: hex,
  PARTY_HASH_KEY: hex,
  OPS_READY_KEY: hex,
  POSTGRES_PASSWORD: hex,
  KEYCLOAK_ADMIN_PASSWORD: typable,
  ARGOCD_ADMIN_PASSWORD: typable,
  ARGOCD_SERVER_SECRETKEY: hex,
  RESTIC_PASSWORD: hex,
  K3S_TOKEN: hex,
} as const satisfies Readonly<Record<string, () => string>>;

/** @returns Names of those that were made now. */
export async function generateSecrets(vault: Vault): Promise<readonly string[]> {
  const missing = Object.entries(makers).filter(([name]) => vault.get(name) === undefined);
  if (missing.length > 0) await vault.put(Object.fromEntries(missing.map(([name, make]) => [name, make()])));
  return missing.map(([name]) => name);
}

const DAY_SECONDS = 86_400;
/** Life of the functions' token for Argo CD; readiness warns 30 days before its end. */
const TOKEN_DAYS = 365;
/** A run this long before its end makes the next one. */
const RENEW_DAYS = 60;

/**
 * The functions' token for Argo CD, signed with the key that its server gets: so nothing has to be carried back from there.
 * Argo CD checks signature, project, role and id against the project's list (argo-cd 3, util/session/sessionmanager.go and
 * `GetJWTToken` of app_project_types.go); the installation writes the id into that list.
 * @returns What the list says of it; the same as before while it lives long enough.
 */
export async function mintArgocdToken(
  vault: Vault,
  before: State['argocdToken'],
  now: Date,
): Promise<NonNullable<State['argocdToken']>> {
  const iat = Math.floor(now.getTime() / 1000);
  const isKept = vault.get('ARGOCD_TOKEN') !== undefined;
  if (before !== undefined && isKept && before.exp - iat > RENEW_DAYS * DAY_SECONDS) return before;
  const token = { id: randomUUID(), iat, exp: iat + TOKEN_DAYS * DAY_SECONDS };
  const key = new TextEncoder().encode(vault.get('ARGOCD_SERVER_SECRETKEY'));
  const jwt = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('argocd')
    .setSubject(`proj:${ARGOCD_PROJECT}:functions`)
    .setJti(token.id)
    .setIssuedAt(token.iat)
    .setNotBefore(token.iat)
    .setExpirationTime(token.exp)
    .sign(key);
  await vault.put({ ARGOCD_TOKEN: jwt });
  return token;
}
