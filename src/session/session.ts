/**
 * The visitor's session: an unmodified keycloak-js behind a small interface.
 *
 * Owns: `init` and its timeout, sign-in, sign-out, token refresh, recovering a lost session. Tokens are kept in memory
 * only. Does not own: the page's state (session-store.ts) and display (protected.tsx), or how a call uses the token
 * (api.ts). Any failure here means "visitor", so that a page never stays blank when the identity provider is down.
 */
import type Keycloak from 'keycloak-js';
import * as z from 'zod/mini';
import { companyAliasIn } from '#domain/sign-in/company-address.ts';
import { deriveTenant } from '#domain/tenants/derive-tenant.ts';
import { currentPath, ownAddress, renameAddress } from '#lib/navigate.ts';
import { settings, tenantUrl } from '#lib/settings.ts';
import { handOver } from './hand-over.ts';
import { forgetAccount, rememberAccount } from './known-account.ts';
import { isOvertaken } from './session-entry.ts';

/** A token that expires sooner is renewed before it is used (requirements 000 §9). */
export const TOKEN_MIN_VALIDITY_SECONDS = 30;
/** How long `init` may take beyond the library's own timeout for one message. */
const INIT_GRACE_MS = 5_000;
const REFRESH_TIMEOUT_MS = 10_000;
/** How long a call waits for a new token, and in which steps (requirements 000 §9). */
const TOKEN_WAIT_MS = 5_000;
const TOKEN_WAIT_STEP_MS = 100;
/** Channel that reports a sign-out to the browser's other tabs. */
const SIGNED_OUT_CHANNEL = 'signed-out';
const SCOPE = 'openid email profile';

export interface TokenOptions {
  /** Renews a token that is still valid too, to receive new claims such as a group. */
  readonly isForced?: boolean;
}

export interface AuthenticatedSession {
  readonly status: 'authenticated';
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  /** Subdomain of the account's environment; `null` without one. */
  readonly tenant: string | null;
  /** A token that is valid for at least 30 s. @throws SessionError */
  token(options?: TokenOptions): Promise<string>;
}
export interface VisitorSession {
  readonly status: 'visitor';
  /** The provider did not answer, so the visitor may be signed in after all. */
  readonly isUnsure?: true;
  /** Just signed out in another tab. */
  readonly hasLeft?: true;
}
export type Session = VisitorSession | AuthenticatedSession;

export interface LookOptions {
  /**
   * If the browser blocks cookies in frames, the page may redirect to the provider and back once, without a prompt.
   * Only for pages that check the session when they open, because a redirect would lose a click.
   */
  readonly mayLeave?: boolean;
}

/** `expired`: the customer must sign in again. `unreachable`: no answer; the session may still be valid. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly reason: 'expired' | 'unreachable';

  constructor(reason: 'expired' | 'unreachable', options?: ErrorOptions) {
    super(`The session is ${reason}.`, options);
    this.reason = reason;
  }
}

export interface SignInOptions {
  /** Path on this site to return to; the current one by default. */
  readonly redirectTo?: string;
  /** Asks for the password even if there is a session at the provider. */
  readonly isPromptForced?: boolean;
}

const UserInfo = z.object({
  tenant: z.optional(z.string()),
  attributes: z.optional(z.object({ tenant: z.optional(z.array(z.string())) })),
});
const Claims = z.object({
  sub: z.string(),
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  preferred_username: z.optional(z.string()),
  groups: z.optional(z.array(z.string())),
});

let signedOutElsewhere: () => void = () => {};

/** Registers what to do when another tab signs out and this page's data must no longer be used. */
export function onSignedOut(callback: () => void): void {
  signedOutElsewhere = callback;
}

let connection: Promise<Keycloak> | undefined;
let recovery: Promise<Session> | undefined;
/** Clients whose silent check was not answered. */
const unanswered = new WeakSet<Keycloak>();
/** Tenant from user info by subject; read once, because the next token has it in its groups. */
const tenantsByUserInfo = new Map<string, string | null>();

/** Returns the current session. The first call signs in silently. Never throws. */
export async function getSession({ mayLeave = false }: LookOptions = {}): Promise<Session> {
  try {
    return await describe(await connect(mayLeave));
  } catch {
    // The library did not load or the token is unreadable.
    return { status: 'visitor', isUnsure: true };
  }
}

/**
 * Tries silently to recover a missing session: the provider may answer again, or still have a session although the
 * refresh token has expired. Waits at most 5 s; a later result counts for the next call. Never throws.
 */
export function recoverSession(): Promise<Session> {
  recovery ??= lookAgain().finally(() => {
    recovery = undefined;
  });
  return recovery;
}

async function lookAgain(): Promise<Session> {
  let found: Session | undefined;
  void startKeycloak(false)
    .then((keycloak) => {
      if (keycloak.authenticated) connection = Promise.resolve(keycloak);
      return describe(keycloak);
    })
    .catch((): Session => ({ status: 'visitor', isUnsure: true }))
    .then((session) => {
      found = session;
    });
  for (let waitedMs = 0; found === undefined && waitedMs < TOKEN_WAIT_MS; waitedMs += TOKEN_WAIT_STEP_MS) {
    await new Promise((resolve) => setTimeout(resolve, TOKEN_WAIT_STEP_MS));
  }
  return found ?? { status: 'visitor', isUnsure: true };
}

/** Goes to the sign-in form. @throws Error When the browser has no Web Crypto. */
export async function login(options: SignInOptions = {}): Promise<void> {
  const keycloak = await connect();
  handOver();
  await keycloak.login(signInParameters(options));
}

