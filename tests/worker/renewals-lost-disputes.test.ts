/** A dispute lost after the renewal was cancelled: the days it had paid for are unpaid again. */

import { expect } from 'vitest';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { addDays, daysBetween, renewalDay } from '#domain/billing/days.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { refundWork } from '#functions/ledger/refunds.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { syncContractCharge } from '#functions/renewals/sync-contract-charge.ts';
import { cancel } from './account-support.ts';
import {
  DAY_MS,
  dispute,
  lose,
  mailsAbout,
  noticesAbout,
  payAtOnce,
  runJobsOnDay,
  stateIn,
  templatesAbout,
} from './billing-support.ts';
import { marksOf } from './debts-support.ts';
import { test } from './fixtures.ts';
import {
  type Customer,
  cardBlocks,
  firstCharge,
  isRenewing,
  limitsOf,
  newTenant,
  pay,
  press,
  processorObjectsOf,
  readCharge,
  report,
  today,
  upgrade,
} from './plan-change-support.ts';
import { answerOf, call, depsAt, runDue, sql } from './support.ts';

/** A cancelled year whose charge is disputed. */
async function disputedYear(): Promise<{ customer: Customer; charge: string }> {
  const customer = await newTenant('pro', 'yearly');
  const charge = await firstCharge(customer);
  await cancel(customer);
  await dispute(customer, charge);
  return { customer, charge };
}

test('it ends the environment at once, and operators are notified', async () => {
  const { customer, charge } = await disputedYear();
  await lose(charge);
  await expect.poll(() => templatesAbout(customer)).toContain('ended');
  expect(await noticesAbout(customer)).toEqual(['chargeback', 'chargeback-lost']);
  expect(await stateIn(customer)).toBe('ended');
  expect(await limitsOf(customer)).toMatchObject({ suspended: true });
});

test('while it is open nothing can be bought', async () => {
  const { customer } = await disputedYear();
  const again = await answerOf(await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() }));
  expect(again).toMatchObject({ status: 409, code: 'payment-disputed' });
});

test('a following renewal without charges ends with it', async () => {
  const customer = await newTenant('pro', 'yearly');
  const charge = await firstCharge(customer);
  await cancel(customer);
  const again = await answerOf(await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() }));
  expect(again).toMatchObject({ status: 'applied' });
  await dispute(customer, charge);
  await lose(charge);
  await expect.poll(() => stateIn(customer)).toBe('ended');
  await runJobsOnDay(0);
  expect(await isRenewing(customer)).toBe(false);
  expect(await limitsOf(customer)).toMatchObject({ suspended: true });
});

test('a delayed response does not make a charge unpaid', async ({ paidTenant }) => {
  const charge = await paidTenant.firstCharge();
  const seen = await readCharge(charge);
  for (const state of ['pending', 'overdue', 'refused'] as const)
    expect(await syncContractCharge(depsAt(0), { ...seen, state })).toMatchObject({ isNew: false });
  expect(await paidTenant.state()).toBe('active');
  expect(await paidTenant.templates()).not.toContain('payment-failed');
  const { facts } = await readLedger(depsAt(0).db, paidTenant.orderId);
  expect(facts.charges.map(({ state }) => state)).toEqual(['confirmed']);
});

test('a won dispute changes nothing', async () => {
  const { customer, charge } = await disputedYear();
  await press('payments', charge, 'win');
  await report(charge, 'PAYMENT_CONFIRMED');
  await expect
    .poll(async () => (await marksOf({ subject: customer.subject })).map(({ settledBy }) => settledBy))
    .toEqual(['won']);
  expect(await stateIn(customer)).toBe('active');
  expect(await limitsOf(customer)).toMatchObject({ suspended: false });
});

test('the days used until then are owed before any purchase', async () => {
  const { customer, charge } = await disputedYear();
  await press('payments', charge, 'lose');
  const later = depsAt(99 * DAY_MS);
  const read = await readCharge(charge);
  await syncContractCharge(later, read);
  const debts = (await marksOf({ subject: customer.subject })).filter(({ kind }) => kind === 'debt');
  expect(debts).toMatchObject([{ reference: charge, days: 100, settledAt: null }]);
  const again = await answerOf(await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() }));
  expect(again).toMatchObject({ status: 409, code: 'debt-open' });
});

/** A year of Pro, and the difference to the largest plan for the rest of it. */
async function raisedYear() {
  await payAtOnce();
  const customer = await newTenant('pro', 'yearly');
  const [base] = (await processorObjectsOf(customer)).payments;
  expect(
    await answerOf(await upgrade(customer, { targetPlan: 'enterprise', ...cardBlocks() })),
  ).toMatchObject({
    status: 'applied',
  });
  const difference = (await processorObjectsOf(customer)).payments.find(
    ({ subscription }) => subscription === null,
  );
  return { customer, base: base?.id ?? '', difference: difference?.id ?? '', value: difference?.value ?? 0 };
}

test('a dispute is mailed to the customer, with what comes back if it is lost', async () => {
  const { customer, base, value } = await raisedYear();
  await press('payments', base, 'chargeback');
  await report(base, 'PAYMENT_CHARGEBACK_REQUESTED');
  await expect.poll(() => templatesAbout(customer)).toContain('charge-disputed');
  const backCentavos = Math.round(value * 100);
  const mails = await mailsAbout(customer);
  expect(mails.find(({ template }) => template === 'charge-disputed')).toMatchObject({
    to: customer.email,
    backCentavos,
    isDelivered: true,
  });
  const account = await answerOf(await call(accountEndpoint, { token: customer.token }));
  expect(account).toMatchObject({ isDisputed: true, backIfLostCentavos: backCentavos });
});

