/**
 * One vocabulary for operators: the state of an order, and the words in which lists and histories tell what rows hold.
 *
 * Owns: words. Ids of plans stay as they are: addresses, articles and commands use them.
 */
import type { ProvisioningOverallStatus } from '../contracts/provisioning.ts';

/** States in which `pedidos` shows an order, and by which it filters. */
export const orderStates = [
  'AGUARDANDO',
  'EM_ANDAMENTO',
  'CONCLUIDO',
  'ERRO',
  /** Cancelled or closed: what it made is being taken down, then its name is free. */
  'CANCELANDO',
  'CANCELADO',
  /** Never paid or made: its name is free. */
  'VENCIDO',
  /** Its environment was there and is gone. */
  'REMOVIDO',
] as const;
export type OrderState = (typeof orderStates)[number];

/** The state of an order, from what is stored of it. */
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
  // Why the next charge is for what it is for.
  sale: 'venda',
  trust: 'upgrade em confiança',
  difference: 'diferença paga',
  cycle: 'outro ciclo',
  reverted: 'diferença desfeita',
  // Who or what ended, gave back or closed it.
  customer: 'pelo cliente',
  operator: 'por operador',
  undelivered: 'não entregue a tempo',
  'called-off': 'mudança desfeita',
  forgiven: 'perdoada',
  // Changes of plan.
  asked: 'pedida',
  waiting: 'à espera do pagamento',
  applying: 'em aplicação',
  applied: 'em vigor',
  closed: 'encerrada',
};

/** The word of a stored value; what is no such value stays as it is. */
export const operatorWord = (value: string): string =>
  Object.hasOwn(stored, value) ? (stored[value] ?? value) : value;
