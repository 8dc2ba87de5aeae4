/**
 * The money side: subscriptions and their payments, what happens to them, and the events that tell of it.
 *
 * Every change goes through here, so that a button on `/__stand-in`, the invoice page, the API and the clock all
 * cause the same events.
 */
import { randomUUID } from 'node:crypto';
import { dateAt, dateTimeAt, nextDueDate } from './dates.ts';
import type { PresentedCard, SubscriptionFields } from './inspect.ts';
import { refuse } from './refusal.ts';
import {
  type AsaasStore,
  type CardToken,
  type Checkout,
  newEventId,
  newId,
  type Payment,
  type PaymentCard,
  type PaymentStatus,
  type Subscription,
  type WebhookEvent,
} from './state.ts';

export interface LedgerOptions {
  readonly store: AsaasStore;
  readonly now: () => number;
  /** Origin of the invoice pages. */
  readonly publicUrl: string;
  /** False: an event of this name is written down and nobody is told. */
  readonly isListened: (event: string) => boolean;
}

export type Ledger = ReturnType<typeof createLedger>;

/** Share that the vendor keeps of a card payment, measured at its sandbox. */
const CARD_FEE_SHARE = 0.0323;

/** A subscription as the vendor tells it: neither its card nor the way back is part of it. */
export function shownSubscription({ creditCardToken: _, callback: __, ...told }: Subscription) {
  return structuredClone(told);
}

/** What a deletion, an inactivation or an update tells of a subscription: its dates stand day first, unlike the API's. */
function inEvent(subscription: Subscription): Record<string, unknown> {
  const dayFirst = (date: string) => date.split('-').toReversed().join('/');
  return {
    ...shownSubscription(subscription),
    dateCreated: dayFirst(subscription.dateCreated),
    nextDueDate: dayFirst(subscription.nextDueDate),
  };
}

