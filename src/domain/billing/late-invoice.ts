/** Which charge the customer should pay now. Pure. */
import type { AccountResponse, Invoice } from '#domain/api-schemas/account.ts';

/** The charge to pay now: refused or overdue, the oldest first; `undefined` when nothing is late. */
export function lateInvoice(account: Pick<AccountResponse, 'faturas'>): Invoice | undefined {
  return (account.faturas ?? [])
    .filter(({ situacao }) => situacao === 'vencida' || situacao === 'recusada')
    .toSorted((a, b) => a.vencimento.localeCompare(b.vencimento))[0];
}
