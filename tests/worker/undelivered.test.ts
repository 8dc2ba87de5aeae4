/** Paid and not delivered: the team is told, the customer may leave at any time, and after 48 hours the money goes back. */
import { beforeEach, describe, expect, test } from 'vitest';
import { mailsAbout, noticesAbout } from './billing-support.ts';
import { cancel, undo } from './account-support.ts';
import { calmServices } from './support.ts';
import { clearUndelivered, failedOrder, leftAlone, paidOrder, remainsOf, takenBack, work } from './undelivered-support.ts';

beforeEach(async () => {
  await clearUndelivered();
  await calmServices();
});

describe('telling the team', () => {
  test('a paid order that fails is told at once, and only once', async () => {
    const buyer = await failedOrder();
    await work(0);
    await work(1);
    expect(await noticesAbout(buyer)).toEqual(['undelivered']);
  });

  test('one that runs for an hour is told once', async () => {
    const buyer = await paidOrder();
    await work(0.9);
    expect(await noticesAbout(buyer)).toEqual([]);
    await work(1.1);
    await work(2);
    expect(await noticesAbout(buyer)).toEqual(['undelivered-slow']);
  });
});

describe('after 48 hours', () => {
  test('everything goes back, nothing renews, and the customer is told', async () => {
    const buyer = await failedOrder();
    await work(47.9);
    expect(await remainsOf(buyer)).toEqual(leftAlone);
    await work(48.1);
    await work(48.3);
    expect(await remainsOf(buyer)).toEqual(takenBack);
    expect((await mailsAbout(buyer)).map(({ template }) => template)).toContain('undelivered-refunded');
  });
});

describe('the customer', () => {
  test.each([
    ['cancelling', cancel],
    ['withdrawing from', undo],
  ])('%s an order that failed closes it and gives everything back', async (_, end) => {
    const buyer = await failedOrder();
    const customer = { ...buyer, email: '', orderId: buyer.id, subscriptionId: null };
    expect((await end(customer)).status).toBe(200);
    await work(0.1);
    expect(await remainsOf(buyer)).toEqual(takenBack);
  });
});
