/**
 * Customers, and subscriptions sold by card, at Asaas.
 *
 * Owns: their mapping to the vendor's API. Requests and error handling: client.ts.
 */
import { DomainError } from '#domain/errors.ts';
import type { Payer } from '#functions/vendors/cards.ts';
import type { Processor, SubscriptionSnapshot } from '#functions/vendors/processor.ts';
import { tokenizeCard } from './cards.ts';
import { type AsaasClient, PAGE_SIZE } from './client.ts';
import { readPayments } from './lists.ts';
import { customerBody, subscriptionBody } from './requests.ts';
import { createSubscription } from './subscriptions.ts';
import {
  paymentSnapshotOf,
  subscriptionSnapshotOf,
  WireCustomer,
  WireCustomers,
  WirePayment,
  WireRemoval,
  type WireSubscription,
  WireSubscriptions,
} from './wire.ts';

type Sales = Pick<
  Processor,
  'ensureCustomer' | 'findSubscription' | 'openSubscription' | 'readPayment' | 'cancelSubscription'
>;

/** See `Processor` for the methods. */
export function createSales(client: AsaasClient): Sales {
  const { ask, demand } = client;

  async function findCustomer(reference: string): Promise<string | null> {
    const { data } = await demand(WireCustomers, {
      name: 'find customer',
      method: 'GET',
      path: '/v3/customers',
      query: { externalReference: reference, limit: String(PAGE_SIZE) },
    });
    const customer = data.find((each) => each.externalReference === reference && each.deleted !== true);
    return customer?.id ?? null;
  }

  async function createCustomer(payer: Payer): Promise<string> {
    try {
      const customer = await demand(WireCustomer, {
        name: 'create customer',
        method: 'POST',
        path: '/v3/customers',
        json: customerBody(payer),
      });
      return customer.id;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'payment-unclear') throw error;
      const made = await findCustomer(payer.reference).catch(() => null);
      if (made === null) throw error;
      return made;
    }
  }

  return {
    async ensureCustomer(payer) {
      const known = await findCustomer(payer.reference);
      if (known === null) return createCustomer(payer);
      await demand(WireCustomer, {
        name: 'update customer',
        method: 'PUT',
        path: `/v3/customers/${encodeURIComponent(known)}`,
        json: customerBody(payer),
      });
      return known;
    },

    async findSubscription(orderId) {
      const { data } = await demand(WireSubscriptions, {
        name: 'find subscription',
        method: 'GET',
        path: '/v3/subscriptions',
        query: { externalReference: orderId, limit: String(PAGE_SIZE) },
      });
      const live = data.filter((each) => each.externalReference === orderId && isLive(each));
      const snapshots = await Promise.all(
        live.map(async (each) => subscriptionSnapshotOf(each, await readPayments(client, each.id))),
      );
      // If an order ever has two subscriptions, the paid one counts.
      return snapshots.find(isPaid) ?? snapshots[0] ?? null;
    },

    async openSubscription(customerId, payer, card, order) {
      const { token } = await tokenizeCard(client, customerId, payer, card, order.remoteIp);
      const body = subscriptionBody(customerId, token, order);
      return createSubscription(client, 'create subscription', body, true);
    },

    async readPayment(paymentId) {
      const payment = await ask(WirePayment, {
        name: 'read payment',
        method: 'GET',
        path: `/v3/payments/${encodeURIComponent(paymentId)}`,
      });
      return payment === null ? null : paymentSnapshotOf(payment);
    },

    async cancelSubscription(subscriptionId) {
      await ask(WireRemoval, {
        name: 'cancel subscription',
        method: 'DELETE',
        path: `/v3/subscriptions/${encodeURIComponent(subscriptionId)}`,
      });
    },
  };
}

function isLive(subscription: WireSubscription): boolean {
  return subscription.deleted !== true && subscription.status !== 'EXPIRED';
}

function isPaid(subscription: SubscriptionSnapshot): boolean {
  return subscription.payments.some((payment) => payment.state === 'confirmed');
}
