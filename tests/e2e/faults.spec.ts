/** Failures on the way to an environment; all of them recover. */
import { sendOrder } from '#tests/support/environments.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { expect, test } from '#tests/support/stack.ts';
import {
  chargesOf,
  noFaults,
  provisioningStatus,
  quickTimings,
  setFaults,
  setTimings,
} from '#tests/support/stand-in-controls.ts';

test.setTimeout(150_000);

test.afterEach(async ({ stack }) => {
  await setFaults(stack, 'argocd', noFaults);
  await setFaults(stack, 'asaas', noFaults);
  await setTimings(stack, quickTimings);
});

const polling = { timeout: 60_000, intervals: [500] };

test('a Worker killed right after the order finishes after a restart', async ({
  stack,
  person,
  tokenFor,
}) => {
  const token = await tokenFor(person);
  await sendOrder(stack, token, newFreeOrder());
  await stack.killWorker();
  await stack.restartWorker();
  await expect.poll(() => provisioningStatus(stack, token), polling).toBe('CONCLUIDO');
});

test('a Worker killed during the charge charges once on a retry', async ({ stack, person, tokenFor }) => {
  const token = await tokenFor(person);
  const order = newPaidOrder();
  const key = crypto.randomUUID();
  const send = (): Promise<Response | null> => sendOrder(stack, token, order, key).catch(() => null);

  await setFaults(stack, 'asaas', { delayMs: 700 });
  const first = send();
  await expect
    .poll(async () => (await chargesOf(stack, order.subdominio)).subscriptions.length, { intervals: [50] })
    .toBe(1);
  await stack.killWorker();
  await first;
  await setFaults(stack, 'asaas', noFaults);
  await stack.restartWorker();

  await expect.poll(async () => (await send())?.status, { timeout: 60_000, intervals: [3_000] }).toBe(200);
  await expect.poll(() => provisioningStatus(stack, token), polling).toBe('CONCLUIDO');
  const { subscriptions, payments } = await chargesOf(stack, order.subdominio);
  expect([subscriptions.length, payments.length]).toEqual([1, 1]);
});
