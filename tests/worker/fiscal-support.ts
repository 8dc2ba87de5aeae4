/// <reference types="@cloudflare/vitest-plugin/types" />
/** A Worker whose operator issues notas fiscais, its job, and the notas at the processor. */
import { localFiscalService } from '#dev/local-values.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { missingNotesWork, noteWork } from '#functions/fiscal/work-note.ts';
import { FiscalSetting } from '#functions/variables.ts';
import type { Customer } from './plan-change-support.ts';
import { addresses, depsAt, runDue, sendJson, setDue, sql, stateOf, workerWith } from './support.ts';

/** The local stack's setting, from today on. */
const NOTA_FISCAL = JSON.stringify({
  ...JSON.parse(localFiscalService),
  since: businessDay(Date.now()),
});

/** Calls that Worker. */
export const callFiscal = workerWith({ NOTA_FISCAL });

/** Adds the setting to any dependencies. */
const issuing = <D extends Deps>(deps: D): D => ({
  ...deps,
  fiscal: FiscalSetting.parse(NOTA_FISCAL) ?? null,
});

/** Runs the work so much later, with everything due. */
export async function runFiscal(aheadMs = 0, deps: Deps = depsAt(aheadMs)): Promise<void> {
  await sql('UPDATE work SET due_at = 1, leased_until = 0 WHERE kind = ?', noteWork.kind);
  await runDue(noteWork, issuing(deps));
}

/** Looks for charges that lack their nota. */
export async function findMissing(): Promise<void> {
  await setDue(missingNotesWork, 'always');
  await runDue(missingNotesWork, issuing(depsAt(0)));
}

export interface StoredInvoice {
  readonly id: string;
  readonly payment: string;
  readonly status: string;
  readonly value: number;
  readonly observations: string;
  readonly serviceDescription: string;
}

/** The processor's notas of a customer's charges, oldest first. */
export async function invoicesOf({ orderId }: Customer): Promise<StoredInvoice[]> {
  const charges = await sql<{ id: string }>(
    'SELECT payment_id AS id FROM charges WHERE order_id = ?',
    orderId,
  );
  const ids = new Set(charges.map(({ id }) => id));
  const { invoices } = await stateOf<{ invoices: StoredInvoice[] }>(addresses.asaasUrl);
  return invoices.filter(({ payment }) => ids.has(payment));
}

/** Calls an action of the stand-in on a nota. */
export const pull = (id: string, action: 'authorize' | 'fail' | 'cancel') =>
  sendJson(`${addresses.asaasUrl}/__stand-in/invoices/${id}/${action}`, 'POST', {});

export const notesOf = ({ orderId }: Customer) =>
  sql<{ state: string; number: string | null; problem: string | null }>(
    'SELECT * FROM fiscal_notes WHERE order_id = ? ORDER BY created_at, payment_id',
    orderId,
  );
export const noteStatesOf = async (customer: Customer) => (await notesOf(customer)).map(({ state }) => state);
