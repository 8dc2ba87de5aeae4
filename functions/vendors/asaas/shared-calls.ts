/** Calls that selling and billing both make. */
import { DomainError } from '#domain/errors.ts';
import type { CardData, Payer, PaymentSnapshot } from '#functions/vendors/payment-gateway.ts';
import { type AsaasClient, PAGE_SIZE } from './client.ts';
import { tokenBody } from './requests.ts';
import { paymentSnapshotOf, WireCardToken, type WirePayment, WirePayments } from './wire.ts';

/**
 * Trades a card for a token that works for this customer alone. A token charges nothing, so one whose answer was lost is
 * no unclear payment: the customer may press again at once.
 * @throws DomainError `payment-declined`, `validation-failed`, `payment-unavailable`.
 */
export async function tokenizeCard(
  { demand }: AsaasClient,
  customerId: string,
  payer: Payer,
  card: CardData,
  remoteIp: string,
): Promise<string> {
  const token = await demand(WireCardToken, {
    name: 'tokenise card',
    method: 'POST',
    path: '/v3/creditCard/tokenizeCreditCard',
    involvesCard: true,
    json: tokenBody(customerId, payer, card, remoteIp),
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'payment-unclear') throw error;
    throw new DomainError('payment-unavailable', { message: error.message });
  });
  return token.creditCardToken;
}

/** The payments of a subscription as the vendor tells them, oldest first. */
export async function listPayments({ demand }: AsaasClient, subscriptionId: string): Promise<WirePayment[]> {
  const { data } = await demand(WirePayments, {
    name: 'list payments',
    method: 'GET',
    path: `/v3/subscriptions/${encodeURIComponent(subscriptionId)}/payments`,
    query: { limit: String(PAGE_SIZE) },
  });
  return data.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
}

/** The same in our words. */
export async function readPayments(client: AsaasClient, subscriptionId: string): Promise<PaymentSnapshot[]> {
  return (await listPayments(client, subscriptionId)).map(paymentSnapshotOf);
}
