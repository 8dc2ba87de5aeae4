/** Levers and looks for money after the sale; the tenants come from upgrade-support.ts. */
import { expect } from 'vitest';
import { contractJobs } from '#functions/contract/jobs.ts';
import { at, calmServices, depsAt, sendJson, sql } from './support.ts';
import { type Customer, contractOf, newTenant, press, purseOf, report } from './upgrade-support.ts';

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

/** Templates and payloads of the mails about a tenant, in the order they were written. */
export async function mailsAbout({
  subdominio,
}: Pick<Customer, 'subdominio'>): Promise<{ template: string; [fact: string]: unknown }[]> {
  const text = `SELECT template, payload FROM outbox WHERE payload LIKE ? AND template <> 'welcome' ORDER BY rowid`;
  const mails = await sql<{ template: string; payload: string }>(text, `%"${subdominio}"%`);
  return mails.map(({ template, payload }) => ({ template, ...JSON.parse(payload) }));
}

export const templatesAbout = async (customer: Pick<Customer, 'subdominio'>): Promise<string[]> =>
  (await mailsAbout(customer)).map(({ template }) => template);

/** Kinds of the notices that operators got about a tenant. */
export const noticesAbout = async (customer: Pick<Customer, 'subdominio'>): Promise<unknown[]> =>
  (await mailsAbout(customer))
    .filter(({ template }) => template === 'operator-notice')
    .map(({ kind }) => kind);

/** Makes the next charge and lets it fail; its id. */
export async function failRenewal(customer: Customer): Promise<string> {
  await press('subscriptions', customer.subscriptionId ?? '', 'renew');
  const charge = (await purseOf(customer)).payments.at(-1)?.id ?? '';
  await press('payments', charge, 'overdue');
  await report(charge, 'PAYMENT_OVERDUE');
  return charge;
}

export const setProcessor = (settings: Record<string, unknown>) =>
  sendJson(`${at.asaasUrl}/__stand-in/settings`, 'PATCH', settings);

/**
 * The scheduled work about failed renewals and ends as it is after so many days, and a minute. The daily comparison has
 * a test of its own: here it would find what these tests leave out on purpose.
 */
export async function runJobsOnDay(days: number, moreMs = 0): Promise<void> {
  const deps = depsAt(days * DAY_MS + MINUTE_MS + moreMs);
  await contractJobs.dunning(deps);
  await contractJobs.contractEnds(deps);
  await contractJobs.tenantEnds(deps);
}

/** Services that answer, cards that are taken, and no failed renewal of another test that would be worked first. */
export async function calmBilling(): Promise<void> {
  await calmServices();
  await setProcessor({ declinesCharges: false });
  await sql("UPDATE dunning SET closed_at = 1, outcome = 'gone' WHERE closed_at IS NULL");
}

export const stateIn = async (customer: Customer): Promise<string> => (await contractOf(customer)).state;

/** States of the charges that the processor has not removed, oldest first. */
export const statusesOf = async (customer: Customer): Promise<string[]> =>
  (await purseOf(customer)).payments.filter(({ deleted }) => !deleted).map(({ status }) => status);

/** A customer whose renewal failed and was told. */
export async function overdueCustomer(): Promise<{ customer: Customer; charge: string }> {
  const customer = await newTenant('pro');
  const charge = await failRenewal(customer);
  await expect.poll(() => templatesAbout(customer)).toEqual(['payment-failed']);
  return { customer, charge };
}

/** One whose card was refused at every try. */
export async function suspendedCustomer(): Promise<{ customer: Customer; charge: string }> {
  const late = await overdueCustomer();
  await setProcessor({ declinesCharges: true });
  for (const days of [3, 7, 15]) await runJobsOnDay(days);
  await setProcessor({ declinesCharges: false });
  expect(await stateIn(late.customer)).toBe('suspended');
  return late;
}