test('the difference for days after the loss goes back, in proportion', async () => {
  const { customer, base, difference, value } = await raisedYear();
  await press('payments', base, 'lose');
  const lostAt = depsAt(99 * DAY_MS);
  const read = await readCharge(base);
  await syncContractCharge(lostAt, read);
  const [bought] = (await readLedger(depsAt(0).db, customer.orderId)).facts.charges.filter(
    ({ kind }) => kind === 'difference',
  );
  const end = addDays(renewalDay(today(), 'yearly'), -1);
  const days = daysBetween(today(), end);
  const backCentavos = Math.ceil((Math.round(value * 100) * (days - 99)) / days);
  expect(bought).toMatchObject({
    state: 'confirmed',
    returned: null,
    returnedCentavos: backCentavos,
    coversThrough: addDays(today(), 99),
  });
  await runDue(refundWork, lostAt);
  await runDue(refundWork, lostAt);
  const payment = (await processorObjectsOf(customer)).payments.find(({ id }) => id === difference);
  expect(payment).toMatchObject({ status: 'CONFIRMED', refunds: [{ value: backCentavos / 100 }] });
  const mails = await mailsAbout(customer);
  expect(mails.filter(({ template }) => template === 'difference-returned')).toMatchObject([
    { to: customer.email, refundedCentavos: backCentavos },
  ]);
  expect(mails.filter(({ kind }) => kind === 'difference-returned')).toMatchObject([
    { amountCentavos: backCentavos },
  ]);
  const account = await answerOf(await call(accountEndpoint, { token: customer.token }));
  expect(account['invoices']).toContainEqual(
    expect.objectContaining({ id: difference, state: 'confirmed', returnedCentavos: backCentavos }),
  );
});

test('two losses on one day are two returns, each with its mail', async () => {
  await payAtOnce();
  const customer = await newTenant('essential', 'yearly');
  const buy = async (targetPlan: PlanId) =>
    (await answerOf(await upgrade(customer, { targetPlan, targetCycle: 'yearly', ...cardBlocks() })))[
      'status'
    ];
  const newestYear = async () => {
    const { payments } = await processorObjectsOf(customer);
    return payments.findLast(({ subscription }) => subscription !== null)?.id ?? 'no charge';
  };
  const loseYear = async () => {
    const charge = await newestYear();
    await lose(charge);
    await expect.poll(() => stateIn(customer)).toBe('ended');
  };
  expect(await buy('pro')).toBe('applied');
  await loseYear();
  expect(await buy('pro')).toBe('waiting-payment');
  const again = await newestYear();
  await pay(again);
  await expect.poll(() => stateIn(customer)).toBe('active');
  expect(await buy('enterprise')).toBe('applied');
  await loseYear();
  const returned = (await processorObjectsOf(customer)).payments
    .filter(({ subscription }) => subscription === null)
    .map(({ value }) => Math.round(value * 100));
  expect(new Set(returned).size).toBe(2);
  const mails = await mailsAbout(customer);
  const told = mails.filter(({ template }) => template === 'difference-returned');
  expect(told.map(({ refundedCentavos }) => refundedCentavos)).toEqual(returned);
  const noticed = mails.filter(({ kind }) => kind === 'difference-returned');
  expect(noticed.map(({ amountCentavos }) => amountCentavos)).toEqual(returned);
});

test('a difference paid on the day of the loss goes back whole', async () => {
  const { customer, base, difference } = await raisedYear();
  await dispute(customer, base);
  await lose(base);
  await expect.poll(() => stateIn(customer)).toBe('ended');
  await runJobsOnDay(0);
  const payment = (await processorObjectsOf(customer)).payments.find(({ id }) => id === difference);
  expect(payment?.status).toBe('REFUNDED');
  const marks = (await marksOf({ subject: customer.subject })).filter(
    ({ reference }) => reference === difference,
  );
  expect(marks).toEqual([]);
  expect(await noticesAbout(customer)).not.toContain('refunded');
});

test('an environment that has ended gets no second end mail', async () => {
  const { customer, charge } = await disputedYear();
  await sql("UPDATE tenants SET state = 'ended' WHERE subdomain = ?", customer.subdominio);
  await lose(charge);
  await expect.poll(() => noticesAbout(customer)).toEqual(['chargeback', 'chargeback-lost']);
  await runJobsOnDay(0);
  expect(await templatesAbout(customer)).not.toContain('ended');
});

test('of an earlier charge: the grace days become a debt of their own', async ({ overdue }) => {
  const paid = await overdue.firstCharge();
  await press('payments', paid, 'lose');
  await syncContractCharge(depsAt(5 * DAY_MS), await readCharge(paid));
  expect(await overdue.state()).toBe('ended');
  const debts = await marksOf({ orderId: overdue.orderId });
  expect(debts).toMatchObject([
    { kind: 'debt', reference: `${overdue.orderId}:${today()}`, days: 6 },
    { kind: 'debt', reference: paid },
  ]);
});
