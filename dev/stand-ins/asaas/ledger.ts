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
  /** False: events are written down and nobody is told. */
  readonly hasWebhook: boolean;
}

export type Ledger = ReturnType<typeof createLedger>;

/** Share that the vendor keeps of a card payment, measured at its sandbox. */
const CARD_FEE_SHARE = 0.0323;

export function createLedger({ store, now, publicUrl, hasWebhook }: LedgerOptions) {
  const { state } = store;

  function tell(event: string, about: Record<string, unknown>): void {
    queue({ id: newEventId(), event, dateCreated: dateTimeAt(now()), ...about });
  }

  function queue(body: WebhookEvent['body']): void {
    const nextAttemptAt = hasWebhook ? now() : null;
    state.events.push({ id: body.id, body, attempts: [], nextAttemptAt, deliveredAt: null });
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
      creditCard: null,
      deleted: false,
    };
    state.payments.push(payment);
    subscription.nextDueDate = nextDueDate(payment.dueDate, subscription.cycle);
    tellPayment('PAYMENT_CREATED', payment);
    return payment;
  }

  function openSubscription(customer: string, fields: SubscriptionFields): Subscription {
    if (fields.creditCardToken !== null) tokenOf(fields.creditCardToken, customer);
    const subscription: Subscription = {
      object: 'subscription',
      id: newId('sub'),
      dateCreated: dateAt(now()),
      customer,
      ...fields,
      status: 'ACTIVE',
      deleted: false,
    };
    state.subscriptions.push(subscription);
    const payment = generatePayment(subscription);
    const isDueToday = payment.dueDate <= dateAt(now());
    if (fields.creditCardToken !== null && isDueToday) {
      state.dueConfirmations[payment.id] = now() + state.settings.confirmAfterMs;
    }
    store.save();
    return subscription;
  }

  function cardOfSubscription(payment: Payment): PaymentCard | null {
    const subscription = state.subscriptions.find((each) => each.id === payment.subscription);
    const token = state.tokens.find((each) => each.token === subscription?.creditCardToken);
    return token === undefined ? null : cardOf(token);
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
    const creditCard = token ? cardOf(token) : cardOfSubscription(payment);
    const change = {
      status: 'CONFIRMED',
      creditCard,
      confirmedDate: today,
      clientPaymentDate: today,
    } as const;
    return move(payment, open, change, 'PAYMENT_CONFIRMED');
  }

  return {
    paymentOf,
    subscriptionOf,
    issueToken,
    tokenOf,
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
      move(paymentOf(id), ['CONFIRMED'], { status: 'REFUNDED' }, 'PAYMENT_REFUNDED'),

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
      tell('SUBSCRIPTION_DELETED', { subscription: structuredClone(subscription) });
      store.save();
    },

    tellInactivated(subscription: Subscription): void {
      tell('SUBSCRIPTION_INACTIVATED', { subscription: structuredClone(subscription) });
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
