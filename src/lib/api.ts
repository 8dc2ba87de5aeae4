/**
 * Calls of the API, checked against their contract; each flow has its own list of them.
 *
 * Owns: bearer token, timeout, the single retry after a 401/403 that a new token may overcome, the single reload
 * (requirements 000 §4), and checking answers against their contract. Does not own: sentences. Every call may throw an
 * `ApiError`, which islands put into words.
 */
import type * as z from 'zod/mini';
import { type ErrorRead, readError } from '#domain/api-schemas/error.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { reloadPage } from '#lib/navigate.ts';
import { settings } from '#lib/settings.ts';
import { tab } from '#lib/storage.ts';
import { getSession, recoverSession, SessionError } from '#session/session.ts';
import { markSessionEnded } from '#session/session-ended.ts';

const TIMEOUT_MS = 15_000;
/** Longer, because the server calls the payment processor several times. */
export const PROCESSOR_TIMEOUT_MS = 40_000;

/**
 * `refused`: the server refused, and `body` says why. `network` and `timeout`: it is unknown whether the request
 * arrived. `unreadable`: accepted, but the answer does not match the contract. `session`: there was no token.
 */
export type ApiFailure = 'refused' | 'network' | 'timeout' | 'unreadable' | 'session';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiFailure;
  readonly status: number | null;
  /** With `network`: the browser knew of no connection before it sent, so nothing left the device. */
  readonly isUnsent: boolean;
  /** The error body; `null` when it has no sentence for people. Without a code it is a proxy's. */
  readonly body: ErrorRead | null;

  constructor(
    kind: ApiFailure,
    about: { status?: number; body?: ErrorRead | null; cause?: unknown; isUnsent?: boolean } = {},
  ) {
    super(`API call failed: ${kind}`, about.cause === undefined ? undefined : { cause: about.cause });
    this.kind = kind;
    this.status = about.status ?? null;
    this.body = about.body ?? null;
    this.isUnsent = about.isUnsent ?? false;
  }
}

interface Call<S extends z.ZodMiniType> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: S;
  /** False for a public call, which sends no token. */
  readonly isProtected?: boolean;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

export type Options = Omit<Call<z.ZodMiniType>, 'method' | 'path' | 'answer'>;

/** Sends a GET request. @throws ApiError */
export const ask = <S extends z.ZodMiniType>(path: string, answer: S, options: Options = {}) =>
  call({ method: 'GET', path, answer, ...options });

/** Sends a POST request. @throws ApiError */
export const post = <S extends z.ZodMiniType>(path: string, answer: S, options: Options = {}) =>
  call({ method: 'POST', path, answer, ...options });

/** Makes a call and checks the answer against its contract. @throws ApiError */
async function call<S extends z.ZodMiniType>({ answer, ...request }: Call<S>): Promise<z.output<S>> {
  return readAnswer(await exchange(request), answer);
}

type Request = Omit<Call<z.ZodMiniType>, 'answer'>;

/** The response, after the retries that a newer token may need. @throws ApiError */
export async function exchange(request: Request): Promise<Response> {
  const { isProtected = true } = request;
  if (!isProtected) return send(request, false);
  let response = await send(request, false);
  if (await isRefusedFor(response, ofToken)) response = await send(request, true);
  if (await isRefusedFor(response, ofSession)) await reloadOnce(request);
  else forgetReload(request);
  return response;
}

/** The session or the right to this environment is in question. */
const ofSession: ReadonlySet<ErrorCode> = new Set(['unauthenticated', 'forbidden']);
/** Refusals that a newer token may overcome. Any other 401 or 403 (`owner-only`) is the answer. */
const ofToken: ReadonlySet<ErrorCode> = new Set([...ofSession, 'email-unproven']);

/** True for a 401 or 403 with one of the codes, or from a proxy, which sends no code. */
async function isRefusedFor(response: Response, codes: ReadonlySet<string>): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const code = readError(await bodyOf(response.clone()))?.code;
  return code === undefined || codes.has(code);
}

type Route = Pick<Call<z.ZodMiniType>, 'method' | 'path'>;

const routeName = ({ method, path }: Route): string => `${method} ${path}`;

/** Calls that caused a reload of this tab and have not succeeded since. */
function reloadedFor(): readonly string[] {
  const kept = tab.readJson('authReload');
  return Array.isArray(kept) ? kept.map(String) : [];
}

/** Call after a success: the call may cause a reload again. */
function forgetReload(route: Route): void {
  const kept = reloadedFor();
  const rest = kept.filter((name) => name !== routeName(route));
  if (rest.length < kept.length) tab.writeJson('authReload', rest);
}

/**
 * Reloads the page once per tab and call; a second refusal is an error, so that typed text is not lost twice. The page
 * says after the reload why it happened.
 */
async function reloadOnce(route: Route): Promise<void> {
  const name = routeName(route);
  if (reloadedFor().includes(name)) return;
  tab.writeJson('authReload', [...reloadedFor(), name]);
  if (!reloadedFor().includes(name)) return;
  markSessionEnded('reload');
  reloadPage();
  // Never resolve, because the page is about to be unloaded.
  await new Promise<never>(() => {});
}

async function send(request: Request, isForced: boolean): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (request.isProtected !== false) headers.set('Authorization', `Bearer ${await bearer(isForced)}`);
  if (request.idempotencyKey !== undefined) headers.set('Idempotency-Key', request.idempotencyKey);
  if (request.body !== undefined) headers.set('Content-Type', 'application/json');
  const timeout = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
  const isUnsent = !navigator.onLine;
  try {
    return await fetch(`${settings.apiUrl}${request.path}`, {
      method: request.method,
      headers,
      credentials: 'include',
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
  } catch (cause) {
    // An abort by the caller stays an abort.
    if (request.signal?.aborted) throw cause;
    throw new ApiError(timeout.aborted ? 'timeout' : 'network', { cause, isUnsent });
  }
}

async function bearer(isForced: boolean): Promise<string> {
  try {
    const session = await getSession();
    if (session.status === 'visitor') return await recoveredToken();
    return await session.token({ isForced }).catch((cause: unknown) => {
      // If the provider is only unreachable, the session is still valid and a retry may succeed.
      if (cause instanceof SessionError && cause.reason === 'expired') return recoveredToken();
      throw cause;
    });
  } catch (cause) {
    throw new ApiError('session', { cause });
  }
}

/** @throws SessionError */
async function recoveredToken(): Promise<string> {
  const session = await recoverSession();
  if (session.status === 'authenticated') return session.token();
  throw new SessionError(session.isUnsure ? 'unreachable' : 'expired');
}

async function readAnswer<S extends z.ZodMiniType>(response: Response, answer: S): Promise<z.output<S>> {
  if (!response.ok) throw await refusalIn(response);
  const read = answer.safeParse(await bodyOf(response));
  if (!read.success) throw new ApiError('unreadable', { status: response.status, cause: read.error });
  return read.data;
}

/** `null` for what is no JSON. */
const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => null);

export async function refusalIn(response: Response): Promise<ApiError> {
  return new ApiError('refused', { status: response.status, body: readError(await bodyOf(response)) });
}
