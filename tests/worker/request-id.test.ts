/** One id leads from a request through events, workflow and scheduled work. */
import { beforeEach, expect, test } from 'vitest';
import { newFreeOrder } from '#tests/support/orders.ts';
import { placeOrder } from './order-support.ts';
import { calmServices, sql, watchWorkflows } from './support.ts';

beforeEach(calmServices);

test('what a request did carries its id, what the workflow did carries the run', async () => {
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
