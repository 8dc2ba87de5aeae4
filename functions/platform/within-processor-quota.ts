/** Applies a caller's processor quota to calls that create a charge. */
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import type { Clock } from './clock.ts';
import { takeProcessorCall, uncountProcessorCall } from './processor-quota.ts';

interface Needs {
  readonly db: D1Database;
  readonly clock: Clock;
}

/** The caller of a charge. */
export interface ChargeCaller {
  readonly identity: Identity;
  /** The payer's IP address, as Cloudflare reports it. */
  readonly remoteIp: string;
  /** What rate limits count as one caller; see functions/platform/network.ts. */
  readonly network: string;
}

/**
 * Runs `charge` and counts it against the caller's hourly quota. A failure that may pass by itself is not counted:
 * retries during an outage do no harm, and must work once the processor is back.
 * @throws DomainError `rate-limited` once the account or its network tried too often in this hour; whatever `charge`
 *   throws.
 */
export async function withinProcessorQuota<T>(
  needs: Needs,
  { identity, network }: Pick<ChargeCaller, 'identity' | 'network'>,
  charge: () => Promise<T>,
): Promise<T> {
  const caller = { subject: identity.subject, network };
  if (!(await takeProcessorCall(needs, 'charge', caller)))
    throw new DomainError('rate-limited', { sentence: message('payment.attempts-over') });
  try {
    return await charge();
  } catch (error) {
    if (error instanceof DomainError && error.retryable) await uncountProcessorCall(needs, 'charge', caller);
    throw error;
  }
}
