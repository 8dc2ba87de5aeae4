/** Before a call makes the processor charge. */
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import type { ProcessorShare } from './processor-share.ts';

interface Needs {
  readonly processorShare: ProcessorShare;
}

/** Who asks for a charge, and from where. */
export interface ChargeAsker {
  readonly identity: Identity;
  /** The payer's address as the edge saw it. */
  readonly remoteIp: string;
  /** What the limits count as one caller; see functions/platform/network.ts. */
  readonly network: string;
}

/**
 * Runs what makes the processor charge, counted as one of the caller's share of the hour. What ends in a failure that may
 * pass by itself is not counted: a caller who asks again while the processor is down does it no harm, and must get through
 * once it is back.
 * @throws DomainError `rate-limited` once the account or its network tried too often in this hour; whatever `charge` throws.
 */
export async function withinShare<T>(
  { processorShare }: Needs,
  { identity, network }: Pick<ChargeAsker, 'identity' | 'network'>,
  charge: () => Promise<T>,
): Promise<T> {
  const caller = { subject: identity.subject, network };
  if (!(await processorShare.take('charge', caller)))
    throw new DomainError('rate-limited', { sentence: message('payment.attempts-over') });
  try {
    return await charge();
  } catch (error) {
    if (error instanceof DomainError && error.retryable) await processorShare.giveBack('charge', caller);
    throw error;
  }
}
