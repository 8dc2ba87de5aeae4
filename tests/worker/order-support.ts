/// <reference types="@cloudflare/vitest-plugin/types" />
/** Orders in the states that requests leave: placed, reserved, unclear, released. */

import type { CheckoutInput } from '#functions/checkout/collect-first-charge.ts';
import { unpaidWork } from '#functions/checkout/sweep-unpaid.ts';
import type { Deps } from '#functions/compose.ts';
import type { NewOrder, Order } from '#functions/orders/order.ts';
import { reserveOrder as writeReserved } from '#functions/orders/store.ts';
import { provisioningWork } from '#functions/provisioning/sweep-provisioning.ts';
import type { FreeOrder, PaidOrder } from '#tests/support/orders.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { identityOf, signUp } from '#tests/support/worker-accounts.ts';
import { clearWork, depsAt, orderIdOf, runDue, sendOrder, setDue, sql } from './support.ts';

/** Sends this order from a new account; returns its id and the response. */
export async function placeOrder<T extends FreeOrder | PaidOrder>(order: T) {
  const person = await signUp();
  const answer = await sendOrder(person.token, order);
  return { ...person, order, answer, id: await orderIdOf(person.subject) };
}

/** A free order whose request was killed right after the reservation. */
export async function reserveOrder(
  known: Partial<NewOrder> = {},
  now = Date.now(),
): Promise<NewOrder & Order> {
  const order: NewOrder = {
    id: crypto.randomUUID(),
    subject: crypto.randomUUID(),
    email: null,
    emailVerified: false,
    name: null,
    subdomain: newSubdomain(),
    plan: 'free',
    cycle: 'monthly',
    amountCentavos: 0,
    termsVersion: 'x',
    termsAddress: '198.18.0.1',
    ...known,
  };
  const outcome = await writeReserved(depsAt(0), order, now);
  if (typeof outcome === 'string') throw new Error(`The order was ${outcome}.`);
  return { ...order, ...outcome };
}

/** Removes orders of other tests, whose work would be done first. */
export async function clearOrders(): Promise<void> {
  await sql("UPDATE orders SET released_at = 1 WHERE status <> 'CONCLUIDO'");
  await clearWork(unpaidWork, provisioningWork);
}

/** Does what is due for unpaid and running orders. */
export async function sweepOrders(deps: Deps): Promise<void> {
  await runDue(unpaidWork, deps);
  await runDue(provisioningWork, deps);
}

/** Makes an order due, as if nothing had moved it for long. */
export async function makeOrderDue(id: string): Promise<void> {
  await sql('UPDATE orders SET run_at = 0, updated_at = 0, lease_until = 0 WHERE id = ?', id);
  await setDue(unpaidWork, id);
  await setDue(provisioningWork, id);
}

/** Details of an order's events of one kind. */
export const eventsAbout = async (orderId: string, kind: string): Promise<unknown[]> =>
  (await sql('SELECT detail FROM events WHERE order_id = ? AND kind = ?', orderId, kind)).map(
    ({ detail }) => detail,
  );

/** Sets the state that a lost response leaves. */
export const markUnclear = (id: string, until: number) =>
  sql("UPDATE orders SET payment = 'unclear', unclear_until = ?, lease_until = 0 WHERE id = ?", until, id);

/** The verb's input for an account's checkout, without HTTP. */
export const checkoutOf = (subject: string, request: object): CheckoutInput => ({
  identity: identityOf({ subject }),
  request: request as CheckoutInput['request'],
  remoteIp: '198.18.0.1',
  network: '198.18.0.1',
});
