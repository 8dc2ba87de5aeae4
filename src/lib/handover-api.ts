/** The API call that accepts a handover; loaded only with the form. See api.ts. */
import { type HandoverRequestInput, HandoverResponse } from '#domain/contracts/handover.ts';
import { acceptHandoverEndpoint } from '#domain/contracts/people.ts';
import { post } from '#lib/api.ts';

/** The processor may take a minute each for the card and the subscription. */
const ACCEPT_TIMEOUT_MS = 130_000;

/** `POST /api/conta/pessoas/passagem/aceite`. */
export const postHandover = (body: HandoverRequestInput, idempotencyKey: string) =>
  post(acceptHandoverEndpoint, HandoverResponse, { body, idempotencyKey, timeoutMs: ACCEPT_TIMEOUT_MS });
