/** Webhooks as the vendor delivers them: in order, until 200, at least once, and stopped after 15 failures. */

import { expect, test } from 'vitest';
import { openWithCard } from './payments-bench.ts';
import { type Bench, openBench, order, WEBHOOK_TOKEN } from './payments-setup.ts';

interface Delivery {
  readonly url: string;
  readonly token: string | null;
  readonly body: {
    id: string;
    event: string;
    dateCreated: string;
    payment: Record<string, unknown>;
    subscription?: Record<string, unknown>;
  };
}

/** A receiver that answers with `answer`; `null` is no response. */
async function openReceiver() {
  const received: Delivery[] = [];
  const receiver = { answer: 200 as number | null };
  const bench = await openBench({
    webhook: { url: 'http://site.test/api/webhooks/asaas', token: WEBHOOK_TOKEN },
    fetch: async (url, init) => {
      const headers = new Headers(init.headers);
      received.push({ url, token: headers.get('asaas-access-token'), body: JSON.parse(String(init.body)) });
      if (receiver.answer === null) throw new TypeError('fetch failed');
      return new Response('', { status: receiver.answer });
    },
  });
  return { bench, received, receiver };
}

async function openPayment(bench: Bench): Promise<string> {
  const { payments } = await openWithCard(bench);
  return payments[0]?.paymentId ?? '';
}

const post = (bench: Bench, path: string) => bench.standIn.app.request(path, { method: 'POST' });
const eventsOf = (received: readonly Delivery[]) => received.map((each) => each.body.event);

/** Longer than any retry delay. */
const A_WHILE_MS = 60_000;

test('creation and confirmation arrive in order, with token and payment', async () => {
  const { bench, received } = await openReceiver();
  const paymentId = await openPayment(bench);
  await bench.standIn.tick();
  await post(bench, `/__stand-in/payments/${paymentId}/confirm`);

  expect(eventsOf(received)).toEqual(['SUBSCRIPTION_CREATED', 'PAYMENT_CREATED', 'PAYMENT_CONFIRMED']);
  expect(received[2]).toEqual({
    url: 'http://site.test/api/webhooks/asaas',
    token: WEBHOOK_TOKEN,
    body: {
      id: expect.stringMatching(/^evt_[0-9a-f]{32}&\d+$/),
      event: 'PAYMENT_CONFIRMED',
      dateCreated: '2026-11-20 23:30:00',
      payment: expect.objectContaining({
        id: paymentId,
        status: 'CONFIRMED',
        value: 1069,
        externalReference: order.orderId,
        invoiceUrl: expect.stringContaining('/i/'),
      }),
    },
  });
});

test.each([[204], [308], [403], [500], [null]])(
  'answer %s counts as a failure and blocks later events',
  async (answer) => {
    const { bench, received, receiver } = await openReceiver();
    receiver.answer = answer;
    const paymentId = await openPayment(bench);
    await post(bench, `/__stand-in/payments/${paymentId}/confirm`);
    expect(eventsOf(received)).toEqual(['SUBSCRIPTION_CREATED']);

    await bench.standIn.tick();
    expect(eventsOf(received), 'not again before its time').toEqual(['SUBSCRIPTION_CREATED']);

    receiver.answer = 200;
    bench.clock.now += A_WHILE_MS;
    await bench.standIn.tick();
    expect(eventsOf(received)).toEqual([
      'SUBSCRIPTION_CREATED',
      'SUBSCRIPTION_CREATED',
      'PAYMENT_CREATED',
      'PAYMENT_CONFIRMED',
    ]);
    expect(received[1]?.body.id).toBe(received[0]?.body.id);
  },
);
