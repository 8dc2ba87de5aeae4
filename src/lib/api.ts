/**
 * The API as the browser sees it: one typed function per call.
 *
 * Owns: bearer token, time-out, the single retry after 401/403 and the one guarded reload (requirements 000 §4),
 * proving answers with their contract. Does not own: sentences; an `ApiError` says what happened, islands say it.
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
import { config } from '#lib/config.ts';
import { reloadPage } from '#lib/navigate.ts';
import { getSession, recoverSession, SessionError } from '#lib/session.ts';
import { readTab, tabKeys, writeTab } from '#lib/session-storage.ts';

const TIMEOUT_MS = 15_000;
/** Longer: behind this call the payment processor is asked several times. */
export const CHECKOUT_TIMEOUT_MS = 40_000;

/**
 * `refused`: the server said no, `body` says why. `network` and `timeout`: whether it arrived is unknown.
 * `unreadable`: it was accepted, but the answer is not the contract's. `session`: no token could be had.
 */
export type ApiFailure = 'refused' | 'network' | 'timeout' | 'unreadable' | 'session';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiFailure;
  readonly status: number | null;
  /** The API's error body; `null` also when something in between answered in its own words. */
  readonly body: ErrorBody | null;

  constructor(kind: ApiFailure, about: { status?: number; body?: ErrorBody | null; cause?: unknown } = {}) {
    super(`API call failed: ${kind}`, about.cause === undefined ? undefined : { cause: about.cause });
    this.kind = kind;
    this.status = about.status ?? null;
    this.body = about.body ?? null;
  }
}

/** An answer without a body. */
const nothing = z.null();

interface Call<S extends z.ZodMiniType> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: S;
  readonly isProtected: boolean;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** `GET /api/checkout`, without signing in. @throws ApiError */
export function getCheckoutOptions(signal?: AbortSignal): Promise<CheckoutOptions> {
  return call({
    method: 'GET',
    path: checkoutEndpoint,
    answer: CheckoutOptions,
    isProtected: false,
    signal,
  });
}

/** `POST /api/checkout`. @throws ApiError */
export function postCheckout(body: CheckoutRequestInput, idempotencyKey: string): Promise<CheckoutResponse> {
  return call({
    method: 'POST',
    path: checkoutEndpoint,
    answer: CheckoutResponse,
    isProtected: true,
    body,
    idempotencyKey,
    timeoutMs: CHECKOUT_TIMEOUT_MS,
  });
}

/** `GET /api/provisionamento/status`. @throws ApiError */
export function getProvisioningStatus(signal?: AbortSignal): Promise<ProvisioningStatus> {
  return call({
    method: 'GET',
    path: provisioningStatusEndpoint,
    answer: ProvisioningStatus,
    isProtected: true,
    signal,
  });
}

/** `POST /api/provisionamento/start`, without a body. @throws ApiError */
export function startProvisioning(): Promise<ProvisioningStatus> {
  return call({
    method: 'POST',
    path: provisioningStartEndpoint,
    answer: ProvisioningStatus,
    isProtected: true,
  });
}

/** `GET /api/subdominios/{nome}`. @throws ApiError */
export function getSubdomainAvailability(name: string, signal?: AbortSignal): Promise<SubdomainAvailability> {
  return call({
    method: 'GET',
    path: subdomainPath(name),
    answer: SubdomainAvailability,
    // So that the name of one's own open order counts as free.
    isProtected: true,
    signal,
  });
}

/** `GET /api/tenants/{tenant}/pronto`. @throws ApiError */
export function getReadiness(tenant: string, signal?: AbortSignal): Promise<ReadinessResponse> {
  return call({
    method: 'GET',
    path: readinessPath(tenant),
    answer: ReadinessResponse,
    isProtected: true,
    signal,
  });
}

/** `POST /api/tenant/{tenant}/quota/check`, without a body. @throws ApiError */
export function postQuotaCheck(tenant: string): Promise<QuotaResponse> {
  return call({
    method: 'POST',
    path: quotaCheckPath(tenant),
    answer: QuotaResponse,
    isProtected: true,
  });
}

/** `GET /api/tenants/{tenant}/upgrade`. @throws ApiError */
export function getUpgradeOffers(tenant: string, signal?: AbortSignal): Promise<UpgradeOffers> {
  return call({
    method: 'GET',
    path: upgradePath(tenant),
    answer: UpgradeOffers,
    isProtected: true,
    signal,
  });
}

/** `POST /api/conta/nota-fiscal`. @throws ApiError */
export function postFiscalContacts(body: FiscalContacts): Promise<FiscalContacts> {
  return call({
    method: 'POST',
    path: fiscalContactsEndpoint,
    answer: FiscalContacts,
    isProtected: true,
    body,
  });
}

/** `POST /api/conta/cartao`. @throws ApiError */
export function postCardChange(
  body: CardChangeRequestInput,
  idempotencyKey: string,
): Promise<CardChangeResponse> {
  return call({
    method: 'POST',
    path: cardChangeEndpoint,
    answer: CardChangeResponse,
    isProtected: true,
    body,
    idempotencyKey,
    timeoutMs: CHECKOUT_TIMEOUT_MS,
  });
}

/** `POST /api/tenants/{tenant}/upgrade`. @throws ApiError */
export function postUpgrade(
  tenant: string,
  body: UpgradeRequestInput,
  idempotencyKey: string,
): Promise<UpgradeResponse> {
  return call({
    method: 'POST',
    path: upgradePath(tenant),
    answer: UpgradeResponse,
    isProtected: true,
    body,
    idempotencyKey,
    timeoutMs: CHECKOUT_TIMEOUT_MS,
  });
}

