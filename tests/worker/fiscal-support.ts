/// <reference types="@cloudflare/vitest-plugin/types" />
/** A Worker whose operator issues notas fiscais, its job, and what the processor holds of them. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { localFiscalService } from '#dev/local-values.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import type { Env } from '#functions/env.ts';
import { fiscalJobs } from '#functions/fiscal/jobs.ts';
import { FiscalSetting } from '#functions/fiscal-service.ts';
import worker from '#functions/worker.ts';
import { setProcessor } from './billing-support.ts';
import { at, depsAt, env, sendJson, sql, stateOf } from './support.ts';
import type { Customer } from './upgrade-support.ts';

/** As the local stack issues them, from today on. */
const NOTA_FISCAL = JSON.stringify({
  ...JSON.parse(localFiscalService),
  since: businessDay(Date.now()),
});

let calls = 0;

/** Asks that Worker. */
export async function callFiscal(
  path: string,
  { token, body }: { readonly token?: string; readonly body?: unknown } = {},
): Promise<Response> {
  calls += 1;
  const request = new Request(`${at.siteUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      'Content-Type': 'application/json',
      // Each call from an address of its own: the limits have a test to themselves.
      'CF-Connecting-IP': `198.18.${calls}.9`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }) as Request<unknown, IncomingRequestCfProperties>;
  const context = createExecutionContext();
  const answer = await worker.fetch(request, { ...env, NOTA_FISCAL } as Env, context);
  await waitOnExecutionContext(context);
  return answer;
}

/** The setting on any deps. */
const issuing = <D extends Deps>(deps: D): D => ({
  ...deps,
  fiscal: FiscalSetting.parse(NOTA_FISCAL) ?? null,
});

/** The job, so long after now; whatever waits is due. */
export async function runFiscal(aheadMs = 0, deps: Deps = depsAt(aheadMs)): Promise<void> {
  await sql('UPDATE fiscal_notes SET due_at = 1 WHERE due_at > 1');
  await fiscalJobs.fiscalNotes(issuing(deps));
}

export interface HeldInvoice {
  readonly id: string;
  readonly payment: string;
  readonly status: string;
  readonly value: number;
  readonly observations: string;
  readonly serviceDescription: string;
}

/** What the processor holds for the charges of a customer, oldest first. */
export async function invoicesOf({ orderId }: Customer): Promise<HeldInvoice[]> {
  const charges = await sql<{ id: string }>(
    'SELECT payment_id AS id FROM charges WHERE order_id = ?',
    orderId,
  );
  const ids = new Set(charges.map(({ id }) => id));
  const { invoices } = await stateOf<{ invoices: HeldInvoice[] }>(at.asaasUrl);
  return invoices.filter(({ payment }) => ids.has(payment));
}

/** Pulls a lever of a nota at the processor. */
export const pull = (id: string, action: 'authorize' | 'fail' | 'cancel') =>
  sendJson(`${at.asaasUrl}/__stand-in/invoices/${id}/${action}`, 'POST', {});

export const notesOf = ({ orderId }: Customer) =>
  sql<{ state: string; number: string | null; problem: string | null; due_at: number | null }>(
    'SELECT * FROM fiscal_notes WHERE order_id = ? ORDER BY created_at, payment_id',
    orderId,
  );
export const noteStatesOf = async (customer: Customer) => (await notesOf(customer)).map(({ state }) => state);

/** Notas wait for their lever; what other tests left is none of ours. */
export async function calmFiscal(): Promise<void> {
  await setProcessor({ invoiceMode: 'stuck', deniesCancellations: false });
  await sql('UPDATE charges SET fiscal = 2');
  await sql('UPDATE fiscal_notes SET due_at = NULL');
}
