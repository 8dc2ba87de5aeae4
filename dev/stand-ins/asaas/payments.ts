/** The life of a payment: created, charged, refused, overdue, refunded, removed. Each step sends its event. */
import { dateAt } from './dates.ts';
import type { EventSender } from './events.ts';
import type { CardToken, Payment, PaymentCard, PaymentStatus, Refund } from './objects.ts';
import { refuse } from './refusal.ts';
import { type AsaasStore, newId } from './state.ts';

export interface PaymentsOptions {
  readonly store: AsaasStore;
  readonly now: () => number;
  readonly sender: EventSender;
  /** Origin of the invoice pages. */
  readonly publicUrl: string;
}

export type Payments = ReturnType<typeof createPayments>;

/** The individual fields of a new payment; the rest is the same for all. */
export type NewPayment = Pick<
  Payment,
  | 'customer'
  | 'subscription'
  | 'checkoutSession'
  | 'value'
  | 'billingType'
  | 'dueDate'
  | 'description'
  | 'externalReference'
  | 'creditCard'
>;

/** The vendor's fee for a card payment, measured at its sandbox. */
const CARD_FEE_SHARE = 0.0323;

const openStatuses: readonly PaymentStatus[] = ['PENDING', 'OVERDUE', 'CREDIT_CARD_CAPTURE_REFUSED'];

const centavos = (reais: number): number => Math.round(reais * 100);

/** True while it can still be paid. */
export function isOpen({ status, deleted }: Payment): boolean {
  return !deleted && openStatuses.includes(status);
}

/** A card in the format of payments. */
export function cardOf({ lastFour, brand, token }: CardToken): PaymentCard {
  return { creditCardNumber: lastFour, creditCardBrand: brand, creditCardToken: token };
}

export function createPayments({ store, now, sender, publicUrl }: PaymentsOptions) {
  const { state } = store;

  const paymentOf = (id: string): Payment =>
    state.payments.find((each) => each.id === id || each.id === `pay_${id}`) ??
    refuse('invalid_object', 'Cobrança não encontrada.', 404);

  function addPayment(about: NewPayment): Payment {
    const id = newId('pay');
    const payment: Payment = {
      object: 'payment',
      id,
      dateCreated: dateAt(now()),
      ...about,
      netValue: Math.round(about.value * (1 - CARD_FEE_SHARE) * 100) / 100,
      status: 'PENDING',
      originalDueDate: about.dueDate,
      invoiceUrl: `${publicUrl}/i/${id.slice('pay_'.length)}`,
      confirmedDate: null,
      clientPaymentDate: null,
      chargeback: null,
      deleted: false,
    };
    state.payments.push(payment);
    sender.sendPayment('PAYMENT_CREATED', payment);
    return payment;
  }

  /** Schedules the confirmation of a card payment. */
  function chargeSoon(payment: Payment): void {
    if (payment.creditCard !== null)
      state.dueConfirmations[payment.id] = now() + state.settings.confirmAfterMs;
  }

  /** Makes the subscription and its open payments use this card. */
  function setCard(subscriptionId: string | null, token: CardToken): void {
    const subscription = state.subscriptions.find((each) => each.id === subscriptionId);
    if (subscription === undefined) return;
    subscription.creditCardToken = token.token;
    for (const payment of state.payments) {
      if (payment.subscription === subscription.id && isOpen(payment)) payment.creditCard = cardOf(token);
    }
    store.save();
  }

  function move(
    payment: Payment,
    from: readonly PaymentStatus[],
    change: Partial<Payment> & { status: PaymentStatus },
    event: string,
  ): Payment {
    if (payment.deleted || !from.includes(payment.status)) {
      refuse('invalid_action', `A cobrança está com a situação ${payment.status} e não permite esta ação.`);
    }
    Object.assign(payment, change);
    delete state.dueConfirmations[payment.id];
    sender.sendPayment(event, payment);
    store.save();
    return payment;
  }

  function confirm(id: string, token?: CardToken): Payment {
    const payment = paymentOf(id);
    const today = dateAt(now());
    const change = {
      status: 'CONFIRMED',
      creditCard: token ? cardOf(token) : payment.creditCard,
      confirmedDate: today,
      clientPaymentDate: today,
    } as const;
    move(payment, openStatuses, change, 'PAYMENT_CONFIRMED');
    // A card used for a payment is kept for the renewals.
    if (token) setCard(payment.subscription, token);
    return payment;
  }

  /** Removes an unpaid payment; it can still be read by its id. */
  function withdraw(payment: Payment): void {
    payment.deleted = true;
    delete state.dueConfirmations[payment.id];
    sender.sendPayment('PAYMENT_DELETED', payment);
  }

  return {
    paymentOf,
    addPayment,
    chargeSoon,
    setCard,
    move,
    confirm,
    withdraw,

    refusePayment: (id: string) =>
      move(
        paymentOf(id),
        openStatuses,
        { status: 'CREDIT_CARD_CAPTURE_REFUSED' },
        'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED',
      ),
    overduePayment: (id: string) =>
      move(paymentOf(id), openStatuses, { status: 'OVERDUE' }, 'PAYMENT_OVERDUE'),
    /**
     * Refunds all or a part. Refuses payments that are unpaid, disputed or already refunded, and more than is left. The
     * vendor's list of states has none for a part, so such a payment stays confirmed.
     */
    refundPayment(id: string, value?: number, description: string | null = null): Payment {
      const payment = paymentOf(id);
      const before = payment.refunds ?? [];
      const left = centavos(payment.value) - before.reduce((sum, each) => sum + centavos(each.value), 0);
      const back = value === undefined ? left : centavos(value);
      if (back <= 0 || back > left)
        refuse('invalid_value', 'O valor do estorno é maior do que o da cobrança.');
      const refund: Refund = { dateCreated: dateAt(now()), status: 'DONE', value: back / 100, description };
      const refunds = [...before, refund];
      return back === left
        ? move(payment, ['CONFIRMED'], { status: 'REFUNDED', refunds }, 'PAYMENT_REFUNDED')
        : move(payment, ['CONFIRMED'], { status: 'CONFIRMED', refunds }, 'PAYMENT_PARTIALLY_REFUNDED');
    },

    removePayment(id: string): Payment {
      const payment = paymentOf(id);
      if (payment.deleted) refuse('invalid_object', 'Cobrança não encontrada.', 404);
      if (!isOpen(payment)) {
        refuse('invalid_action', 'Só é possível remover cobranças pendentes ou vencidas.');
      }
      withdraw(payment);
      store.save();
      return payment;
    },
  };
}
