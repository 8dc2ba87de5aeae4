/** Requires a solved Turnstile challenge for a free environment, if the operator enabled it. */
import type { CheckoutRequest } from '#domain/api-schemas/checkout.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';

/**
 * Checks the challenge once per new free order, before the daily limit counts it.
 * @throws DomainError `challenge-failed`, or `challenge-unavailable` when Turnstile cannot be reached: nothing is
 *   created then.
 */
export async function requireChallenge(
  { challenge }: Pick<Deps, 'challenge'>,
  request: CheckoutRequest,
  address: string,
): Promise<void> {
  if (challenge === null || request.pagamento !== 'gratuito') return;
  const { desafio } = request;
  if (desafio === undefined || !(await challenge.verify(desafio, address)))
    throw new DomainError('challenge-failed');
}
