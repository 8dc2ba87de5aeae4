/** A dispute about a charge whose order has no environment: it holds its payer like any other. */
import { beforeEach, expect, test } from 'vitest';
import { findOrder } from '#functions/orders/store.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { lose, noticesAbout } from './billing-support.ts';
import {
  type Buyer,
  clearUndelivered,
  ends,
  failedOrder,
  paidOrder,
  remainsOf,
  undone,
  work,
} from './checkout-undelivered-support.ts';
import { marksOf } from './debts-support.ts';
import { press, report } from './plan-change-support.ts';
import { calmServices, codeOf, depsAt, firstChargeOf, sendOrder } from './support.ts';

beforeEach(async () => {
  await clearUndelivered();
  await calmServices();
});

/** An order with a disputed charge, closed by its customer before or after the dispute. */
async function disputedOrder(isClosedFirst: boolean): Promise<{ buyer: Buyer; charge: string }> {
  const buyer = await failedOrder();
  const charge = await firstChargeOf(buyer.id);
  const close = async () => {
    await ends.cancelling(depsAt(0), buyer);
    await work(0.1);
  };
  await press('payments', charge, 'dispute');
  if (isClosedFirst) await close();
  await report(charge, 'PAYMENT_CHARGEBACK_REQUESTED');
  await expect.poll(() => noticesAbout(buyer)).toContain('chargeback');
  if (!isClosedFirst) await close();
  return { buyer, charge };
}

const settledOf = async ({ subject }: Buyer) =>
  (await marksOf({ subject })).map(({ kind, settledBy }) => [kind, settledBy]);

const buyAgain = async ({ token }: Buyer) => sendOrder(token, newPaidOrder());

test.each([
  ['after the order was closed', true],
  ['before the order was closed', false],
])('disputed %s, nothing can be bought while it is open', async (_, isClosedFirst) => {
  const { buyer } = await disputedOrder(isClosedFirst);
  expect(await settledOf(buyer)).toEqual([['dispute', null]]);
  expect(await codeOf(await buyAgain(buyer))).toEqual([409, 'payment-disputed']);
});

test('it holds the payer, also under another account', async () => {
  const { buyer } = await disputedOrder(true);
  const payers = await marksOf({ payer: (await findOrder(depsAt(0).db, buyer.id))?.payer });
  expect(payers.map(({ kind }) => kind)).toContain('dispute');
});

test('won: the charge is refunded and the next purchase allowed', async () => {
  const { buyer, charge } = await disputedOrder(true);
  await press('payments', charge, 'win');
  await report(charge);
  await expect.poll(async () => (await depsAt(0).processor.readPayment(charge))?.state).toBe('refunded');
  await work(0.2);
  expect(await remainsOf(buyer)).toEqual(undone);
  expect(await settledOf(buyer)).toEqual([['dispute', 'won']]);
  expect((await sendOrder(buyer.token, newFreeOrder())).status).toBe(200);
});

test('lost: nothing is owed and the next purchase allowed', async () => {
  const { buyer, charge } = await disputedOrder(true);
  await lose(charge);
  await expect.poll(() => settledOf(buyer)).toEqual([['dispute', 'lost']]);
  expect((await sendOrder(buyer.token, newFreeOrder())).status).toBe(200);
});

test('disputed during provisioning, it holds its payer afterwards', async () => {
  const buyer = await paidOrder();
  const charge = await firstChargeOf(buyer.id);
  await press('payments', charge, 'dispute');
  await report(charge, 'PAYMENT_CHARGEBACK_REQUESTED');
  await expect.poll(() => settledOf(buyer)).toEqual([['dispute', null]]);
});
