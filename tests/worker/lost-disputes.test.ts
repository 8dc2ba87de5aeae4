/** A dispute that is lost after the renewal was cancelled: the days it had paid for are paid no more. */
import { beforeEach, expect, test } from 'vitest';
import { cancel } from './account-support.ts';
import { calmBilling, noticesAbout, runJobsOnDay, stateIn, templatesAbout } from './billing-support.ts';
import { answerOf, sql } from './support.ts';
import {
  type Customer,
  cardBlocks,
  contractOf,
  limitsOf,
  newTenant,
  press,
  purseOf,
  report,
  upgrade,
} from './upgrade-support.ts';

beforeEach(calmBilling);

/** A cancelled year whose charge is disputed. */
async function disputedYear(): Promise<{ customer: Customer; charge: string }> {
  const customer = await newTenant('pro', 'yearly');
  const charge = (await purseOf(customer)).payments[0]?.id ?? 'no charge';
  await cancel(customer);
  await press('payments', charge, 'chargeback');
  await report(charge, 'PAYMENT_CHARGEBACK_REQUESTED');
  await expect.poll(() => noticesAbout(customer)).toEqual(['chargeback']);
  return { customer, charge };
}

async function lose(charge: string): Promise<void> {
  await press('payments', charge, 'refund');
  await report(charge, 'PAYMENT_REFUNDED');
}

test('it ends the environment at once, as the operator is told', async () => {
  const { customer, charge } = await disputedYear();
  await lose(charge);
  await expect.poll(() => templatesAbout(customer)).toContain('ended');
  expect(await noticesAbout(customer)).toEqual(['chargeback', 'chargeback-lost']);
  expect(await stateIn(customer)).toBe('ended');
  expect(await limitsOf(customer)).toMatchObject({ suspended: true });
});

test('a contract that was bought after it goes on, and the operator is told that it does', async () => {
  const { customer, charge } = await disputedYear();
  const again = await answerOf(await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() }));
  expect(again).toMatchObject({ status: 'applied' });
  const before = await contractOf(customer);
  await lose(charge);
  await expect.poll(() => noticesAbout(customer)).toEqual(['chargeback', 'refunded']);
  await runJobsOnDay(0);
  expect(await contractOf(customer)).toEqual(before);
  expect(await templatesAbout(customer)).not.toContain('ended');
});

test('an environment that has ended by then is not told of its end a second time', async () => {
  const { customer, charge } = await disputedYear();
  await sql("UPDATE tenants SET state = 'ended' WHERE subdominio = ?", customer.subdominio);
  await lose(charge);
  await expect.poll(() => noticesAbout(customer)).toEqual(['chargeback', 'chargeback-lost']);
  await runJobsOnDay(0);
  expect(await templatesAbout(customer)).not.toContain('ended');
});
