/** A change of plan that waits: its page, its charge, and the sweep that looks after it. */
import { expect } from 'vitest';
import { planChangeJobs } from '#functions/plan-change/jobs.ts';
import { answerOf, at, calmServices, depsAt, noFaults, setFaults, sql } from './support.ts';
import { type Customer, cardBlocks, forget, newTenant, purseOf, upgrade } from './upgrade-support.ts';

/** Before each test: a sweep would look first at what other tests left. */
export async function closeOthers(): Promise<void> {
  await calmServices();
  await sql("UPDATE plan_changes SET state = 'closed', settled_at = 1 WHERE settled_at IS NULL");
}

export const sweep = async (customer: Customer, aheadMs = 0): Promise<void> => {
  await forget(customer);
  await planChangeJobs.planChanges(depsAt(aheadMs));
};

export const firstPage = async (customer: Customer): Promise<string> =>
  (await purseOf(customer)).checkouts[0]?.id ?? 'no page';

export const lastCharge = async (customer: Customer): Promise<string> =>
  (await purseOf(customer)).payments.at(-1)?.id ?? 'no charge';

/** A purchase by card whose answer was lost on the way back. */
export async function lostAnswer(): Promise<Customer> {
  const customer = await newTenant();
  await setFaults(at.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions' });
  const response = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
  await setFaults(at.asaasUrl, noFaults);
  expect(await answerOf(response)).toMatchObject({ status: 503, code: 'payment-unclear' });
  expect((await purseOf(customer)).subscriptions).toHaveLength(1);
  return customer;
}
