/**
 * The payment gateway on Asaas API v3.
 *
 * Owns: every vendor word, amounts in reais, and telling `payment-declined`, `validation-failed`,
 * `payment-unavailable` and `payment-unclear` apart. Does not own: deciding whether to ask again.
 * Asaas knows no Idempotency-Key, so a reference of ours goes with everything that is created and finds it again.
 * Card, CPF/CNPJ and the vendor's texts never reach an error.
 */
import type * as z from 'zod/mini';
import { DomainError } from '#domain/errors.ts';
import { createVendorHttp, type Fetch, type VendorRequest } from '../../platform/vendor-http.ts';
import type {
  CardData,
  Payer,
  PaymentGateway,
  PaymentSnapshot,
  SubscriptionSnapshot,
} from '../../ports/payment-gateway.ts';
import { refusalOf } from './refusals.ts';
import { customerBody, subscriptionBody, tokenBody } from './requests.ts';
import {
  centavosOf,
  paymentSnapshotOf,
  WireCardToken,
  WireCustomer,
  WireCustomers,
  WirePayment,
  WirePayments,
  WireRemoval,
  WireSubscription,
  WireSubscriptions,
} from './wire.ts';

export interface AsaasGatewayOptions {
  /** `https://api.asaas.com`, its sandbox, or the local stand-in. */
  readonly baseUrl: string;
  /** The account's API key. */
  readonly accessToken: string;
  readonly fetch: Fetch;
  /** The vendor asks for at least 60 s, or a slow answer becomes a second charge. */
  readonly timeoutMs?: number;
}

/** A request with what its failure means. */
interface Operation extends VendorRequest {
  /** Our name of it, for logs. */
  readonly name: string;
  /** Only where a card goes along can a card be refused. */
  readonly involvesCard?: boolean;
  /** A failure answer (5xx) may hide work that was done and must not be done twice. */
  readonly isUnclearOnFailure?: boolean;
}

const PAGE_SIZE = '100';

/** Makes the gateway. Every method behaves as the port promises. */
export function createAsaasGateway(options: AsaasGatewayOptions): PaymentGateway {
  const http = createVendorHttp({
    baseUrl: options.baseUrl,
    fetch: options.fetch,
    timeoutMs: options.timeoutMs ?? 60_000,
    // The vendor refuses newer accounts without a User-Agent, and a Worker sends none by itself.
    headers: { access_token: options.accessToken, 'user-agent': 'vigia' },
  });

  /** `null` stands for 404, where the caller says that missing is an answer. */
  async function ask<T>(schema: z.ZodMiniType<T>, operation: Operation): Promise<T | null> {
    const answer = await http(operation);
    const { name } = operation;
    switch (answer.outcome) {
      case 'ok': {
        const parsed = schema.safeParse(answer.body);
        if (parsed.success) return parsed.data;
        const code = operation.method === 'GET' ? 'payment-unavailable' : 'payment-unclear';
        throw new DomainError(code, {
          message: `asaas: ${name} answered ${answer.status} in an unknown shape`,
        });
      }
      case 'refused':
        if (answer.status === 404) return null;
        throw refusalOf(name, answer.status, answer.body, operation.involvesCard === true);
      case 'unclear':
        throw new DomainError('payment-unclear', { message: `asaas: no readable answer to ${name}` });
      case 'unavailable': {
        const mayHaveWorked = operation.isUnclearOnFailure === true && (answer.status ?? 0) >= 500;
        throw new DomainError(mayHaveWorked ? 'payment-unclear' : 'payment-unavailable', {
          message: `asaas: ${name} failed with ${answer.status ?? 'no answer'}`,
        });
      }
    }
  }

  async function demand<T>(schema: z.ZodMiniType<T>, operation: Operation): Promise<T> {
    const answer = await ask(schema, operation);
    if (answer !== null) return answer;
    throw new DomainError('payment-unavailable', { message: `asaas: ${operation.name} refused with 404` });
  }

  async function findCustomer(reference: string): Promise<string | null> {
    const { data } = await demand(WireCustomers, {
      name: 'find customer',
      method: 'GET',
      path: '/v3/customers',
      query: { externalReference: reference, limit: PAGE_SIZE },
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

  async function tokenizeCard(customerId: string, payer: Payer, card: CardData, remoteIp: string) {
    const token = await demand(WireCardToken, {
      name: 'tokenise card',
      method: 'POST',
      path: '/v3/creditCard/tokenizeCreditCard',
      involvesCard: true,
      json: tokenBody(customerId, payer, card, remoteIp),
    });
    return token.creditCardToken;
  }

  async function readPayments(subscriptionId: string): Promise<PaymentSnapshot[]> {
    const { data } = await demand(WirePayments, {
      name: 'list payments',
      method: 'GET',
      path: `/v3/subscriptions/${encodeURIComponent(subscriptionId)}/payments`,
      query: { limit: PAGE_SIZE },
    });
    return data.map(paymentSnapshotOf).sort((a, b) => a.dueDate.localeCompare(b.dueDate));
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
        query: { externalReference: orderId, limit: PAGE_SIZE },
      });
      const live = data.filter((each) => each.externalReference === orderId && isLive(each));
      const snapshots = await Promise.all(
        live.map(async (each) => subscriptionSnapshotOf(each, await readPayments(each.id))),
      );
      // Should two ever stand for one order, the paid one is the customer's.
      return snapshots.find(isPaid) ?? snapshots[0] ?? null;
    },

    async openSubscription(customerId, payer, card, order) {
      const creditCardToken = await tokenizeCard(customerId, payer, card, order.remoteIp);
      const subscription = await demand(WireSubscription, {
        name: 'create subscription',
        method: 'POST',
        path: '/v3/subscriptions',
        involvesCard: true,
        isUnclearOnFailure: true,
        json: subscriptionBody(customerId, creditCardToken, order),
      });
      // The subscription stands: not seeing its first payment yet is no failure, the webhook or a re-read brings it.
      const payments = await readPayments(subscription.id).catch(() => []);
      return subscriptionSnapshotOf(subscription, payments);
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

function subscriptionSnapshotOf(
  subscription: WireSubscription,
  payments: readonly PaymentSnapshot[],
): SubscriptionSnapshot {
  return {
    subscriptionId: subscription.id,
    customerId: subscription.customer,
    amountCentavos: centavosOf(subscription.value),
    payments,
  };
}
