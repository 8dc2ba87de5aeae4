/**
 * The processor on Asaas API v3: hosted pages, subscription changes, refunds, lists; sales are in sales.ts, single
 * charges in single-charges.ts, cards in cards.ts.
 *
 * Owns: the mapping of these calls to the vendor's API. Requests and error handling: client.ts.
 */
import { DomainError } from '#domain/errors.ts';
import type { PaymentSnapshot, Processor, SubscriptionDetails } from '#functions/vendors/processor.ts';
import { cardOnFileOf, createCards } from './cards.ts';
import { type AsaasOptions, createAsaasClient, PAGE_SIZE } from './client.ts';
import { listPayments, listPaymentsOf, newestCard, readPages, readPayments } from './lists.ts';
import { checkoutBody, checkoutPageOf, subscriptionBody, unpaidSubscriptionBody } from './requests.ts';
import { createSales } from './sales.ts';
import { createSingleCharges } from './single-charges.ts';
import { createSubscription } from './subscriptions.ts';
import {
  cycleOf,
  listedSubscriptionOf,
  paymentSnapshotOf,
  reaisOf,
  refundedCentavosOf,
  subscriptionSnapshotOf,
  WireCheckout,
  WireIgnored,
  WirePayment,
  WirePayments,
  WireSubscription,
  WireSubscriptions,
  wireCycles,
} from './wire.ts';

const subscriptionPath = (id: string): string => `/v3/subscriptions/${encodeURIComponent(id)}`;
const paymentPath = (id: string): string => `/v3/payments/${encodeURIComponent(id)}`;

