/** A free environment may ask for a solved challenge; where the operator set none, nothing is asked. */
import type { CheckoutRequest } from '#domain/contracts/checkout.ts';
import { DomainError } from '#domain/errors.ts';
import type { ChallengeVerifier } from '#functions/vendors/challenge.ts';

interface Needs {
  /** `null`: off. */
  readonly challenge: ChallengeVerifier | null;
}

/**
 * Asked once for each new free order, before it takes a place of the day.
 * @throws DomainError `challenge-failed`, or `challenge-unavailable` when nobody could say: without a yes nothing is made.
 */
export async function requireChallenge(
  { challenge }: Needs,
  request: CheckoutRequest,
  address: string,
): Promise<void> {
  if (challenge === null || request.pagamento !== 'gratuito') return;
  const { desafio } = request;
  if (desafio === undefined || !(await challenge.verify(desafio, address)))
    throw new DomainError('challenge-failed');
}
