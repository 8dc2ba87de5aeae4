/**
 * The money side: cards, subscriptions, single charges, and their payments.
 *
 * Every change goes through here, so that `/__stand-in`, the invoice page, the API and the clock cause the same events.
 */
import { randomUUID } from 'node:crypto';
import { dateAt, nextDueDate } from './dates.ts';
import { createDisputes } from './disputes.ts';
import { createEventSender, type EventSenderOptions } from './events.ts';
import type { ChargeFields, PresentedCard, SubscriptionFields } from './inspect.ts';
import type { CardToken, Payment, PaymentCard, Subscription } from './objects.ts';
import { cardOf, createPayments, isOpen } from './payments.ts';
import { refuse } from './refusal.ts';
import { createRenewals } from './renewals.ts';
import { newId } from './state.ts';

export interface LedgerOptions extends EventSenderOptions {
  /** Origin of the invoice pages. */
  readonly publicUrl: string;
}

export type Ledger = ReturnType<typeof createLedger>;

export function createLedger({ store, now, publicUrl, isListened }: LedgerOptions) {
  const { state } = store;
  const sender = createEventSender({ store, now, isListened });
  const payments = createPayments({ store, now, sender, publicUrl });
  const renewals = createRenewals({ store, now, payments, generatePayment });
  const { sendSubscription } = sender;

  const subscriptionOf = (id: string): Subscription =>
    state.subscriptions.find((each) => each.id === id && !each.deleted) ??
    refuse('invalid_object', 'Assinatura não encontrada.', 404);

  function issueToken(customer: string, card: PresentedCard): CardToken {
    const token = { token: randomUUID(), customer, ...card };
    state.tokens.push(token);
    store.save();
    return token;
  }

  /** A token works only for its own customer; another customer's token counts as unknown. */
  function tokenOf(token: string, customer: string): CardToken {
    const found = state.tokens.find((each) => each.token === token && each.customer === customer);
    return found ?? refuse('invalid_creditCard', 'CreditCardToken não encontrado.');
  }

  function cardOfSubscription(subscription: Subscription): PaymentCard | null {
    const token = state.tokens.find((each) => each.token === subscription.creditCardToken);
    return token === undefined ? null : cardOf(token);
  }

  function generatePayment(subscription: Subscription): Payment {
    const { customer, checkoutSession, value, billingType, description, externalReference } = subscription;
    const about = { customer, checkoutSession, value, billingType, description, externalReference };
    const dueDate = subscription.nextDueDate;
    subscription.nextDueDate = nextDueDate(dueDate, subscription.cycle);
    return payments.addPayment({
      ...about,
      dueDate,
      subscription: subscription.id,
      creditCard: cardOfSubscription(subscription),
    });
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
    sendSubscription('SUBSCRIPTION_CREATED', subscription);
    const payment = generatePayment(subscription);
    if (payment.dueDate <= dateAt(now())) payments.chargeSoon(payment);
    store.save();
    return subscription;
  }

  return {
    ...sender,
    ...payments,
    ...renewals,
    ...createDisputes({ payments, now }),
    subscriptionOf,
    issueToken,
    tokenOf,
    openSubscription,

    /**
     * One charge without a subscription. A card is charged at once, whatever the due date
     * (docs.asaas.com/reference/create-new-payment-with-credit-card); only in manual mode it waits for the button.
     */
    openCharge(customer: string, { callback, ...fields }: ChargeFields, token: CardToken | null): Payment {
      const payment = payments.addPayment({
        ...fields,
        customer,
        subscription: null,
        checkoutSession: null,
        creditCard: token && cardOf(token),
      });
      if (callback !== null) state.returnUrls[payment.id] = callback.successUrl;
      if (state.settings.confirmMode === 'automatic' && token !== null) payments.confirm(payment.id);
      else payments.chargeSoon(payment);
      store.save();
      return payment;
    },

    /** Generates the next payment now, which the vendor does some weeks before its due date. */
    renew(id: string): Payment {
      const subscription = subscriptionOf(id);
      if (subscription.status !== 'ACTIVE') refuse('invalid_action', 'A assinatura não está ativa.');
      const payment = generatePayment(subscription);
      payments.chargeSoon(payment);
      store.save();
      return payment;
    },

    /** Ends the subscription and removes its unpaid payments. */
    removeSubscription(id: string): void {
      const subscription = subscriptionOf(id);
      subscription.deleted = true;
      subscription.status = 'INACTIVE';
      const unpaid = state.payments.filter((each) => each.subscription === id && isOpen(each));
      for (const payment of unpaid) payments.withdraw(payment);
      sendSubscription('SUBSCRIPTION_DELETED', subscription);
      store.save();
    },
  };
}
