/** What belongs together is written in one transaction: a crash leaves all of it or nothing. */
import { beforeEach, expect, test } from 'vitest';
import { closeUndelivered } from '#functions/checkout/close-undelivered.ts';
import { endCancelledOrder } from '#functions/checkout/end-closed-order.ts';
import type { Deps } from '#functions/compose.ts';
import { removeTenant } from '#functions/ending/end-tenant.ts';
import { leave } from '#functions/people/end-membership.ts';
import { findTenant, findTenantByName } from '#functions/tenants/store.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { clearUndelivered, orderOf, paidOrder } from './checkout-undelivered-support.ts';
import { marksOf } from './debts-support.ts';
import { newPair } from './people-support.ts';
import { newTenant } from './plan-change-support.ts';
import { calmServices, depsAt, depsWith, sql } from './support.ts';
import { killed, watchedDb } from './watched-db.ts';

beforeEach(async () => {
  await clearUndelivered();
  await calmServices();
});

/** A Worker that dies with its first write of a mark or history line on its own. */
const dying = (aheadMs = 0): Deps =>
  depsWith(
    { db: watchedDb({ on: /^INSERT INTO (events|marks|mark_parties) /, isAlone: true, before: killed }) },
    aheadMs,
  );

const kindsOf = async (orderId: string) =>
  (await sql<{ kind: string }>('SELECT kind FROM events WHERE order_id = ? ORDER BY id', orderId)).map(
    ({ kind }) => kind,
  );

test('closing an undelivered order marks the withdrawal, also when it is repeated', async () => {
  const { id, subject } = await paidOrder();
  await closeUndelivered(dying(), subject).catch(() => undefined);
  expect(await closeUndelivered(depsAt(0), subject)).toBe(true);
  const marks = await marksOf({ subject });
  expect(marks.map(({ kind, reference }) => [kind, reference])).toEqual([['withdrawal', id]]);
  expect((await kindsOf(id)).filter((kind) => kind === 'order-closed')).toEqual(['order-closed']);
});

test('a closed order is released with the line about its refund', async () => {
  const { id, subject } = await paidOrder();
  await closeUndelivered(depsAt(0), subject);
  // When no call of the purchase can be running any more.
  await endCancelledOrder(dying(600_000), await orderOf(id)).catch(() => undefined);
  expect((await orderOf(id)).releasedAt).not.toBeNull();
  expect(await kindsOf(id)).toContain('order-cancelled');
});

test('an environment is removed with the line that proves it', async () => {
  const { orderId, subdominio } = await newTenant('free');
  await sql("UPDATE tenants SET state = 'ended', state_since = 0 WHERE order_id = ?", orderId);
  const tenant = await findTenantByName(depsAt(0).db, subdominio);
  if (tenant === null) throw new Error('The environment is missing.');
  await removeTenant(dying(), tenant);
  expect(await findTenant(depsAt(0).db, orderId)).toBeNull();
  expect((await kindsOf(orderId)).filter((kind) => kind === 'tenant-removed')).toEqual(['tenant-removed']);
});

test('a person joins and leaves with a line each', async () => {
  const { owner, member } = await newPair();
  await leave(dying(), { subject: member.subject } as Identity);
  const kinds = (await kindsOf(owner.orderId)).filter((kind) => kind.startsWith('person-'));
  expect(kinds).toEqual(['person-invited', 'person-joined', 'person-left']);
});
