/// <reference types="@cloudflare/vitest-plugin/types" />
/** Calls to the Worker as a browser makes them, and controls of the stand-ins behind it. */

import { createExecutionContext, introspectWorkflow, waitOnExecutionContext } from 'cloudflare:test';
import { exports, env as rawEnv } from 'cloudflare:workers';
import { inject } from 'vitest';
import { workerVariables } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import { asaasWebhookEndpoint } from '#domain/api-schemas/webhook.ts';
import { composeDeps, type Deps } from '#functions/compose.ts';
import type { Env } from '#functions/env.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import type { AnyWorkKind } from '#functions/platform/work/define-work.ts';
import { runWork } from '#functions/platform/work/run-work.ts';
import { runScheduled } from '#functions/scheduled.ts';
import entry from '#functions/worker.ts';
import type { RowStatement } from '#tests/support/rows.ts';

export const env = rawEnv as unknown as Env;
export const addresses = stackAddresses(inject('stackPort'));
export const variables = workerVariables(addresses);

/** Runs one SQL statement and returns its rows. */
export const sql = async <T = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<T[]> =>
  (
    await env.DB.prepare(text)
      .bind(...values)
      .all<T>()
  ).results;

const worker = (exports as unknown as { default: Fetcher }).default;

interface Call {
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

function requestTo(address: string, { token, key, body, method, headers }: Call) {
  return new Request(address, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      // Each call has its own IP address; rate limits have their own test.
      'CF-Connecting-IP': newAddress(),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }) as Request<unknown, IncomingRequestCfProperties>;
}

/** One request to the API. */
export const call = (path: string, options: Call = {}): Promise<Response> =>
  worker.fetch(requestTo(`${addresses.siteUrl}${path}`, options));

/** A Worker with other variables; returns its `call`, which waits for the work that a response leaves behind. */
export function workerWith(variables: Partial<Env>) {
  const changed = { ...env, ...variables };
  return async (path: string, options: Call = {}, origin: string = addresses.siteUrl): Promise<Response> => {
    const context = createExecutionContext();
    const answer = await entry.fetch(requestTo(`${origin}${path}`, options), changed, context);
    await waitOnExecutionContext(context);
    return answer;
  };
}

function newAddress(): string {
  const part = (): number => crypto.getRandomValues(new Uint8Array(1))[0] ?? 1;
  return `10.${part()}.${part()}.${part()}`;
}

export const newKey = (): string => crypto.randomUUID();

/** Sends an order, by default under a new key. */
export function sendOrder(token: string, body: unknown, key: string = newKey()): Promise<Response> {
  return call(checkoutEndpoint, { token, key, body });
}

/** Status and body in one object; a `status` in the body wins. */
export async function answerOf(response: Response): Promise<Record<string, unknown> & { status: unknown }> {
  const body = await response.json<Record<string, unknown>>();
  return { ...body, status: body['status'] ?? response.status };
}

/** Status and code of a refusal. */
export async function codeOf(response: Response): Promise<[number, unknown]> {
  return [response.status, (await response.json<{ code: unknown }>()).code];
}

export async function statusOf(token: string): Promise<Record<string, unknown>> {
  return (await call(provisioningStatusEndpoint, { token })).json();
}

/** False once a test has changed faults or settings of a stand-in. */
let isCalm = false;