/** See `Processor` for the methods. */
export function createAsaasProcessor(options: AsaasOptions): Processor {
  const client = createAsaasClient(options);
  const { ask, demand } = client;

  /** The card comes from the payments: a read subscription shows none, by the vendor's reference. */
  async function detailsOf(subscription: WireSubscription): Promise<SubscriptionDetails> {
    const payments = await listPayments(client, subscription.id);
    const status = statusOf(subscription);
    return {
      ...subscriptionSnapshotOf(subscription, payments.map(paymentSnapshotOf)),
      cycle: cycleOf(subscription),
      nextDueDate: status === 'active' ? (subscription.nextDueDate ?? null) : null,
      status,
      card: cardOnFileOf(payments),
    };
  }

  async function updateSubscription(
    name: string,
    subscriptionId: string,
    json: Record<string, unknown>,
  ): Promise<WireSubscription> {
    return demand(WireSubscription, { name, method: 'PUT', path: subscriptionPath(subscriptionId), json });
  }

  function demandWire(paymentId: string): Promise<WirePayment> {
    return demand(WirePayment, { name: 'read payment', method: 'GET', path: paymentPath(paymentId) });
  }

  async function demandPayment(paymentId: string): Promise<PaymentSnapshot> {
    return paymentSnapshotOf(await demandWire(paymentId));
  }

  async function cardOnFile(subscriptionId: string): Promise<string | null> {
    return newestCard(await listPaymentsOf(client, subscriptionId))?.creditCard?.creditCardToken ?? null;
  }

  async function findSubscription(subscriptionId: string): Promise<WireSubscription | null> {
    const path = subscriptionPath(subscriptionId);
    return ask(WireSubscription, { name: 'read subscription', method: 'GET', path });
  }

  return {
    ...createSales(client),
    ...createSingleCharges(client),
    ...createCards(client),

    openUnpaidSubscription: (customerId, order) =>
      createSubscription(client, 'create unpaid subscription', unpaidSubscriptionBody(customerId, order)),

    async openSubscriptionOnFile(customerId, cardOf, order) {
      const token = await cardOnFile(cardOf);
      if (token === null) throw new DomainError('payment-declined', { message: 'asaas: no card on file' });
      const body = subscriptionBody(customerId, token, order);
      return createSubscription(client, 'create subscription on file', body, true);
    },

    async openHostedPage(order) {
      const checkout = await demand(WireCheckout, {
        name: 'create checkout',
        method: 'POST',
        path: '/v3/checkouts',
        isUnclearOnFailure: true,
        json: checkoutBody(order),
      });
      return { pageId: checkout.id, payUrl: checkout.link ?? checkoutPageOf(options.baseUrl, checkout.id) };
    },

    async findHostedPurchase(pageId) {
      const { data } = await demand(WirePayments, {
        name: 'find payments of checkout',
        method: 'GET',
        path: '/v3/payments',
        query: { checkoutSession: pageId, limit: String(PAGE_SIZE) },
      });
      const bought = data.find((payment) => payment.checkoutSession === pageId && payment.subscription);
      const subscription = bought?.subscription ? await findSubscription(bought.subscription) : null;
      if (subscription === null) return null;
      return subscriptionSnapshotOf(subscription, await readPayments(client, subscription.id));
    },

    async closeHostedPage(pageId) {
      await ask(WireIgnored, {
        name: 'cancel checkout',
        method: 'POST',
        path: `/v3/checkouts/${encodeURIComponent(pageId)}/cancel`,
        // Paid, expired and cancelled pages refuse; none of them sells anything any more.
        isDoneOnRefusal: true,
      });
    },

    async readSubscription(subscriptionId) {
      const subscription = await findSubscription(subscriptionId);
      return subscription === null ? null : detailsOf(subscription);
    },

    async listSubscriptionPayments(subscriptionId) {
      return (await listPaymentsOf(client, subscriptionId)).map(paymentSnapshotOf);
    },

    async changeSubscription(subscriptionId, change) {
      const { amountCentavos, cycle, description, updatesPending, nextDueDate } = change;
      return detailsOf(
        await updateSubscription('change subscription', subscriptionId, {
          value: reaisOf(amountCentavos),
          cycle: wireCycles[cycle],
          description,
          updatePendingPayments: updatesPending,
          ...(nextDueDate === undefined ? {} : { nextDueDate }),
        }),
      );
    },

    async chargeAgain({ paymentId, subscriptionId }, token) {
      const known = await demandPayment(paymentId);
      if (known.state === 'confirmed') return known;
      const creditCardToken =
        token ?? newestCard(await listPayments(client, subscriptionId))?.creditCard?.creditCardToken;
      if (!creditCardToken)
        throw new DomainError('payment-declined', { message: 'asaas: no card to charge' });
      const payment = await demand(WirePayment, {
        name: 'charge again',
        method: 'POST',
        path: `${paymentPath(paymentId)}/payWithCreditCard`,
        involvesCard: true,
        isUnclearOnFailure: true,
        json: { creditCardToken },
      });
      return paymentSnapshotOf(payment);
    },

    async refund(paymentId, reason, totalCentavos) {
      const known = await demandWire(paymentId);
      const snapshot = paymentSnapshotOf(known);
      const total = totalCentavos ?? snapshot.amountCentavos;
      const missing = total - refundedCentavosOf(known);
      if (snapshot.state === 'refunded' || missing <= 0) return snapshot;
      const isWhole = missing === snapshot.amountCentavos;
      const payment = await demand(WirePayment, {
        name: 'refund payment',
        method: 'POST',
        path: `${paymentPath(paymentId)}/refund`,
        isUnclearOnFailure: true,
        json: { description: reason, ...(isWhole ? {} : { value: reaisOf(missing) }) },
      });
      return paymentSnapshotOf(payment);
    },

    async pauseSubscription(subscriptionId) {
      await updateSubscription('pause subscription', subscriptionId, { status: 'INACTIVE' });
    },

    async resumeSubscription(subscriptionId, nextDueDate) {
      await updateSubscription('resume subscription', subscriptionId, { status: 'ACTIVE', nextDueDate });
    },

    async *listSubscriptions() {
      const query = { status: 'ACTIVE' };
      const list = { name: 'list subscriptions', path: '/v3/subscriptions', query };
      for await (const page of readPages(client, WireSubscriptions, list))
        yield page.map(listedSubscriptionOf);
    },

    async *listPaymentsSince(day, skip = 0) {
      const query = { 'dateCreated[ge]': day };
      const list = { name: 'list payments since', path: '/v3/payments', query, skip };
      for await (const page of readPages(client, WirePayments, list)) yield page.map(paymentSnapshotOf);
    },
  };
}

function statusOf({ deleted, status }: WireSubscription): SubscriptionDetails['status'] {
  if (deleted === true) return 'deleted';
  if (status === 'ACTIVE') return 'active';
  return status === 'EXPIRED' ? 'expired' : 'inactive';
}
