/// <reference types="@cloudflare/vitest-plugin/types" />
/** A Worker with card entry on the processor's page, and orders that wait there. */
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { newHostedOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { firstChargeOf, newKey, orderIdOf, workerWith } from './support.ts';

/** Calls that Worker. */
export const callHosted = workerWith({ PAYMENT_CARD_ENTRY: 'hosted' });

/** Sends an order to it. */
export const sendHosted = (token: string, body: unknown, key: string = newKey()): Promise<Response> =>
  callHosted(checkoutEndpoint, { token, key, body });

/** A new account with an unpaid order on the processor's page. */
export async function waitingOrder() {
  const { token, subject } = await signUp();
  const order = newHostedOrder();
  const { paymentUrl } = await (await sendHosted(token, order)).json<{ paymentUrl: string }>();
  const orderId = await orderIdOf(subject);
  return { token, subject, order, orderId, paymentUrl, paymentId: await firstChargeOf(orderId) };
}

/** Submits a card on the processor's page. */
export const payOn = (paymentUrl: string, numero = '4111111111111111'): Promise<Response> =>
  fetch(paymentUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ nome: 'ANA', numero, validade: '12/40', cvv: '123' }),
  });