export function createLedger({ store, now, publicUrl, isListened }: LedgerOptions) {
  const { state } = store;

  function tell(event: string, about: Record<string, unknown>): void {
    queue({ id: newEventId(), event, dateCreated: dateTimeAt(now()), ...about });
  }

  function queue(body: WebhookEvent['body']): void {
    const nextAttemptAt = isListened(body.event) ? now() : null;
    state.events.push({ id: body.id, body, attempts: [], nextAttemptAt, deliveredAt: null });
  }

  function tellSubscription(event: string, subscription: Subscription): void {
    tell(event, { subscription: inEvent(subscription) });
  }

  /** Events carry the payment as it is at that moment. */
  function tellPayment(event: string, payment: Payment): void {
    tell(event, { payment: structuredClone(payment) });
  }

  function paymentOf(id: string): Payment {
    const payment = state.payments.find((each) => each.id === id || each.id === `pay_${id}`);
    return payment ?? refuse('invalid_object', 'Cobrança não encontrada.', 404);
  }

  function subscriptionOf(id: string): Subscription {
    const subscription = state.subscriptions.find((each) => each.id === id && !each.deleted);
    return subscription ?? refuse('invalid_object', 'Assinatura não encontrada.', 404);
  }

  function issueToken(customer: string, card: PresentedCard): CardToken {
    const token = { token: randomUUID(), customer, ...card };
    state.tokens.push(token);
    store.save();
    return token;
  }

  /** A token belongs to the customer it was made for; another's is as unknown as none. */
  function tokenOf(token: string, customer: string): CardToken {
    const found = state.tokens.find((each) => each.token === token && each.customer === customer);
    return found ?? refuse('invalid_creditCard', 'CreditCardToken não encontrado.');
  }

  function generatePayment(subscription: Subscription): Payment {
    const id = newId('pay');
    const payment: Payment = {
      object: 'payment',
      id,
      dateCreated: dateAt(now()),
      customer: subscription.customer,
      subscription: subscription.id,
      checkoutSession: subscription.checkoutSession,
      value: subscription.value,
      netValue: Math.round(subscription.value * (1 - CARD_FEE_SHARE) * 100) / 100,
      billingType: subscription.billingType,
      status: 'PENDING',
      dueDate: subscription.nextDueDate,
      originalDueDate: subscription.nextDueDate,
      description: subscription.description,
      externalReference: subscription.externalReference,
      invoiceUrl: `${publicUrl}/i/${id.slice('pay_'.length)}`,
      confirmedDate: null,
      clientPaymentDate: null,
      creditCard: cardOfSubscription(subscription),
      deleted: false,
    };
    state.payments.push(payment);
    subscription.nextDueDate = nextDueDate(payment.dueDate, subscription.cycle);
    tellPayment('PAYMENT_CREATED', payment);
    return payment;
  }

  function openSubscription(
    customer: string,
    fields: SubscriptionFields,
    checkoutSession: string | null = null,
  ): Subscription {
    if (fields.creditCardToken !== null) tokenOf(fields.creditCardToken, customer);
    const subscription: Subscription = {
      object: 'subscription',
      id: newId('sub'),
      dateCreated: dateAt(now()),
      customer,
      ...fields,
      status: 'ACTIVE',
      deleted: false,
      checkoutSession,
    };
    state.subscriptions.push(subscription);
    tellSubscription('SUBSCRIPTION_CREATED', subscription);
    const payment = generatePayment(subscription);
    if (payment.dueDate <= dateAt(now())) chargeSoon(payment);
    store.save();
    return subscription;
  }

  /** A payment with a card confirms itself after a moment. */
  function chargeSoon(payment: Payment): void {
    if (payment.creditCard !== null)
      state.dueConfirmations[payment.id] = now() + state.settings.confirmAfterMs;
  }

  function cardOfSubscription(subscription: Subscription): PaymentCard | null {
    const token = state.tokens.find((each) => each.token === subscription.creditCardToken);
    return token === undefined ? null : cardOf(token);
  }

  /** The subscription charges this card from now on; what of it is not paid yet, too. */
  function holdCard(subscriptionId: string | null, token: CardToken): void {
    const subscription = state.subscriptions.find((each) => each.id === subscriptionId);
    if (subscription === undefined) return;
    subscription.creditCardToken = token.token;
    for (const payment of state.payments) {
      if (payment.subscription === subscription.id && open.includes(payment.status)) {
        payment.creditCard = cardOf(token);
      }
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
    tellPayment(event, payment);
    store.save();
    return payment;
  }

  const open: readonly PaymentStatus[] = ['PENDING', 'OVERDUE', 'CREDIT_CARD_CAPTURE_REFUSED'];

  function confirm(id: string, token?: CardToken): Payment {
    const payment = paymentOf(id);
    const today = dateAt(now());
    const change = {
      status: 'CONFIRMED',
      creditCard: token ? cardOf(token) : payment.creditCard,
      confirmedDate: today,
      clientPaymentDate: today,
    } as const;
    move(payment, open, change, 'PAYMENT_CONFIRMED');
    // Whoever pays with a card leaves it for the renewals.
    if (token) holdCard(payment.subscription, token);
    return payment;
  }

  return {
    paymentOf,
    subscriptionOf,
    issueToken,
    tokenOf,
    holdCard,
    openSubscription,
    confirm,

    refusePayment: (id: string) =>
      move(
        paymentOf(id),
        open,
        { status: 'CREDIT_CARD_CAPTURE_REFUSED' },
        'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED',
      ),
    overduePayment: (id: string) => move(paymentOf(id), open, { status: 'OVERDUE' }, 'PAYMENT_OVERDUE'),
    refundPayment: (id: string) =>
      move(paymentOf(id), ['CONFIRMED', 'CHARGEBACK_REQUESTED'], { status: 'REFUNDED' }, 'PAYMENT_REFUNDED'),
    removePayment(id: string): Payment {
      const payment = paymentOf(id);
      if (payment.deleted) refuse('invalid_object', 'Cobrança não encontrada.', 404);
      if (!open.includes(payment.status)) {
        refuse('invalid_action', 'Só é possível remover cobranças pendentes ou vencidas.');
      }
      payment.deleted = true;
      delete state.dueConfirmations[payment.id];
      tellPayment('PAYMENT_DELETED', payment);
      store.save();
      return payment;
    },
    /** The holder asks the bank for the money back. */
    disputePayment: (id: string) =>
      move(paymentOf(id), ['CONFIRMED'], { status: 'CHARGEBACK_REQUESTED' }, 'PAYMENT_CHARGEBACK_REQUESTED'),

    /** Generates the next payment now, as the vendor does some weeks before its due date. */
    renew(id: string): Payment {
      const subscription = subscriptionOf(id);
      if (subscription.status !== 'ACTIVE') refuse('invalid_action', 'A assinatura não está ativa.');
      const payment = generatePayment(subscription);
      chargeSoon(payment);
      store.save();
      return payment;
    },

    /** Ends the subscription and what of it is not paid yet. */
    removeSubscription(id: string): void {
      const subscription = subscriptionOf(id);
      subscription.deleted = true;
      subscription.status = 'INACTIVE';
      const unpaid = state.payments.filter((each) => each.subscription === id && open.includes(each.status));
      for (const payment of unpaid) {
        payment.deleted = true;
        delete state.dueConfirmations[payment.id];
        tellPayment('PAYMENT_DELETED', payment);
      }
      tellSubscription('SUBSCRIPTION_DELETED', subscription);
      store.save();
    },

    tellSubscription,
    /** A hosted page's event. */
    tellCheckout(event: string, checkout: Checkout): void {
      const { expiresAt: _, ...told } = structuredClone(checkout);
      tell(event, { checkout: told });
    },

    /** Puts an event at the end of the queue once more: same id, same body, its own line in the list. */
    replay(eventId: string): void {
      const event = state.events.find((each) => each.id === eventId);
      queue(event?.body ?? refuse('invalid_object', 'Evento não encontrado.', 404));
      store.save();
    },

    /** Confirms what has become due. In manual mode nothing does. */
    confirmDue(): void {
      if (state.settings.confirmMode !== 'automatic') return;
      for (const [id, at] of Object.entries(state.dueConfirmations)) {
        if (at <= now()) confirm(id);
      }
    },
  };
}

function cardOf({ lastFour, brand, token }: CardToken): PaymentCard {
  return { creditCardNumber: lastFour, creditCardBrand: brand, creditCardToken: token };
}
