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

/** State of a charge's nota fiscal. */
export const noteWords: Readonly<Record<NonNullable<Invoice['notaFiscal']>['situacao'], string>> = {
  'em-emissao': 'Nota em emissão',
  emitida: 'Nota emitida',
  'em-cancelamento': 'Nota em cancelamento',
  cancelada: 'Nota cancelada',
};

export type Purchase = NonNullable<AccountResponse['compras']>[number];

/** Label of a withdrawal: "Desistir da mudança para o plano Pro". */
export function undoTitle({ tipo, plano }: Purchase): string {
  return `Desistir da ${tipo === 'contrato' ? 'contratação do' : 'mudança para o'} plano ${catalog.plan(plano).name}`;
}

/** True when undoing the purchase also refunds later differences. */
export function takesDifferences({ compras = [] }: Pick<AccountResponse, 'compras'>, id: string): boolean {
  const index = compras.findIndex((purchase) => purchase.id === id);
  return index !== -1 && compras[index + 1]?.tipo === 'diferenca';
}

/** True while there is a renewal to cancel. */
export function canCancel({ situacao }: Pick<AccountResponse, 'situacao'>): boolean {
  return situacao === 'ativa' || situacao === 'atrasada' || situacao === 'suspensa';
}

/** True when there is an ending to offer. */
export function hasEnding(account: AccountResponse): boolean {
  return canCancel(account) || (account.compras ?? []).length > 0;
}

/** False only for a free environment that was never charged. */
export function hasInvoices({ situacao, faturas }: AccountResponse): boolean {
  return situacao !== 'gratuita' || faturas?.length !== 0;
}

/** True while the environment runs, whatever it owes. */
export function isRunning({ situacao }: Pick<AccountResponse, 'situacao'>): boolean {
  return situacao !== 'suspensa' && situacao !== 'encerrada';
}

/** True when nothing must be settled before a purchase. */
export function canBuy({ mudancaPendente, divida, contestacao }: AccountResponse): boolean {
  return mudancaPendente === undefined && divida === undefined && contestacao !== true;
}

/** True when another plan can be chosen. */
export function canChangePlan(account: AccountResponse): boolean {
  const { situacao } = account;
  const isRunning = situacao === 'gratuita' || situacao === 'ativa' || situacao === 'cancelamento-agendado';
  return isRunning && canBuy(account);
}

/** True when a cancelled renewal can be resumed, because the environment runs on paid days. */
export function canResume(account: AccountResponse): boolean {
  const { situacao, terminaEm, pagoAte } = account;
  return situacao === 'cancelamento-agendado' && pagoAte !== undefined && pagoAte === terminaEm;
}
