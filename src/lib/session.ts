/**
 * Who is visiting: one unmodified keycloak-js behind a small interface.
 *
 * Owns: `init` and its time-out, sign-in, sign-out, token refresh, looking again for a lost session. Tokens live in
 * memory only. Does not own: what a page keeps (stores/session.ts) and shows meanwhile (features/session), or how a call
 * uses the token (api.ts). Any failure here means "visitor": a page never stays blank because the identity provider is
 * away.
 */
import type Keycloak from 'keycloak-js';
import * as z from 'zod/mini';
import { deriveTenant } from '#domain/tenant/derive-tenant.ts';
import { config, tenantUrl } from '#lib/config.ts';
import { forgetAccount, rememberAccount } from '#lib/known-account.ts';
import { currentPath, ownAddress } from '#lib/navigate.ts';
import { withPlainSilentFrame } from '#lib/silent-frame.ts';

/** A token with less validity than this is renewed before it is used (requirements 000 §9). */
export const TOKEN_MIN_VALIDITY_SECONDS = 30;
/** What `init` may take beyond the library's own time-out for one message. */
const INIT_GRACE_MS = 5_000;
const REFRESH_TIMEOUT_MS = 10_000;
/** How long, and in which steps, a call waits for a token to come back (requirements 000 §9). */
const TOKEN_WAIT_MS = 5_000;
const TOKEN_WAIT_STEP_MS = 100;
/** Tells the other tabs of this browser about a sign-out. */
const SIGNED_OUT_CHANNEL = 'signed-out';
const SCOPE = 'openid email profile';

export interface TokenOptions {
  /** Renews even a token that is still valid, so that new claims (a new group) arrive. */
  readonly isForced?: boolean;
}

export interface AuthenticatedSession {
  readonly status: 'authenticated';
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  /** Subdomain of the account's environment; `null` before it has one. */
  readonly tenant: string | null;
  /** A token that is valid for 30 s at least. @throws SessionError */
  token(options?: TokenOptions): Promise<string>;
}
export interface VisitorSession {
  readonly status: 'visitor';
  /** The provider did not answer: the visitor may be signed in all the same. */
  readonly isUnsure?: true;
  /** Signed out in another tab, a moment ago. */
  readonly hasLeft?: true;
}
export type Session = VisitorSession | AuthenticatedSession;

export interface LookOptions {
  /**
   * Where the browser hides cookies from frames, the whole page goes to the provider and comes back, once and without
   * asking anything. Only for pages that look at their session as they open: a press would be lost on the way.
   */
  readonly mayLeave?: boolean;
}

/** `expired`: signing in again helps. `unreachable`: the provider did not answer; the session may still be valid. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly reason: 'expired' | 'unreachable';

  constructor(reason: 'expired' | 'unreachable', options?: ErrorOptions) {
    super(`The session is ${reason}.`, options);
    this.reason = reason;
  }
}

export interface SignInOptions {
  /** Path on this site to come back to; the current one by default. */
  readonly redirectTo?: string;
  /** Asks for the password also where a session at the provider would do. */
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

let tellSignedOut: () => void = () => {};

/** Told when another tab of this browser has signed out: what is on this page belongs to nobody here any more. */
export function onSignedOut(tell: () => void): void {
  tellSignedOut = tell;
}

let connection: Promise<Keycloak> | undefined;
let recovery: Promise<Session> | undefined;
/** Clients whose silent check went unanswered. */
const unanswered = new WeakSet<Keycloak>();
/** Tenant told by user info, per subject: asked once, because groups carry it from the next token on. */
const tenantsByUserInfo = new Map<string, string | null>();

/** The present session. The first call signs in silently; no call ever throws. */
export async function getSession({ mayLeave = false }: LookOptions = {}): Promise<Session> {
  try {
    return await describe(await connect(mayLeave));
  } catch {
    // The library did not load or the token is unreadable: both leave a visitor.
    return { status: 'visitor', isUnsure: true };
  }
}

