/**
 * The operators' vocabulary: the state of an order, and Portuguese words for stored values in lists and histories.
 *
 * Ids of plans are not translated, because addresses, articles and commands use them.
 */
import type { ProvisioningOverallStatus } from '../contracts/provisioning.ts';

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
  gone: 'sem assinatura',
  // Environments and contracts.
  active: 'ativo',
  suspended: 'suspenso',
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
};

/** The word for a stored value; unknown values are returned as they are. */
export const operatorWord = (value: string): string =>
  Object.hasOwn(stored, value) ? (stored[value] ?? value) : value;
