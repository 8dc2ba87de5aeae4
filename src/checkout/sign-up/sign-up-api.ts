/** API calls of the sign-up; each may throw an `ApiError`. */
import {
  type CheckoutRequestInput,
  CheckoutResponse,
  checkoutEndpoint,
} from '#domain/api-schemas/checkout.ts';
import { SubdomainAvailability, subdomainPath } from '#domain/api-schemas/subdomain.ts';
import { ask, PROCESSOR_TIMEOUT_MS, post } from '#lib/api.ts';

/** `POST /api/checkout`. */
export const postCheckout = (body: CheckoutRequestInput, idempotencyKey: string) =>
  post(checkoutEndpoint, CheckoutResponse, { body, idempotencyKey, timeoutMs: PROCESSOR_TIMEOUT_MS });

/** `GET /api/subdominios/{nome}`; signed in, so that the name in the caller's own open order counts as free. */
export const getSubdomainAvailability = (name: string, signal?: AbortSignal) =>
  ask(subdomainPath(name), SubdomainAvailability, { signal });
