/** Opens a subscription at Asaas, with a card or without. */
import type { SubscriptionSnapshot } from '#functions/vendors/processor.ts';
import type { AsaasClient } from './client.ts';
import { readPayments } from './lists.ts';
import { subscriptionSnapshotOf, WireSubscription } from './wire.ts';

/** Creates a subscription and reads its first payment. */
export async function createSubscription(
  client: AsaasClient,
  name: string,
  json: object,
  involvesCard = false,
): Promise<SubscriptionSnapshot> {
  const subscription = await client.demand(WireSubscription, {
    name,
    method: 'POST',
    path: '/v3/subscriptions',
    involvesCard,
    isUnclearOnFailure: true,
    json,
  });
  // The subscription exists; if its first payment is not visible yet, the webhook or a later read finds it.
  const payments = await readPayments(client, subscription.id).catch(() => []);
  return subscriptionSnapshotOf(subscription, payments);
}
