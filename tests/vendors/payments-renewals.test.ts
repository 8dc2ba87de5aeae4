/** The processor's work over time: next payments, charges on due dates, overdue ones; and long lists of payments. */
import { expect } from 'vitest';
import { openUnpaid, openWithCard } from './payments-bench.ts';
import { type Bench, card, configure, openBench, payer, press, submitPage, test } from './payments-setup.ts';

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

test('a yearly payment is generated 40 days before, not sooner', async ({ processor }) => {
  await openWithCard(processor);
  await advance(processor, 0);
  expect(await advance(processor, 324)).toMatchObject({ created: [] });
  expect(await advance(processor, 1)).toMatchObject({ created: [expect.any(String)] });
});

test('advancing twice on a day changes nothing more', async ({ processor }) => {
  await openWithCard(processor, { cycle: 'monthly' });
  await advance(processor, 30);
  expect(await advance(processor, 0)).toEqual({ created: [], confirmed: [], refused: [], overdue: [] });
});

test('months skipped at once are charged one by one', async ({ processor }) => {
  const { subscriptionId } = await openWithCard(processor, { cycle: 'monthly' });
  await advance(processor, 92);
  expect(await statesOf(processor, subscriptionId)).toEqual([
    ['2026-11-20', 'confirmed'],
    ['2026-12-20', 'confirmed'],
    ['2027-01-20', 'confirmed'],
    ['2027-02-20', 'confirmed'],
    ['2027-03-20', 'pending'],
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

test('the first payment is no renewal', async ({ processor }) => {
  configure(processor, { declinesRenewals: true, confirmMode: 'automatic', confirmAfterMs: 0 });
  const { subscriptionId } = await openWithCard(processor, { cycle: 'monthly' });
  await processor.standIn.tick();
  expect(await statesOf(processor, subscriptionId)).toEqual([['2026-11-20', 'confirmed']]);
});

test('a first payment due later can be declined like a renewal', async ({ processor }) => {
  configure(processor, { declinesRenewals: true });
  const { payments } = await openWithCard(processor, { firstDueDate: '2026-11-21' });
  expect(await advance(processor, 1)).toMatchObject({ refused: [payments[0]?.paymentId] });
});

test('an unpaid page is overdue the day after its due date', async ({ processor }) => {
  const { payment, customerId } = await openUnpaid(processor);
  const charge = { reference: 'change-1', amountCentavos: 900, dueDate: '2026-11-21', description: 'x' };
  const returnUrl = 'https://vigia.example/upgrade';
  const single = await processor.gateway.openCharge(customerId, { ...charge, returnUrl }, { from: 'page' });
  expect(await advance(processor, 0)).toMatchObject({ overdue: [] });
  expect(await advance(processor, 1)).toMatchObject({ confirmed: [], overdue: [payment?.paymentId] });
  expect(await advance(processor, 1)).toMatchObject({ overdue: [single.paymentId] });
});

test('paused and removed subscriptions create no payments', async ({ processor }) => {
  const paused = await openWithCard(processor, { cycle: 'monthly' });
  const removed = await openWithCard(processor, { cycle: 'monthly', orderId: 'order-0002' });
  await press(processor, `payments/${paused.payments[0]?.paymentId}/confirm`);
  await processor.gateway.pauseSubscription(paused.subscriptionId);
  await processor.gateway.cancelSubscription(removed.subscriptionId);
  expect(await advance(processor, 60)).toEqual({ created: [], confirmed: [], refused: [], overdue: [] });
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

test('the page can advance days and refuse charges', async ({ processor }) => {
  const { payments } = await openWithCard(processor, { firstDueDate: '2026-11-21' });
  const settings = { confirmMode: 'manual', confirmAfterMs: '0', declinesRenewals: 'on' };
  await submitPage(processor, '/__stand-in/settings', settings);
  processor.clock.now += DAY_MS;
  expect(await submitPage(processor, '/__stand-in/advance', {})).toMatchObject({
    status: 303,
    to: '/__stand-in',
  });
  expect(await processor.gateway.readPayment(payments[0]?.paymentId ?? '')).toMatchObject({
    state: 'refused',
  });
  const page = await (await processor.standIn.app.request('/__stand-in')).text();
  expect(page).toMatch(/name="declinesRenewals" checked/);
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