/** `GET /api/conta`. @throws ApiError */
export function getAccount(signal?: AbortSignal): Promise<AccountAnswer> {
  return call({
    method: 'GET',
    path: accountEndpoint,
    answer: AccountAnswer,
    isProtected: true,
    signal,
  });
}

const accountEnds = { cancel: accountCancelEndpoint, withdraw: accountWithdrawEndpoint };

/**
 * Ends the renewal, or undoes a purchase; answers with the account as it then is. Asking again changes nothing, so
 * there is no Idempotency-Key. @throws ApiError
 */
export function postAccountEnd(
  end: keyof typeof accountEnds,
  body?: WithdrawalRequest,
): Promise<AccountAnswer> {
  return call({
    method: 'POST',
    path: accountEnds[end],
    answer: AccountAnswer,
    isProtected: true,
    ...(body === undefined ? {} : { body }),
    timeoutMs: CHECKOUT_TIMEOUT_MS,
  });
}

/** `GET /api/conta/limites`. @throws ApiError */
export function getLimits(signal?: AbortSignal): Promise<LimitsAnswer> {
  return call({
    method: 'GET',
    path: accountLimitsEndpoint,
    answer: LimitsAnswer,
    isProtected: true,
    signal,
  });
}

/** `GET /api/conta/relatorios`. @throws ApiError */
export function getReports(month: string | undefined, signal?: AbortSignal): Promise<ReportsAnswer> {
  return call({
    method: 'GET',
    path: reportsPath(month),
    answer: ReportsAnswer,
    isProtected: true,
    signal,
  });
}

/** `POST /api/conta/limites`; answers with how it is then. @throws ApiError */
export function postLimitsChoice(body: LimitsChoice): Promise<Limits> {
  return call({
    method: 'POST',
    path: accountLimitsEndpoint,
    answer: Limits,
    isProtected: true,
    body,
  });
}

/** `POST /api/conta/relatorios/email`. @throws ApiError */
export function postReportMail(isOn: boolean): Promise<null> {
  return call({
    method: 'POST',
    path: reportMailEndpoint,
    answer: nothing,
    isProtected: true,
    body: { porEmail: isOn },
  });
}

/** `POST /api/relatorios/sair`, without signing in. @throws ApiError */
export function postReportMailEnd(body: ReportMailEndRequest): Promise<null> {
  return call({ method: 'POST', path: reportMailEndEndpoint, answer: nothing, isProtected: false, body });
}

/** `POST /api/suporte`, without signing in. @throws ApiError */
export function postSupport(body: SupportDraft, idempotencyKey: string): Promise<SupportResponse> {
  return call({
    method: 'POST',
    path: supportEndpoint,
    answer: SupportResponse,
    isProtected: false,
    body,
    idempotencyKey,
  });
}

/** One call, its answer proved by the contract. @throws ApiError */
export async function call<S extends z.ZodMiniType>(request: Call<S>): Promise<z.output<S>> {
  let response = await send(request, false);
  if (request.isProtected && isSessionRefused(response)) {
    response = await send(request, true);
    if (isSessionRefused(response)) await reloadOnce(request);
  }
  if (request.isProtected && !isSessionRefused(response)) forgetReload(request);
  return readAnswer(response, request.answer);
}

const isSessionRefused = (response: Response): boolean => response.status === 401 || response.status === 403;

type Route = Pick<Call<z.ZodMiniType>, 'method' | 'path'>;

const routeName = ({ method, path }: Route): string => `${method} ${path}`;

/** Calls for which this tab was reloaded and that have not worked since. */
function reloadedFor(): readonly string[] {
  const kept = readTab(tabKeys.authReload);
  return Array.isArray(kept) ? kept.map(String) : [];
}

/** What another call may do says nothing about this one. */
function forgetReload(route: Route): void {
  const kept = reloadedFor();
  const rest = kept.filter((name) => name !== routeName(route));
  if (rest.length < kept.length) writeTab(tabKeys.authReload, rest);
}

/** Reloads the page once per tab and call; a second refusal is reported instead, so that nothing typed is lost twice. */
async function reloadOnce(route: Route): Promise<void> {
  const name = routeName(route);
  if (reloadedFor().includes(name)) return;
  writeTab(tabKeys.authReload, [...reloadedFor(), name]);
  if (!reloadedFor().includes(name)) return;
  reloadPage();
  // The page is going away: nobody is to act on this call any more.
  await new Promise<never>(() => {});
}

async function send<S extends z.ZodMiniType>(request: Call<S>, isForced: boolean): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (request.isProtected) headers.set('Authorization', `Bearer ${await bearer(isForced)}`);
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

/** A call that its own caller gave up stays an abort; everything else is an `ApiError`. */
function failureOf(cause: unknown, given: AbortSignal | undefined, timeout: AbortSignal): unknown {
  if (given?.aborted) return cause;
  return new ApiError(timeout.aborted ? 'timeout' : 'network', { cause });
}

async function bearer(isForced: boolean): Promise<string> {
  try {
    const session = await getSession();
    if (session.status === 'visitor') return await recoveredToken();
    return await session.token({ isForced }).catch((cause: unknown) => {
      // Where the provider only cannot be asked, the session stands and another try helps.
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
    const told = ErrorBody.safeParse(body);
    throw new ApiError('refused', { status: response.status, body: told.success ? told.data : null });
  }
  const read = answer.safeParse(body);
  if (!read.success) throw new ApiError('unreadable', { status: response.status, cause: read.error });
  return read.data;
}
