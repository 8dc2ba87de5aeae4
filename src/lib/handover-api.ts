/** The call that takes an environment over; loaded with the form alone. See api.ts. */
import { type HandoverRequestInput, HandoverResponse } from '#domain/contracts/handover.ts';
import { acceptHandoverEndpoint } from '#domain/contracts/people.ts';
import { post } from '#lib/api.ts';

/** The processor may take a minute for the card, and one for the subscription. */
const ACCEPT_TIMEOUT_MS = 130_000;

/** `POST /api/conta/pessoas/passagem/aceite`. */
export const postHandover = (body: HandoverRequestInput, idempotencyKey: string) =>
  post(acceptHandoverEndpoint, HandoverResponse, { body, idempotencyKey, timeoutMs: ACCEPT_TIMEOUT_MS });
