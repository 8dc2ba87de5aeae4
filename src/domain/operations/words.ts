/**
 * The operators' vocabulary: the state of an order, and Portuguese words for stored values in lists and histories.
 *
 * Ids of plans are not translated, because addresses, articles and commands use them.
 */
import type { ProvisioningOverallStatus } from '../api-schemas/provisioning.ts';

/** States that `pedidos` shows and filters by. */
export const orderStates = [
  'AGUARDANDO',
  'EM_ANDAMENTO',
  'CONCLUIDO',
  'ERRO',
  /** Cancelled or closed: its objects are being removed, after which the name is free. */
  'CANCELANDO',
  'CANCELADO',
  /** Never paid or never created; its name is free. */
  'VENCIDO',
  /** Its environment existed and was removed. */
  'REMOVIDO',
] as const;
export type OrderState = (typeof orderStates)[number];

/** Whether anything is sold. */
export const salesStates = ['open', 'closed'] as const;

/** Where an environment of our own is on its way. */
export const ownSteps = ['missing', 'creating', 'filling', 'ready', 'silent', 'failed'] as const;

/** Derives the state of an order from its stored fields. */
export function orderState(order: {
  readonly status: ProvisioningOverallStatus;
  readonly isCancelled: boolean;
  readonly isReleased: boolean;
}): OrderState {
  if (order.isCancelled) return order.isReleased ? 'CANCELADO' : 'CANCELANDO';
  if (!order.isReleased) return order.status;
  return order.status === 'CONCLUIDO' ? 'REMOVIDO' : 'VENCIDO';
}

/** Why a change of plan or card was closed; a refusal is named by its error code instead. */
const endReasons = {
  removed: 'removida na operadora',
  replaced: 'trocada por outra',
  interrupted: 'interrompida',
  expired: 'prazo vencido',
  uncharged: 'nada foi cobrado',
  unpaid: 'não paga',
  gone: 'sem assinatura',
  'no-card': 'sem cartão',
} as const;
export type EndReason = keyof typeof endReasons;

const stored: Readonly<Record<string, string>> = {
  monthly: 'mensal',
  yearly: 'anual',
  // Payments and charges.
  none: 'nenhum',
  pending: 'pendente',
  unclear: 'sem resposta da operadora',
  confirmed: 'confirmado',
  overdue: 'vencida',
  refused: 'recusada',
  refunded: 'devolvida',
  disputed: 'contestada',
  deleted: 'removida',
  paid: 'paga',
  // Environments and contracts.
  active: 'ativo',
  suspended: 'suspenso',
  asleep: 'dormindo',
  ended: 'encerrado',
  cancellation: 'cancelamento',
  withdrawal: 'desistência',
  chargeback: 'contestação perdida',
  // Reasons for the terms of a charge.
  sale: 'venda',
  trust: 'upgrade em confiança',
  difference: 'diferença paga',
  cycle: 'outro ciclo',
  reverted: 'diferença desfeita',
  // Who or what ended, refunded or closed it.
  customer: 'pelo cliente',
  operator: 'por operador',
  undelivered: 'não entregue a tempo',
  'called-off': 'mudança desfeita',
  forgiven: 'perdoada',
  // Plan changes.
  asked: 'pedida',
  waiting: 'à espera do pagamento',
  applying: 'em aplicação',
  applied: 'em vigor',
  closed: 'encerrada',
  purchase: 'compra',
  resume: 'retomada',
  ...endReasons,
  // Notas fiscais.
  wanted: 'a emitir',
  dropped: 'não emitida',
  scheduled: 'pedida',
  authorized: 'emitida',
  error: 'com erro',
  cancelling: 'cancelamento pedido',
  cancelled: 'cancelada',
  'cancel-denied': 'cancelamento negado',
};

/** The word for a stored value; unknown values are returned as they are. */
export const operatorWord = (value: string): string =>
  Object.hasOwn(stored, value) ? (stored[value] ?? value) : value;
