/** One id leads from a request through events, workflow and scheduled work. */
import { beforeEach, expect, test } from 'vitest';
import { newFreeOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-door.ts';
import { calmServices, env, orderRow, sendOrder, watchWorkflows } from './support.ts';

beforeEach(calmServices);

test('what a request did carries its id, what the workflow did carries the run', async () => {
  await using workflows = await watchWorkflows();
  const { token, subject } = await signUp();
  const requestId = (await sendOrder(token, newFreeOrder())).headers.get('X-Request-Id');
  for (const instance of await workflows.get()) await instance.waitForStatus('complete');
  const { id } = await orderRow(subject);
  const { results } = await env.DB.prepare(
    'SELECT kind, request_id FROM events WHERE order_id = ? ORDER BY id',
  )
    .bind(id)
    .all();
  expect(results).toEqual([
    { kind: 'order-reserved', request_id: requestId },
    { kind: 'provisioning-began', request_id: requestId },
    { kind: 'provisioning-done', request_id: `${id}-0` },
  ]);
});
