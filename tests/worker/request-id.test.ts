/** One id connects a request with its events, workflow and scheduled work. */
import { beforeEach, expect, test } from 'vitest';
import { newFreeOrder } from '#tests/support/orders.ts';
import { placeOrder } from './order-support.ts';
import { calmServices, sql, watchWorkflows } from './support.ts';

beforeEach(calmServices);

test('a request’s events have its id, the workflow’s have the run’s', async () => {
  await using workflows = await watchWorkflows();
  const { id, answer } = await placeOrder(newFreeOrder());
  const requestId = answer.headers.get('X-Request-Id');
  await workflows.allDone();
  expect(await sql('SELECT kind, request_id FROM events WHERE order_id = ? ORDER BY id', id)).toEqual([
    { kind: 'order-reserved', request_id: requestId },
    { kind: 'provisioning-began', request_id: requestId },
    { kind: 'provisioning-done', request_id: `${id}-0` },
  ]);
});
