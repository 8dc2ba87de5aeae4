/** Which charge the customer should pay now. Pure. */
import type { AccountResponse, Invoice } from '#domain/api-schemas/account.ts';

/** The charge to pay now: refused or overdue, the oldest first; `undefined` when nothing is late. */
export function lateInvoice(account: Pick<AccountResponse, 'invoices'>): Invoice | undefined {
  return (account.invoices ?? [])
    .filter(({ state }) => state === 'overdue' || state === 'refused')
    .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate))[0];
}
