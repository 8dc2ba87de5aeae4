/**
 * API client of the browser: one typed function per call.
 *
 * Owns: bearer token, timeout, the single retry after a 401/403 that a new token may overcome, the single reload
 * (requirements 000 §4), and checking answers against their contract. Does not own: sentences. Every call may throw an
 * `ApiError`, which islands put into words.
 */
import * as z from 'zod/mini';
import {
  AccountAnswer,
  accountCancelEndpoint,
  accountEndpoint,
  accountWithdrawEndpoint,
  type WithdrawalRequest,
} from '#domain/contracts/account.ts';
import {
  type CardChangeRequestInput,
  CardChangeResponse,
  cardChangeEndpoint,
} from '#domain/contracts/card-change.ts';
import {
  CheckoutOptions,
  type CheckoutRequestInput,
  CheckoutResponse,
  checkoutEndpoint,
} from '#domain/contracts/checkout.ts';
import { ErrorBody } from '#domain/contracts/error.ts';
import { FiscalContacts, fiscalContactsEndpoint } from '#domain/contracts/fiscal.ts';
import { KnownPayer, knownPayerEndpoint } from '#domain/contracts/known-payer.ts';
import { accountLimitsEndpoint, Limits, LimitsAnswer, type LimitsChoice } from '#domain/contracts/limits.ts';
import {
  ProvisioningStatus,
  provisioningStartEndpoint,
  provisioningStatusEndpoint,
} from '#domain/contracts/provisioning.ts';
import { QuotaResponse, quotaCheckPath } from '#domain/contracts/quota.ts';
import { ReadinessResponse, readinessPath } from '#domain/contracts/readiness.ts';
import {
  type ReportMailEndRequest,
  ReportsAnswer,
  reportMailEndEndpoint,
  reportMailEndpoint,
  reportsPath,
} from '#domain/contracts/reports.ts';
import { SubdomainAvailability, subdomainPath } from '#domain/contracts/subdomain.ts';
import { type SupportDraft, SupportResponse, supportEndpoint } from '#domain/contracts/support.ts';
import {
  UpgradeOffers,
  type UpgradeRequestInput,
  UpgradeResponse,
  upgradePath,
} from '#domain/contracts/upgrade.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { config } from '#lib/config.ts';
import { reloadPage } from '#lib/navigate.ts';
import { readTab, tabKeys, writeTab } from '#lib/session-storage.ts';
import { getSession, recoverSession, SessionError } from '#session/session.ts';
import { markSessionEnded } from '#session/session-ended.ts';

const TIMEOUT_MS = 15_000;
/** Longer, because the server calls the payment processor several times. */
export const CHECKOUT_TIMEOUT_MS = 40_000;

/**
 * `refused`: the server refused, and `body` says why. `network` and `timeout`: it is unknown whether the request
 * arrived. `unreadable`: accepted, but the answer does not match the contract. `session`: there was no token.
 */
