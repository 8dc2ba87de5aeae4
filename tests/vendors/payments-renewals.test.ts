/** The processor's work over time: next payments, charges on due dates, overdue ones; and long lists of payments. */
import { expect } from 'vitest';
import { openWithCard } from './payments-bench.ts';
import { type Bench, card, configure, openBench, payer, press, test } from './payments-setup.ts';

const DAY_MS = 24 * 3_600_000;

/** Lets days pass at the processor. */
async function advance(bench: Bench, days: number): Promise<Record<string, unknown>> {
  bench.clock.now += days * DAY_MS;
  return press(bench, 'advance');
}

const statesOf = async ({ gateway }: Bench, subscriptionId: string) =>
  (await gateway.listSubscriptionPayments(subscriptionId)).map(({ dueDate, state }) => [dueDate, state]);

test('a monthly payment is generated 40 days before and charged on its day', async ({ processor }) => {
  const { subscriptionId, payments } = await openWithCard(processor, { cycle: 'monthly' });
  const first = payments[0]?.paymentId;

  // On 20 November, the payment of 20 December is 30 days away.
  const today = await advance(processor, 0);
  expect(today).toMatchObject({ created: [expect.any(String)], confirmed: [first] });
  expect(await statesOf(processor, subscriptionId)).toEqual([
    ['2026-11-20', 'confirmed'],
    ['2026-12-20', 'pending'],
  ]);

  expect(await advance(processor, 29)).toMatchObject({ confirmed: [], overdue: [] });
  expect(await advance(processor, 1)).toMatchObject({ confirmed: today['created'], refused: [] });
  expect(await statesOf(processor, subscriptionId)).toEqual([
    ['2026-11-20', 'confirmed'],
    ['2026-12-20', 'confirmed'],
    ['2027-01-20', 'pending'],
  ]);
});

test('a declined renewal is refused, and overdue the day after', async ({ processor }) => {
  const { subscriptionId } = await openWithCard(processor, { cycle: 'monthly' });
  configure(processor, { declinesRenewals: true });
  const { created } = await advance(processor, 0);
  expect(await advance(processor, 30)).toMatchObject({ confirmed: [], refused: created, overdue: [] });
  expect(await advance(processor, 1)).toMatchObject({ refused: [], overdue: created });
  expect(await statesOf(processor, subscriptionId)).toMatchObject([
    ['2026-11-20', 'confirmed'],
    ['2026-12-20', 'overdue'],
    ['2027-01-20', 'pending'],
  ]);
  expect(processor.standIn.state.events.map(({ body }) => body.event)).toEqual(
    expect.arrayContaining(['PAYMENT_CREDIT_CARD_CAPTURE_REFUSED', 'PAYMENT_OVERDUE']),
  );

  configure(processor, { declinesRenewals: false });
  const paymentId = String((created as string[])[0]);
  expect(await processor.gateway.chargeAgain({ paymentId, subscriptionId })).toMatchObject({
    state: 'confirmed',
  });
});

test('more than a hundred payments are read completely, live or removed', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer(payer);
  const { subscriptionId } = await openWithCard(processor, { cycle: 'monthly' });
  for (let month = 0; month < 130; month += 1) {
    const { id } = await press(processor, `subscriptions/${subscriptionId}/renew`);
    await press(processor, `payments/${id}/confirm`);
  }
  const details = await processor.gateway.readSubscription(subscriptionId);
  expect(details).toMatchObject({ customerId });
  expect(new Set(details?.payments.map(({ paymentId }) => paymentId)).size).toBe(131);
  expect(details?.payments[0]).toMatchObject({ dueDate: '2026-11-20' });
  expect(await processor.gateway.listSubscriptionPayments(subscriptionId)).toEqual(details?.payments);

  await processor.gateway.cancelSubscription(subscriptionId);
  // The first one was unpaid, so it was removed with the subscription.
  expect(await processor.gateway.listSubscriptionPayments(subscriptionId)).toHaveLength(130);
});

test.each([
  ['monthly', '4444'],
  ['yearly', '1111'],
] as const)('a new card of a %s subscription is shown by a payment made ahead', async (cycle, shown) => {
  const bench = await openBench();
  const { customerId, subscriptionId, payments } = await openWithCard(bench, { cycle });
  await press(bench, `payments/${payments[0]?.paymentId}/confirm`);
  const typed = { ...card, number: '5555555555554444' };
  const known = await bench.gateway.tokeniseCard(customerId, payer, typed, '203.0.113.7');
  await bench.gateway.setCard(subscriptionId, known.token, '203.0.113.7');
  expect((await bench.gateway.readCard(subscriptionId))?.lastFour).toBe(shown);
});
