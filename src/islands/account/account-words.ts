/**
 * What the account page says about dates, money and states. Pure.
 *
 * Owns: the words of each state, and what an undone purchase gives back. Does not own: the state itself, which
 * the server derives, or prices (the account carries what was sold).
 */

import { BUSINESS_TIME_ZONE } from '#domain/billing/days.ts';
import type { AccountResponse, Invoice } from '#domain/contracts/account.ts';
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

/** How far the nota fiscal of a charge is. */
export const noteWords: Readonly<Record<NonNullable<Invoice['notaFiscal']>['situacao'], string>> = {
  'em-emissao': 'Nota em emissão',
  emitida: 'Nota emitida',
  'em-cancelamento': 'Nota em cancelamento',
  cancelada: 'Nota cancelada',
};

const momentFormat = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: BUSINESS_TIME_ZONE,
});

/** A moment as the clock in São Paulo shows it: `20/12/2026, 23:59`. */
export function formatMoment(iso: string): string {
  return momentFormat.format(Date.parse(iso)).replace(', ', ' às ');
}

export type Purchase = NonNullable<AccountResponse['compras']>[number];

/** Names what is undone: "Desistir da mudança para o plano Pro". */
export function undoTitle({ tipo, plano }: Purchase): string {
  return `Desistir da ${tipo === 'contrato' ? 'contratação do' : 'mudança para o'} plano ${catalog.plan(plano).name}`;
}

/** True where undoing a purchase gives back differences too that were paid on top of it. */
export function takesDifferences({ compras = [] }: Pick<AccountResponse, 'compras'>, id: string): boolean {
  const index = compras.findIndex((purchase) => purchase.id === id);
  return index !== -1 && compras[index + 1]?.tipo === 'diferenca';
}

/** True while a renewal stands that could be cancelled. */
export function canCancel({ situacao }: Pick<AccountResponse, 'situacao'>): boolean {
  return situacao === 'ativa' || situacao === 'atrasada' || situacao === 'suspensa';
}

/** True while nothing has to be settled before something may be bought. */
export function canBuy({ mudancaPendente, divida, contestacao }: AccountResponse): boolean {
  return mudancaPendente === undefined && divida === undefined && contestacao !== true;
}

/** True while another plan may be chosen here. */
export function canChangePlan(account: AccountResponse): boolean {
  const { situacao } = account;
  const isRunning = situacao === 'gratuita' || situacao === 'ativa' || situacao === 'cancelamento-agendado';
  return isRunning && canBuy(account);
}

/** True where the cancelled renewal can go on: the environment runs on days that are paid, to the last of them. */
export function canResume(account: AccountResponse): boolean {
  const { situacao, terminaEm, pagoAte } = account;
  return situacao === 'cancelamento-agendado' && pagoAte !== undefined && pagoAte === terminaEm;
}
