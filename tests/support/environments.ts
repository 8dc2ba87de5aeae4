/** Orders and environments made through the API, as a starting point for journeys. */
import { expect } from '@playwright/test';
import type { Stack } from '#dev/stack.ts';
import { type CheckoutRequestInput, checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { callApi, provisioningStatus } from './stand-in-controls.ts';

/** Sends an order as the form does, by default under a new key. */
export const sendOrder = (
  stack: Stack,
  token: string,
  order: CheckoutRequestInput,
  key: string = crypto.randomUUID(),
): Promise<Response> =>
  callApi(stack, checkoutEndpoint, token, {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body: JSON.stringify(order),
  });

/**
 * Orders and waits until the environment is ready.
 * @returns Its subdomain.
 */
export async function openEnvironment(
  stack: Stack,
  token: string,
  order: CheckoutRequestInput,
): Promise<string> {
  expect((await sendOrder(stack, token, order)).status).toBe(200);
  await expect
    .poll(() => provisioningStatus(stack, token), { timeout: 60_000, intervals: [100, 200, 500] })
    .toBe('CONCLUIDO');
  return order.subdominio;
}
