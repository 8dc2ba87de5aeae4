/** Formats amounts, dates and states for the stand-in's pages. */
import type { Checkout, Invoice, Payment } from './objects.ts';

export const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

export const clock = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-11-20` → `20/11/2026`; a time after the date is kept. */
export function readable(date: string): string {
  return date.replace(/^(\d{4})-(\d{2})-(\d{2})/, '$3/$2/$1');
}

export const statusWords: Record<Payment['status'], string> = {
  PENDING: 'Aguardando pagamento',
  CONFIRMED: 'Confirmada',
  OVERDUE: 'Vencida',
  REFUNDED: 'Estornada',
  CHARGEBACK_REQUESTED: 'Contestada',
  CHARGEBACK_DISPUTE: 'Em disputa',
  AWAITING_CHARGEBACK_REVERSAL: 'Disputa ganha, aguardando repasse',
  CREDIT_CARD_CAPTURE_REFUSED: 'Cartão recusado',
};

export const checkoutWords: Record<Checkout['status'], string> = {
  ACTIVE: 'Aguardando pagamento',
  PAID: 'Paga',
  CANCELED: 'Cancelada',
  EXPIRED: 'Expirada',
};

export const invoiceWords: Record<Invoice['status'], string> = {
  SCHEDULED: 'Agendada',
  SYNCHRONIZED: 'Enviada à prefeitura',
  AUTHORIZED: 'Emitida',
  PROCESSING_CANCELLATION: 'Em cancelamento',
  CANCELED: 'Cancelada',
  CANCELLATION_DENIED: 'Cancelamento negado',
  ERROR: 'Com erro',
};