export type ApiFailure = 'refused' | 'network' | 'timeout' | 'unreadable' | 'session';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiFailure;
  readonly status: number | null;
  /** The API's error body; `null` also when a proxy answered instead. */
  readonly body: ErrorBody | null;

  constructor(kind: ApiFailure, about: { status?: number; body?: ErrorBody | null; cause?: unknown } = {}) {
    super(`API call failed: ${kind}`, about.cause === undefined ? undefined : { cause: about.cause });
    this.kind = kind;
    this.status = about.status ?? null;
    this.body = about.body ?? null;
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

type Options = Omit<Call<z.ZodMiniType>, 'method' | 'path' | 'answer'>;

/** Sends a GET request. @throws ApiError */
export const ask = <S extends z.ZodMiniType>(path: string, answer: S, options: Options = {}) =>
  call({ method: 'GET', path, answer, ...options });

/** Sends a POST request. @throws ApiError */
export const post = <S extends z.ZodMiniType>(path: string, answer: S, options: Options = {}) =>
  call({ method: 'POST', path, answer, ...options });

/** `GET /api/checkout`, without signing in. */
export const getCheckoutOptions = (signal?: AbortSignal) =>
  ask(checkoutEndpoint, CheckoutOptions, { isProtected: false, signal });

/** `POST /api/checkout`. */
export const postCheckout = (body: CheckoutRequestInput, idempotencyKey: string) =>
  post(checkoutEndpoint, CheckoutResponse, { body, idempotencyKey, timeoutMs: CHECKOUT_TIMEOUT_MS });

/** `GET /api/provisionamento/status`. */
export const getProvisioningStatus = (signal?: AbortSignal) =>
  ask(provisioningStatusEndpoint, ProvisioningStatus, { signal });

/** `POST /api/provisionamento/start`, without a body. */
export const startProvisioning = () => post(provisioningStartEndpoint, ProvisioningStatus);

/** `GET /api/subdominios/{nome}`; signed in, so that the name in the caller's own open order counts as free. */
export const getSubdomainAvailability = (name: string, signal?: AbortSignal) =>
  ask(subdomainPath(name), SubdomainAvailability, { signal });

/** `GET /api/tenants/{tenant}/pronto`. */
export const getReadiness = (tenant: string, signal?: AbortSignal) =>
  ask(readinessPath(tenant), ReadinessResponse, { signal });

/** `POST /api/tenant/{tenant}/quota/check`, without a body. */
export const postQuotaCheck = (tenant: string) => post(quotaCheckPath(tenant), QuotaResponse);

/** `GET /api/tenants/{tenant}/upgrade`. */
export const getUpgradeOffers = (tenant: string, signal?: AbortSignal) =>
  ask(upgradePath(tenant), UpgradeOffers, { signal });

/** `POST /api/tenants/{tenant}/upgrade`. */
export const postUpgrade = (tenant: string, body: UpgradeRequestInput, idempotencyKey: string) =>
  post(upgradePath(tenant), UpgradeResponse, { body, idempotencyKey, timeoutMs: CHECKOUT_TIMEOUT_MS });

/** `GET /api/conta`. */
export const getAccount = (signal?: AbortSignal) => ask(accountEndpoint, AccountAnswer, { signal });

const accountEnds = { cancel: accountCancelEndpoint, withdraw: accountWithdrawEndpoint };

/**
 * Ends the renewal or undoes a purchase; answers with the changed account. A second call changes nothing, so there is
 * no Idempotency-Key.
 */
export const postAccountEnd = (end: keyof typeof accountEnds, body?: WithdrawalRequest) =>
  post(accountEnds[end], AccountAnswer, { body, timeoutMs: CHECKOUT_TIMEOUT_MS });

/** `POST /api/conta/nota-fiscal`. */
export const postFiscalContacts = (body: FiscalContacts) =>
  post(fiscalContactsEndpoint, FiscalContacts, { body });

/** `GET /api/conta/pagador`. */
export const getKnownPayer = (signal?: AbortSignal) => ask(knownPayerEndpoint, KnownPayer, { signal });

/** `POST /api/conta/cartao`. */
export const postCardChange = (body: CardChangeRequestInput, idempotencyKey: string) =>
  post(cardChangeEndpoint, CardChangeResponse, { body, idempotencyKey, timeoutMs: CHECKOUT_TIMEOUT_MS });

/** `GET /api/conta/limites`. */
export const getLimits = (signal?: AbortSignal) => ask(accountLimitsEndpoint, LimitsAnswer, { signal });

/** `POST /api/conta/limites`; answers with the changed state. */
export const postLimitsChoice = (body: LimitsChoice) => post(accountLimitsEndpoint, Limits, { body });

/** `GET /api/conta/relatorios`. */
export const getReports = (month: string | undefined, signal?: AbortSignal) =>
  ask(reportsPath(month), ReportsAnswer, { signal });

/** `POST /api/conta/relatorios/email`, answered without a body. */
export const postReportMail = (isOn: boolean) =>
  post(reportMailEndpoint, z.null(), { body: { porEmail: isOn } });

/** `POST /api/relatorios/sair`, without signing in, answered without a body. */
export const postReportMailEnd = (body: ReportMailEndRequest) =>
  post(reportMailEndEndpoint, z.null(), { body, isProtected: false });

/** `POST /api/suporte`, without signing in. */
export const postSupport = (body: SupportDraft, idempotencyKey: string) =>
  post(supportEndpoint, SupportResponse, { body, idempotencyKey, isProtected: false });

/** Makes a call and checks the answer against its contract. @throws ApiError */
async function call<S extends z.ZodMiniType>(request: Call<S>): Promise<z.output<S>> {
  const { isProtected = true } = request;
  if (!isProtected) return readAnswer(await send(request, false), request.answer);
  let response = await send(request, false);
  if (await isRefusedFor(response, ofToken)) response = await send(request, true);
  if (await isRefusedFor(response, ofSession)) await reloadOnce(request);
  else forgetReload(request);
  return readAnswer(response, request.answer);
}

/** The session or the right to this environment is in question. */
const ofSession: ReadonlySet<ErrorCode> = new Set(['unauthenticated', 'forbidden']);
/** Refusals that a newer token may overcome. Any other 401 or 403 (`owner-only`) is the answer. */
const ofToken: ReadonlySet<ErrorCode> = new Set([...ofSession, 'email-unproven']);

/** True for a 401 or 403 with one of the codes, or from a proxy, which sends no code. */
async function isRefusedFor(response: Response, codes: ReadonlySet<ErrorCode>): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const body = ErrorBody.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  return !body.success || codes.has(body.data.code);
}

