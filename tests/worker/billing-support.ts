/** Set-up and look-ups for tests about money after the sale; the tenants come from plan-change-support.ts. */

import { expect } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { endWork } from '#functions/ending/end-contract.ts';
import { removalWork } from '#functions/ending/end-tenant.ts';
import { standingWork } from '#functions/ledger/apply-standing.ts';
import { refundWork } from '#functions/ledger/refunds.ts';
import { renewalWork } from '#functions/renewals/dunning.ts';
import {
  type Customer,
  contractOf,
  newTenant,
  press,
  processorObjectsOf,
  renew,
  report,
  today,
} from './plan-change-support.ts';
import { addresses, calmServices, depsAt, runDue, sendJson, sql } from './support.ts';
import { moveTenantBack } from './tenant-rows.ts';

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

/** Templates and payloads of the mails about a tenant, in the order of writing, without those of every sign-up. */
export async function mailsAbout({
  subdominio,
}: Pick<Customer, 'subdominio'>): Promise<{ template: string; [fact: string]: unknown }[]> {
  const text = `SELECT template, payload FROM outbox WHERE payload LIKE ? AND template NOT IN ('welcome', 'order-received') ORDER BY rowid`;
  const mails = await sql<{ template: string; payload: string }>(text, `%"${subdominio}"%`);
  return mails.map(({ template, payload }) => ({ template, ...JSON.parse(payload) }));
}

export const templatesAbout = async (customer: Pick<Customer, 'subdominio'>): Promise<string[]> =>
  (await mailsAbout(customer)).map(({ template }) => template);

/** Kinds of the operator notices about a tenant. */
export const noticesAbout = async (customer: Pick<Customer, 'subdominio'>): Promise<unknown[]> =>
  (await mailsAbout(customer))
    .filter(({ template }) => template === 'operator-notice')
    .map(({ kind }) => kind);

/** Moves today's purchase one period back: the paid days ended yesterday, and the next charge is due today. */
export async function endPaidDays({ orderId, subscriptionId }: Customer): Promise<void> {
  const yesterday = addDays(today(), -1);
  await sql(
    `UPDATE charges SET confirmed_at = confirmed_at - ?1, covers_through = ?2,
       due_on = date(due_on, IIF(cycle = 'yearly', '-1 year', '-1 month')),
       covers_from = date(covers_from, IIF(cycle = 'yearly', '-1 year', '-1 month')) WHERE order_id = ?3`,
    366 * DAY_MS,
    yesterday,
    orderId,
  );
  await sql(
    'UPDATE contracts SET contracted_at = contracted_at - ?1, first_due_on = ?2 WHERE order_id = ?3',
    366 * DAY_MS,
    addDays(today(), -366),
    orderId,
  );
  await moveTenantBack(orderId, 366 * DAY_MS);
  await depsAt(0).processor.resumeSubscription(subscriptionId ?? '', today());
}

/** Creates the charge that is due today and lets it fail; returns its id. */
export async function failRenewal(customer: Customer): Promise<string> {
  await endPaidDays(customer);
  const charge = await renew(customer);
  await press('payments', charge, 'overdue');
  await report(charge, 'PAYMENT_OVERDUE');
  return charge;
}

/** Disputes a charge, and waits until operators are notified. */
export async function dispute(customer: Customer, charge: string): Promise<void> {
  await press('payments', charge, 'chargeback');
  await report(charge, 'PAYMENT_CHARGEBACK_REQUESTED');
  await expect.poll(() => noticesAbout(customer)).toContain('chargeback');
}

/** Loses a charge to a dispute, with its event. */
export async function lose(charge: string): Promise<void> {
  await press('payments', charge, 'lose');
  await report(charge, 'PAYMENT_REFUNDED');
}

/** Refunds a charge by hand at the processor, with its event. */
export async function refundElsewhere(charge: string): Promise<void> {
  await press('payments', charge, 'refund');
  await report(charge, 'PAYMENT_REFUNDED');
}

export const setProcessor = (settings: Record<string, unknown>) =>
  sendJson(`${addresses.asaasUrl}/__stand-in/settings`, 'PATCH', settings);

/**
 * Runs the scheduled jobs about contracts as of so many days later, plus a minute. Leaves out the daily comparison,
 * which has its own test: it would find what these tests leave inconsistent on purpose.
 */
export async function runJobsOnDay(days: number, moreMs = 0): Promise<void> {
  const deps = depsAt(days * DAY_MS + MINUTE_MS + moreMs);
  await runDue(renewalWork, deps);
  await runDue(endWork, deps);
  await runDue(refundWork, deps);
  await runDue(standingWork, deps);
  await runDue(removalWork, deps);
}

/** Single charges by card are paid in the response. */
export const payAtOnce = () => setProcessor({ confirmMode: 'automatic', confirmAfterMs: 3_600_000 });

/** As `calmServices`; closes the dunning of other tests. */
export async function calmBilling(): Promise<void> {
  await calmServices();
  await sql("UPDATE dunning SET closed_at = 1, outcome = 'gone' WHERE closed_at IS NULL");
}

export const stateIn = async (customer: Customer): Promise<string> => (await contractOf(customer)).state;

/** States of the charges that still exist at the processor, oldest first. */
export const statusesOf = async (customer: Customer): Promise<string[]> =>
  (await processorObjectsOf(customer)).payments.filter(({ deleted }) => !deleted).map(({ status }) => status);

/** A customer whose renewal failed and who got the mail about it. */
export async function overdueCustomer(): Promise<{ customer: Customer; charge: string }> {
  const customer = await newTenant('pro');
  const charge = await failRenewal(customer);
  await expect.poll(() => templatesAbout(customer)).toEqual(['payment-failed']);
  return { customer, charge };
}

/** A customer whose card was refused at the last retry. */
export async function suspendedCustomer(): Promise<{ customer: Customer; charge: string }> {
  const late = await overdueCustomer();
  await setProcessor({ declinesCharges: true });
  await sql(
    'UPDATE dunning SET failures = 3, retry_at = failed_at + ? WHERE payment_id = ?',
    15 * DAY_MS,
    late.charge,
  );
  await runJobsOnDay(15);
  await setProcessor({ declinesCharges: false });
  expect(await stateIn(late.customer)).toBe('suspended');
  return late;
}