/** Goes to the registration form. @throws Error Like `login`. */
export async function register(options: SignInOptions = {}): Promise<void> {
  const keycloak = await connect();
  handOver();
  await keycloak.register(signInParameters(options));
}

/** Ends the session here and at the provider, and returns to the home page. */
export async function logout(): Promise<void> {
  forgetAccount();
  const keycloak = await connect();
  const others = new BroadcastChannel(SIGNED_OUT_CHANNEL);
  others.postMessage(null);
  others.close();
  await keycloak.logout({ redirectUri: ownAddress('/'), logoutMethod: 'POST' });
}

function signInParameters({ redirectTo, isPromptForced = false }: SignInOptions) {
  const path = redirectTo ?? currentPath();
  const company = companyAliasIn(path);
  return {
    redirectUri: ownAddress(path),
    scope: SCOPE,
    ...(isPromptForced ? { prompt: 'login' as const } : {}),
    ...(company === null ? {} : { idpHint: company }),
  };
}

function connect(mayLeave = false): Promise<Keycloak> {
  connection ??= startKeycloak(mayLeave);
  // If the library failed to load (offline), the next call tries again.
  connection.catch(() => {
    connection = undefined;
  });
  return connection;
}

async function startKeycloak(mayLeave: boolean): Promise<Keycloak> {
  const { default: KeycloakClient } = await import('keycloak-js');
  if (isOvertaken(window.location.hash)) renameAddress(currentPath());
  const keycloak = new KeycloakClient({ ...settings.keycloak });
  keycloak.onTokenExpired = () => {
    keycloak.updateToken(TOKEN_MIN_VALIDITY_SECONDS).catch(() => {
      // The next call for a token reports it.
    });
  };
  // Another tab signed out, which ended this session too.
  new BroadcastChannel(SIGNED_OUT_CHANNEL).onmessage = () => {
    keycloak.clearToken();
    signedOutElsewhere();
  };
  const hasSessionCheck = settings.sessionCheckIntervalSeconds > 0;
  const start = () =>
    keycloak.init({
      onLoad: 'check-sso',
      silentCheckSsoRedirectUri: ownAddress('/silent-check-sso'),
      silentCheckSsoFallback: mayLeave,
      pkceMethod: 'S256',
      scope: SCOPE,
      checkLoginIframe: hasSessionCheck,
      ...(hasSessionCheck ? { checkLoginIframeInterval: settings.sessionCheckIntervalSeconds } : {}),
      messageReceiveTimeout: settings.thirdPartyCookieTimeoutMs,
      logoutMethod: 'POST',
    });
  try {
    // With an unlisted redirect address or a blocked frame, `init` never settles.
    const limitMs = settings.thirdPartyCookieTimeoutMs + INIT_GRACE_MS;
    await within(limitMs, start());
  } catch {
    // Signing in explicitly still works with this client.
    if (!(await isProviderReachable())) unanswered.add(keycloak);
  }
  return keycloak;
}

/** True when the provider is reachable although the silent check failed, e.g. because frames are blocked. */
async function isProviderReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TOKEN_WAIT_MS);
    // `no-cors`, because the content of the answer does not matter.
    await fetch(`${settings.keycloak.url}/realms/${settings.keycloak.realm}`, {
      mode: 'no-cors',
      cache: 'no-store',
      signal,
    });
    return true;
  } catch {
    return false;
  }
}

async function describe(keycloak: Keycloak): Promise<Session> {
  if (!keycloak.authenticated || keycloak.tokenParsed === undefined) {
    return { status: 'visitor', ...(unanswered.has(keycloak) ? { isUnsure: true } : {}) };
  }
  const claims = Claims.parse({ ...keycloak.idTokenParsed, ...keycloak.tokenParsed });
  const tenant = deriveTenant(claims.groups ?? []) ?? (await tenantFromUserInfo(keycloak, claims.sub));
  rememberAccount(tenant === null ? null : tenantUrl(tenant));
  return {
    status: 'authenticated',
    subject: claims.sub,
    email: claims.email ?? '',
    name: claims.name ?? claims.preferred_username ?? claims.email ?? '',
    tenant,
    token: (options) => freshToken(keycloak, options?.isForced ?? false),
  };
}

async function freshToken(keycloak: Keycloak, isForced: boolean): Promise<string> {
  try {
    await within(REFRESH_TIMEOUT_MS, keycloak.updateToken(isForced ? -1 : TOKEN_MIN_VALIDITY_SECONDS));
  } catch (cause) {
    // The library drops its tokens when the provider refuses them, and keeps them when it is unreachable.
    const isStillOpen = keycloak.authenticated && keycloak.refreshToken !== undefined;
    throw new SessionError(isStillOpen ? 'unreachable' : 'expired', { cause });
  }
  if (keycloak.token === undefined) throw new SessionError('expired');
  return keycloak.token;
}

async function tenantFromUserInfo(keycloak: Keycloak, subject: string): Promise<string | null> {
  const known = tenantsByUserInfo.get(subject);
  if (known !== undefined) return known;
  try {
    const info = UserInfo.parse(await within(REFRESH_TIMEOUT_MS, keycloak.loadUserInfo()));
    const tenant = info.tenant || info.attributes?.tenant?.[0] || null;
    tenantsByUserInfo.set(subject, tenant);
    return tenant;
  } catch {
    // User info is only a second source; without it the account has no tenant yet.
    return null;
  }
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