/**
 * Looks once more, silently and in place, for a session that is missing: the provider may answer again, or still know
 * an account whose refresh token ran out. Waits at most 5 s; what comes later counts for the next call. Never throws.
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

/** Leaves the page for the sign-in form. @throws Error When the browser cannot (no Web Crypto). */
export async function login(options: SignInOptions = {}): Promise<void> {
  await (await connect()).login(signInParameters(options));
}

/** Leaves the page for the registration form. @throws Error As `login`. */
export async function register(options: SignInOptions = {}): Promise<void> {
  await (await connect()).register(signInParameters(options));
}

/** Ends the session here and at the provider, and comes back to the home page. */
export async function logout(): Promise<void> {
  forgetAccount();
  const keycloak = await connect();
  const others = new BroadcastChannel(SIGNED_OUT_CHANNEL);
  others.postMessage(null);
  others.close();
  await keycloak.logout({ redirectUri: ownAddress('/'), logoutMethod: 'POST' });
}

function signInParameters({ redirectTo, isPromptForced = false }: SignInOptions) {
  const redirectUri = ownAddress(redirectTo ?? currentPath());
  return { redirectUri, scope: SCOPE, ...(isPromptForced ? { prompt: 'login' as const } : {}) };
}

function connect(mayLeave = false): Promise<Keycloak> {
  connection ??= startKeycloak(mayLeave);
  // A library that failed to load (offline) is asked for again by the next call.
  connection.catch(() => {
    connection = undefined;
  });
  return connection;
}

async function startKeycloak(mayLeave: boolean): Promise<Keycloak> {
  const { default: KeycloakClient } = await import('keycloak-js');
  const keycloak = new KeycloakClient({ ...config.keycloak });
  keycloak.onTokenExpired = () => {
    keycloak.updateToken(TOKEN_MIN_VALIDITY_SECONDS).catch(() => {
      // The next call for a token reports it where the page can act on it.
    });
  };
  // What was signed in here ended with the session; the next call notices and asks to sign in.
  new BroadcastChannel(SIGNED_OUT_CHANNEL).onmessage = () => {
    keycloak.clearToken();
    tellSignedOut();
  };
  const hasSessionCheck = config.sessionCheckIntervalSeconds > 0;
  const start = () =>
    keycloak.init({
      onLoad: 'check-sso',
      silentCheckSsoRedirectUri: ownAddress('/silent-check-sso'),
      silentCheckSsoFallback: mayLeave,
      pkceMethod: 'S256',
      scope: SCOPE,
      checkLoginIframe: hasSessionCheck,
      ...(hasSessionCheck ? { checkLoginIframeInterval: config.sessionCheckIntervalSeconds } : {}),
      messageReceiveTimeout: config.thirdPartyCookieTimeoutMs,
      logoutMethod: 'POST',
    });
  try {
    // An unlisted redirect address or a blocked frame leaves `init` pending for ever.
    const limitMs = config.thirdPartyCookieTimeoutMs + INIT_GRACE_MS;
    await withPlainSilentFrame(config.keycloak.url, () => within(limitMs, start()));
  } catch {
    // Signing in by hand still works with this client; until then the visitor stays one.
    if (!(await answersAtAll())) unanswered.add(keycloak);
  }
  return keycloak;
}

/** A browser that lets no frame through reaches the provider all the same, and signing in by hand works. */
async function answersAtAll(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TOKEN_WAIT_MS);
    // Only that something answers counts, so no permission to read it is needed.
    await fetch(`${config.keycloak.url}/realms/${config.keycloak.realm}`, {
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
    // The library forgets its tokens when the provider refuses them, and keeps them when it only cannot ask.
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
    const told = UserInfo.parse(await within(REFRESH_TIMEOUT_MS, keycloak.loadUserInfo()));
    const tenant = told.tenant || told.attributes?.tenant?.[0] || null;
    tenantsByUserInfo.set(subject, tenant);
    return tenant;
  } catch {
    // User info is a second source; without it the account simply has no tenant yet.
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
