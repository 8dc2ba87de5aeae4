/**
 * What the account page says about dates, money and states. Pure.
 *
 * Owns: the words of each state, and which charge a customer is asked to pay. Does not own: the state itself, which
 * the server derives, or prices (the account carries what was sold).
 */

import { BUSINESS_TIME_ZONE } from '#domain/billing/days.ts';
import { type Charge, paidThrough } from '#domain/billing/periods.ts';
import type { AccountResponse, Invoice } from '#domain/contracts/account.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import type { BadgeTone } from '#ui/badge.tsx';

interface StateWords {
  readonly label: string;
  readonly tone: BadgeTone;
}

export const accountStateWords: Readonly<Record<AccountResponse['situacao'], StateWords>> = {
  gratuita: { label: 'Ativo', tone: 'signal' },
  ativa: { label: 'Ativo', tone: 'signal' },
  atrasada: { label: 'Pagamento atrasado', tone: 'maintenance' },
  suspensa: { label: 'Suspenso', tone: 'down' },
  'cancelamento-agendado': { label: 'Renovação cancelada', tone: 'neutral' },
  encerrada: { label: 'Encerrado', tone: 'neutral' },
};

export const invoiceStateWords: Readonly<Record<Invoice['situacao'], StateWords>> = {
  aberta: { label: 'Em aberto', tone: 'neutral' },
  paga: { label: 'Paga', tone: 'signal' },
  vencida: { label: 'Vencida', tone: 'down' },
  recusada: { label: 'Recusada', tone: 'down' },
  devolvida: { label: 'Devolvida', tone: 'neutral' },
  contestada: { label: 'Contestada', tone: 'maintenance' },
};

/** `2026-12-20` → `20/12/2026`. */
export function formatDay(day: string): string {
  return day.split('-').reverse().join('/');
}

const momentFormat = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: BUSINESS_TIME_ZONE,
});

/** A moment as the clock in São Paulo shows it: `20/12/2026, 23:59`. */
export function formatMoment(iso: string): string {
  return momentFormat.format(Date.parse(iso)).replace(', ', ' às ');
}

/** `VISA` → `Visa`; a brand in mixed case stays as the processor writes it. */
export function formatBrand(brand: string): string {
  return brand === brand.toUpperCase() ? brand.charAt(0) + brand.slice(1).toLowerCase() : brand;
}

/** The charge to pay now: refused or overdue, the oldest first; `undefined` when nothing is late. */
export function lateInvoice(account: Pick<AccountResponse, 'faturas'>): Invoice | undefined {
  return (account.faturas ?? [])
    .filter(({ situacao }) => situacao === 'vencida' || situacao === 'recusada')
    .toSorted((a, b) => a.vencimento.localeCompare(b.vencimento))[0];
}

const chargeStates: Readonly<Record<Invoice['situacao'], Charge['state']>> = {
  aberta: 'pending',
  paga: 'confirmed',
  vencida: 'overdue',
  recusada: 'refused',
  devolvida: 'refunded',
  contestada: 'disputed',
};

/** Last day that is paid, `YYYY-MM-DD`; `undefined` when nothing is, or the processor did not tell. */
export function paidUntil(account: AccountResponse): string | undefined {
  const charges = (account.faturas ?? []).map(({ vencimento, situacao }) => ({
    dueDate: vencimento,
    state: chargeStates[situacao],
  }));
  return paidThrough(charges, account.proximaCobranca ?? null, account.ciclo);
}

/** What comes back on withdrawal: everything that was paid and not yet returned, in words. */
export function refundAmount(account: Pick<AccountResponse, 'faturas'>): string | undefined {
  const paid = (account.faturas ?? []).filter(({ situacao }) => situacao === 'paga');
  if (paid.length === 0) return undefined;
  return formatPrice(paid.reduce((sum, { valorCentavos }) => sum + valorCentavos, 0));
}

/** True while a renewal stands that could be cancelled. */
export function canCancel({ situacao }: Pick<AccountResponse, 'situacao'>): boolean {
  return situacao === 'ativa' || situacao === 'atrasada' || situacao === 'suspensa';
}

/** True while another plan may be chosen here. */
export function canChangePlan({ situacao, mudancaPendente }: AccountResponse): boolean {
  return (situacao === 'gratuita' || situacao === 'ativa') && mudancaPendente === undefined;
}
