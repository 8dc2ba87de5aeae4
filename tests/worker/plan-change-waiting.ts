/** A waiting plan change: its page, its charge, and the sweep. */
import { expect } from 'vitest';
import { standingWork } from '#functions/ledger/apply-standing.ts';
import { planChangeWork } from '#functions/plan-change/resume-plan-change.ts';
import { DAY_MS } from './billing-support.ts';
import {
  type Customer,
  cardBlocks,
  forget,
  newTenant,
  processorObjectsOf,
  upgrade,
} from './plan-change-support.ts';
import {
  addresses,
  answerOf,
  calmServices,
  depsAt,
  noFaults,
  runDue,
  setDue,
  setFaults,
  sql,
} from './support.ts';
import { moveTenantBack } from './tenant-rows.ts';

/** Closes other tests' changes, which a sweep would process first. */
export const closeChanges = () =>
  sql("UPDATE plan_changes SET state = 'closed', settled_at = 1 WHERE settled_at IS NULL");

/** Closes a customer's changes, as when they were not paid in time. */
export const closeChangesOf = ({ orderId }: Pick<Customer, 'orderId'>) =>
  sql(
    "UPDATE plan_changes SET state = 'closed', settled_at = 1, lease_until = 0 WHERE order_id = ?",
    orderId,
  );

/** As `calmServices`; closes the changes of other tests. */
export async function closeOthers(): Promise<void> {
  await calmServices();
  await closeChanges();
}

export const sweep = async (customer: Customer, aheadMs = 0): Promise<void> => {
  await forget(customer);
  await runDue(planChangeWork, depsAt(aheadMs));
};

/** Lets days pass by moving the contract's dates back. */
export async function passDays({ orderId }: Customer, days: number): Promise<void> {
  const ms = days * DAY_MS;
  const back = (column: string): string => `${column} = date(${column}, '-${days} days')`;
  await sql(
    `UPDATE charges SET ${['due_on', 'covers_from', 'covers_through', 'state_on'].map(back).join()},
       confirmed_at = confirmed_at - ? WHERE order_id = ?`,
    ms,
    orderId,
  );
  await sql(
    `UPDATE contract_terms SET at = at - ? WHERE contract_id IN (SELECT id FROM contracts WHERE order_id = ?)`,
    ms,
    orderId,
  );
  await sql(
    `UPDATE contracts SET ${back('first_due_on')}, contracted_at = contracted_at - ?1, ended_at = ended_at - ?1
     WHERE order_id = ?2`,
    ms,
    orderId,
  );
  await sql(
    `UPDATE plan_changes SET ${['covers_through', 'first_due_on'].map(back).join()} WHERE order_id = ?`,
    orderId,
  );
  await moveTenantBack(orderId, ms);
  await setDue(standingWork, orderId);
}

export const firstPage = async (customer: Customer): Promise<string> =>
  (await processorObjectsOf(customer)).checkouts[0]?.id ?? 'no page';

/** A purchase by card whose response was lost. */
export async function lostAnswer(): Promise<Customer> {
  const customer = await newTenant();
  await setFaults(addresses.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions' });
  const response = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
  await setFaults(addresses.asaasUrl, noFaults);
  expect(await answerOf(response)).toMatchObject({ status: 503, code: 'payment-unclear' });
  expect((await processorObjectsOf(customer)).subscriptions).toHaveLength(1);
  return customer;
}
