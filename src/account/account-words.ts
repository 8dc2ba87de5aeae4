/**
 * Texts of the account page about dates, money and states. Pure.
 *
 * Owns: the words for each state, and what a withdrawal refunds. Does not own: the state, which the server derives, or
 * prices, which are part of the account.
 */

import type { AccountResponse, Invoice } from '#domain/api-schemas/account.ts';
import { catalog } from '#lib/catalog.ts';
import type { BadgeTone } from '#ui/badge.tsx';

interface StateWords {
  readonly label: string;
  readonly tone: BadgeTone;
}

export const accountStateWords: Readonly<Record<AccountResponse['state'], StateWords>> = {
  free: { label: 'Ativo', tone: 'signal' },
  active: { label: 'Ativo', tone: 'signal' },
  overdue: { label: 'Pagamento atrasado', tone: 'maintenance' },
  suspended: { label: 'Suspenso', tone: 'down' },
  cancelled: { label: 'Renovação cancelada', tone: 'neutral' },
  ended: { label: 'Encerrado', tone: 'neutral' },
};

export const asleepWords: StateWords = { label: 'Dormindo', tone: 'neutral' };
export const wakingWords: StateWords = { label: 'Acordando', tone: 'neutral' };

export const invoiceStateWords: Readonly<Record<Invoice['state'], StateWords>> = {
  pending: { label: 'Em aberto', tone: 'neutral' },
  confirmed: { label: 'Paga', tone: 'signal' },
  overdue: { label: 'Vencida', tone: 'down' },
  refused: { label: 'Recusada', tone: 'down' },
  refunded: { label: 'Devolvida', tone: 'neutral' },
  disputed: { label: 'Contestada', tone: 'maintenance' },
};

/** State of a charge's nota fiscal. */
export const noteWords: Readonly<Record<NonNullable<Invoice['fiscalNote']>['state'], string>> = {
  issuing: 'Nota em emissão',
  issued: 'Nota emitida',
  cancelling: 'Nota em cancelamento',
  cancelled: 'Nota cancelada',
};

export type Purchase = NonNullable<AccountResponse['purchases']>[number];

/** Label of a withdrawal: "Desistir da mudança para o plano Pro". */
export function undoTitle({ kind, plan }: Purchase): string {
  return `Desistir da ${kind === 'contract' ? 'contratação do' : 'mudança para o'} plano ${catalog.plan(plan).name}`;
}

/** True when undoing the purchase also refunds later differences. */
export function takesDifferences(
  { purchases = [] }: Pick<AccountResponse, 'purchases'>,
  id: string,
): boolean {
  const index = purchases.findIndex((purchase) => purchase.id === id);
  return index !== -1 && purchases[index + 1]?.kind === 'difference';
}

/** True while there is a renewal to cancel. */
export function canCancel({ state }: Pick<AccountResponse, 'state'>): boolean {
  return state === 'active' || state === 'overdue' || state === 'suspended';
}

/** True when there is an ending to offer. */
export function hasEnding(account: AccountResponse): boolean {
  return canCancel(account) || (account.purchases ?? []).length > 0;
}

/** False only for a free environment that was never charged. */
export function hasInvoices({ state, invoices }: AccountResponse): boolean {
  return state !== 'free' || invoices?.length !== 0;
}

/** True while the environment runs, whatever it owes. */
export function isRunning(account: Pick<AccountResponse, 'state' | 'sleep'>): boolean {
  return account.state !== 'suspended' && account.state !== 'ended' && !isAsleep(account);
}

/** True while a free environment sleeps. */
export const isAsleep = ({ sleep }: Pick<AccountResponse, 'sleep'>): boolean => sleep?.since !== undefined;

/** True when nothing must be settled before a purchase. */
export function canBuy({ pendingChange, debt, isDisputed }: AccountResponse): boolean {
  return pendingChange === undefined && debt === undefined && isDisputed !== true;
}

/** True when another plan can be chosen. */
export function canChangePlan(account: AccountResponse): boolean {
  const { state } = account;
  const isRunning = state === 'free' || state === 'active' || state === 'cancelled';
  return isRunning && canBuy(account);
}

/** True when a cancelled renewal can be resumed, because the environment runs on paid days. */
export function canResume(account: AccountResponse): boolean {
  const { state, endsOn, paidThrough } = account;
  return state === 'cancelled' && paidThrough !== undefined && paidThrough === endsOn;
}