type Route = Pick<Call<z.ZodMiniType>, 'method' | 'path'>;

const routeName = ({ method, path }: Route): string => `${method} ${path}`;

/** Calls that caused a reload of this tab and have not succeeded since. */
function reloadedFor(): readonly string[] {
  const kept = readTab(tabKeys.authReload);
  return Array.isArray(kept) ? kept.map(String) : [];
}

/** Call after a success: the call may cause a reload again. */
function forgetReload(route: Route): void {
  const kept = reloadedFor();
  const rest = kept.filter((name) => name !== routeName(route));
  if (rest.length < kept.length) writeTab(tabKeys.authReload, rest);
}

/**
 * Reloads the page once per tab and call; a second refusal is an error, so that typed text is not lost twice. The page
 * says after the reload why it happened.
 */
async function reloadOnce(route: Route): Promise<void> {
  const name = routeName(route);
  if (reloadedFor().includes(name)) return;
  writeTab(tabKeys.authReload, [...reloadedFor(), name]);
  if (!reloadedFor().includes(name)) return;
  markSessionEnded('reload');
  reloadPage();
  // Never resolve, because the page is about to be unloaded.
  await new Promise<never>(() => {});
}

async function send<S extends z.ZodMiniType>(request: Call<S>, isForced: boolean): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (request.isProtected !== false) headers.set('Authorization', `Bearer ${await bearer(isForced)}`);
  if (request.idempotencyKey !== undefined) headers.set('Idempotency-Key', request.idempotencyKey);
  if (request.body !== undefined) headers.set('Content-Type', 'application/json');
  const timeout = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
  try {
    return await fetch(`${config.apiUrl}${request.path}`, {
      method: request.method,
      headers,
      credentials: 'include',
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
  } catch (cause) {
    throw failureOf(cause, request.signal, timeout);
  }
}

/** An abort by the caller stays an abort; everything else becomes an `ApiError`. */
function failureOf(cause: unknown, given: AbortSignal | undefined, timeout: AbortSignal): unknown {
  if (given?.aborted) return cause;
  return new ApiError(timeout.aborted ? 'timeout' : 'network', { cause });
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
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const parsed = ErrorBody.safeParse(body);
    throw new ApiError('refused', { status: response.status, body: parsed.success ? parsed.data : null });
  }
  const read = answer.safeParse(body);
  if (!read.success) throw new ApiError('unreadable', { status: response.status, cause: read.error });
  return read.data;
}
