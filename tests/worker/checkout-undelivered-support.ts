/** Paid orders whose environment does not become ready, and what the jobs do about them over days. */

import { closingWork } from '#functions/checkout/end-closed-order.ts';
import { orderJobs } from '#functions/checkout/jobs.ts';
import type { Deps } from '#functions/compose.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { withdraw } from '#functions/ending/withdraw.ts';
import type { Order } from '#functions/orders/order.ts';
import { failProvisioning } from '#functions/orders/run-rows.ts';
import { findOrder } from '#functions/orders/store.ts';
import { applicationName } from '#functions/vendors/argocd/application.ts';
import { newOrder, startApplication } from './plan-change-support.ts';
import { addresses, chargesOf, depsAt, orderRow, runDue, sql, stateOf } from './support.ts';

export const HOUR_MS = 3_600_000;

export interface Buyer {
  readonly id: string;
  readonly subject: string;
  readonly token: string;
  readonly subdominio: string;
}

/** An order that was just paid: its application exists, and no run works on it. */
export async function paidOrder(): Promise<Buyer> {
  const { customer } = await newOrder('pro');
  await startApplication(customer, 'pro');
  const { orderId: id, subject, token, subdominio } = customer;
  return { id, subject, token, subdominio };
}

/** The same after provisioning failed for good. */
export async function failedOrder(): Promise<Buyer> {
  const buyer = await paidOrder();
  await failProvisioning(depsAt(0).db, buyer.id, 0, 'cluster-unavailable', Date.now());
  return buyer;
}

export async function orderOf(id: string): Promise<Order> {
  const order = await findOrder(depsAt(0).db, id);
  if (order === null) throw new Error('The order was not kept.');
  return order;
}

/** Runs the operators' jobs after so many hours. */
export async function work(hours: number, deps: Deps = depsAt(hours * HOUR_MS)): Promise<void> {
  for (const job of Object.values(orderJobs)) await job(deps);
  await runDue(closingWork, deps);
}

/** Removes other tests' orders, which would fill the batches. */
export const clearUndelivered = () =>
  sql("UPDATE orders SET released_at = 1 WHERE released_at IS NULL AND status <> 'CONCLUIDO'");

/** What is left of an order, in all places. */
export async function remainsOf({ id, subject }: Buyer) {
  const { subscriptions, payments } = await chargesOf(id);
  const { applications } = await stateOf<{ applications: Record<string, unknown> }>(addresses.argocdUrl);
  return {
    isReleased: (await orderRow(subject))['released_at'] !== null,
    isRenewing: subscriptions.some(({ deleted }) => !deleted),
    hasApplication: JSON.stringify(applications).includes(applicationName(id)),
    payments: payments.map(({ status }) => status),
  };
}

export const untouched = {
  isReleased: false,
  isRenewing: true,
  hasApplication: true,
  payments: ['CONFIRMED'],
};
export const undone = {
  isReleased: true,
  isRenewing: false,
  hasApplication: false,
  payments: ['REFUNDED'],
};

/** Both ways to end an order, without HTTP. */
export const ends = {
  cancelling: (deps: Deps, { subject }: Buyer) => cancelSubscription(deps, subject),
  'withdrawing from': (deps: Deps, { subject }: Buyer) => withdraw(deps, subject),
};
