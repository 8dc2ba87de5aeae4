/// <reference types="@cloudflare/vitest-plugin/types" />
/** A Worker with card entry on the processor's page, and orders that wait there. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import type { Env } from '#functions/env.ts';
import worker from '#functions/worker.ts';
import { newHostedOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { addresses, env, firstChargeOf, newKey, orderIdOf } from './support.ts';

let calls = 0;

/** Calls that Worker. */
export async function callHosted(init: RequestInit = {}, path: string = checkoutEndpoint): Promise<Response> {
  const request = new Request(`${addresses.siteUrl}${path}`, init) as Request<
    unknown,
    IncomingRequestCfProperties
  >;
  const context = createExecutionContext();
  const answer = await worker.fetch(request, { ...env, PAYMENT_CARD_ENTRY: 'hosted' } as Env, context);
  await waitOnExecutionContext(context);
  return answer;
}

/** Sends an order to it. */
export function sendHosted(token: string, body: unknown, key: string = newKey()): Promise<Response> {
  calls += 1;
  const headers = {
    Authorization: `Bearer ${token}`,
    'Idempotency-Key': key,
    'Content-Type': 'application/json',
    // Each call has its own IP address; rate limits have their own test.
    'CF-Connecting-IP': `198.19.${calls}.1`,
  };
  return callHosted({ method: 'POST', headers, body: JSON.stringify(body) });
}

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
