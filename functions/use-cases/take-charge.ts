/** Before a call makes the processor charge. */
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Identity } from '#functions/ports/token-verifier.ts';
import type { Deps } from './deps.ts';

/** Who asks for a charge, and from where. */
export interface ChargeAsker {
  readonly identity: Identity;
  /** The payer's address as the edge saw it. */
  readonly remoteIp: string;
  /** What the limits count as one caller; see functions/platform/network.ts. */
  readonly network: string;
}

/** @throws DomainError `rate-limited` once the account or its network tried too often in this hour. */
export async function takeCharge(
  { processorShare }: Pick<Deps, 'processorShare'>,
  { identity, network }: Pick<ChargeAsker, 'identity' | 'network'>,
): Promise<void> {
  if (await processorShare.take('charge', { subject: identity.subject, network })) return;
  throw new DomainError('rate-limited', { sentence: message('payment.attempts-over') });
}
