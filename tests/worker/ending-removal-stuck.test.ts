/** The scheduled removal of an ended environment: retried at every run, reported to operators after a day. */

import { beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#domain/billing/days.ts';
import { removalWork } from '#functions/ending/end-tenant.ts';
import { newTenant } from './plan-change-support.ts';
import { act, calmServices, clearWork, depsAt, runDue, sql } from './support.ts';
import { putState } from './tenant-rows.ts';

beforeEach(calmServices);

const applicationOf = (orderId: string): string => `t-${orderId.replace(/-/g, '').slice(0, 16)}`;
const mailsAbout = (orderId: string) =>
  sql<{ payload: string }>('SELECT payload FROM outbox WHERE id = ?', `operator-removal-stuck-${orderId}`);
const rowsOf = (orderId: string) => sql('SELECT subdomain FROM tenants WHERE order_id = ?', orderId);
const removeDue = (aheadMs: number) => runDue(removalWork, depsAt(aheadMs));

/** An environment due for removal that the cluster does not remove. */
async function stuckTenant() {
  const tenant = await newTenant('free');
  await clearWork();
  await putState(tenant.subdominio, 'ended');
  await act(applicationOf(tenant.orderId), 'stick');
  return tenant;
}

test('a removal that takes a day is mailed once and continues', async () => {
  const { orderId, subdominio } = await stuckTenant();
  await removeDue(0);
  await removeDue(DAY_MS - 60_000);
  expect(await mailsAbout(orderId)).toEqual([]);
  await removeDue(DAY_MS + 60_000);
  await removeDue(2 * DAY_MS);
  expect((await mailsAbout(orderId)).map(({ payload }) => JSON.parse(payload))).toEqual([
    expect.objectContaining({ kind: 'removal-stuck', subdominio, reference: orderId }),
  ]);
  expect(await rowsOf(orderId)).toHaveLength(1);

  await act(applicationOf(orderId), 'unstick');
  for (const minutes of [2, 5]) await removeDue(2 * DAY_MS + minutes * 60_000);
  expect(await rowsOf(orderId)).toEqual([]);
});

test('retries before a resumption do not count for the next end', async () => {
  const { orderId, subdominio } = await stuckTenant();
  await removeDue(0);
  await putState(subdominio, 'active');
  await removeDue(0);
  await putState(subdominio, 'ended');
  await sql('UPDATE tenants SET state_since = ? WHERE order_id = ?', Date.now() + 1, orderId);
  const kept = depsAt(0).environmentKeptDays * DAY_MS;
  await removeDue(kept + 2 * DAY_MS);
  expect(await mailsAbout(orderId)).toEqual([]);
  await act(applicationOf(orderId), 'unstick');
});