export async function sendJson(url: string, method: string, body: unknown): Promise<unknown> {
  if (method === 'PATCH') isCalm = false;
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`);
  return response.json();
}

/** The state of a stand-in. */
export async function stateOf<T>(origin: string): Promise<T> {
  return (await (await fetch(`${origin}/__stand-in/state`)).json()) as T;
}

export const setFaults = (
  origin: string,
  faults: { down?: boolean; delayMs?: number; loseAnswers?: number; losePath?: string },
) => sendJson(`${origin}/__stand-in/faults`, 'PATCH', faults);

export const noFaults = { down: false, delayMs: 0, loseAnswers: 0, losePath: '' };

/**
 * Before each test: payments wait for `confirmPayment`; deployments are healthy at once; no service fails or is
 * known to; and no work of an earlier test is due, which every run of the jobs would do first.
 */
export async function calmServices(): Promise<void> {
  if (!isCalm) await sendJson(`${addresses.siteUrl}/calm`, 'POST', {});
  isCalm = true;
  await clearWork();
  await sql('DELETE FROM providers');
}

export const setArgocd = (settings: Record<string, number>) =>
  sendJson(`${addresses.argocdUrl}/__stand-in/settings`, 'PATCH', settings);

/** Calls an action of the Argo CD stand-in. */
export const act = (application: string, action: string) =>
  sendJson(`${addresses.argocdUrl}/__stand-in/applications/${application}/${action}`, 'POST', {});

interface AsaasPayment {
  readonly id: string;
  readonly subscription: string;
  readonly externalReference: string | null;
  readonly status: string;
  readonly value: number;
}
interface AsaasSubscription {
  readonly id: string;
  readonly creditCardToken: string | null;
  readonly externalReference: string | null;
  readonly value: number;
  readonly cycle: string;
  readonly deleted: boolean;
}

function listed<T>(values: readonly T[] | Record<string, T>): readonly T[] {
  return Array.isArray(values) ? values : Object.values(values);
}

/** An order's objects at the processor. */
export async function chargesOf(
  orderId: string,
): Promise<{ subscriptions: readonly AsaasSubscription[]; payments: readonly AsaasPayment[] }> {
  const state = await stateOf<{
    subscriptions: Record<string, AsaasSubscription>;
    payments: Record<string, AsaasPayment>;
  }>(addresses.asaasUrl);
  const subscriptions = listed(state.subscriptions).filter((each) => each.externalReference === orderId);
  const ids = new Set(subscriptions.map((each) => each.id));
  return { subscriptions, payments: listed(state.payments).filter((each) => ids.has(each.subscription)) };
}

export const confirmPayment = (id: string) =>
  sendJson(`${addresses.asaasUrl}/__stand-in/payments/${id}/confirm`, 'POST', {});

/** The id of an order's first charge. */
export const firstChargeOf = async (orderId: string): Promise<string> =>
  (await chargesOf(orderId)).payments[0]?.id ?? 'no charge';

/** The newest order row of an account. */
export async function orderRow(subject: string): Promise<Record<string, unknown>> {
  const [row] = await sql(
    'SELECT r.*, a.accepted_at, a.address, o.updated_at FROM orders o JOIN order_rows r ON r.id = o.id LEFT JOIN acceptances a ON a.id = o.id WHERE o.subject = ? ORDER BY o.created_at DESC, o.rowid DESC',
    subject,
  );
  if (row === undefined) throw new Error('This account has no order.');
  return row;
}

export const orderIdOf = async (subject: string): Promise<string> => String((await orderRow(subject))['id']);

interface SentMail {
  readonly to: readonly string[] | string;
  readonly subject: string;
  readonly text: string;
  readonly reply_to?: unknown;
  readonly idempotencyKey: string;
  readonly tags: readonly { readonly name: string; readonly value: string }[];
}

/** Sent mails that contain this text. */
export const mailsSent = async (about: string): Promise<readonly SentMail[]> =>
  (await stateOf<{ messages: readonly SentMail[] }>(addresses.mailUrl)).messages.filter((mail) =>
    JSON.stringify(mail).includes(about),
  );

/** The full content of these tables as one text. */
export const textOf = async (...tables: string[]): Promise<string> =>
  JSON.stringify(await Promise.all(tables.map((table) => sql(`SELECT * FROM ${table}`))));

/** Runs the scheduled jobs, optionally with the clock ahead. */
export function runJobs(aheadMs = 0): Promise<void> {
  return runScheduled(depsAt(aheadMs));
}

/** Runs what is due of one kind of work. */
export const runDue = (kind: AnyWorkKind<Deps>, deps: Deps): Promise<void> => runWork(deps, kind);

/** Sends the mails that are due, optionally with the clock ahead. */
export const sendMails = (aheadMs = 0): Promise<void> => runDue(mailWork, depsAt(aheadMs));

/** Makes work due at a time, whatever was asked for before. */
export const setDue = ({ kind }: Pick<AnyWorkKind<Deps>, 'kind'>, key: string, dueAt = 0) =>
  sql(
    `INSERT INTO work (kind, key, order_id, due_at, created_at) VALUES (?1, ?2, (SELECT id FROM orders WHERE id = ?2), ?3, 0)
     ON CONFLICT (kind, key) DO UPDATE SET due_at = ?3, leased_until = 0`,
    kind,
    key,
    dueAt,
  );

/** When work is due; `null` when there is none. */
export const dueAtOf = async (
  { kind }: Pick<AnyWorkKind<Deps>, 'kind'>,
  key: string,
): Promise<number | null> =>
  (await sql<{ due_at: number }>('SELECT due_at FROM work WHERE kind = ? AND key = ?', kind, key))[0]
    ?.due_at ?? null;

/** Forgets the due work of some kinds, or of all. */
export const clearWork = (...kinds: readonly Pick<AnyWorkKind<Deps>, 'kind'>[]) =>
  kinds.length === 0
    ? sql('DELETE FROM work')
    : sql(
        'DELETE FROM work WHERE kind IN (SELECT value FROM json_each(?))',
        JSON.stringify(kinds.map(({ kind }) => kind)),
      );

/** The real dependencies; put together once, because that takes longer than most calls. */
const composed = composeDeps(env);

/** The real dependencies under another clock. */
export function depsAt(aheadMs: number): Deps {
  return { ...composed, clock: { now: () => Date.now() + aheadMs } };
}

/** The real dependencies with some calls replaced. */
export function depsWith(changes: { [Port in keyof Deps]?: Partial<Deps[Port]> }, aheadMs = 0): Deps {
  const deps = depsAt(aheadMs);
  const ports = Object.entries(changes).map(([port, calls]) => [
    port,
    { ...(deps[port as keyof Deps] as object), ...(calls as object) },
  ]);
  return { ...deps, ...Object.fromEntries(ports) };
}

/** Sends a payment event as the processor does. */
export function sendEvent(
  id: string,
  event: string,
  paymentId?: string,
  token = variables['ASAAS_WEBHOOK_TOKEN'] ?? '',
): Promise<Response> {
  return call(asaasWebhookEndpoint, {
    body: {
      id,
      event,
      dateCreated: '2026-11-21 03:13:00',
      ...(paymentId ? { payment: { id: paymentId } } : {}),
    },
    headers: { 'asaas-access-token': token },
  });
}

/** Watches workflow runs and removes the delays of their retries. */
export async function watchWorkflows() {
  const introspector = await introspectWorkflow(env.PROVISION_TENANT as unknown as Workflow);
  await introspector.modifyAll(async (modifier) => {
    await modifier.disableRetryDelays();
  });
  return Object.assign(introspector, {
    /** Waits until every run has finished. */
    allDone: async () => {
      for (const instance of await introspector.get()) await instance.waitForStatus('complete');
    },
  });
}

/** Writes rows in one transaction. */
export async function putRows(rows: readonly RowStatement[]): Promise<void> {
  await env.DB.batch(rows.map(([text, values]) => env.DB.prepare(text).bind(...values)));
}
