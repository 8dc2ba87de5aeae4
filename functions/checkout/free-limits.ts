/** Daily limits on new free environments; paid ones are not limited. */
import { secondsToNextDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { takeFree, uncountFree } from '#functions/platform/new-environments.ts';

const sentences = { 'network-full': 'free.network-full', 'day-full': 'free.day-full' } as const;

/**
 * Runs `reserve` for a new free environment and counts it against its network and the day. A failed call is not
 * counted.
 * @param address The caller's IP address, as Cloudflare reports it.
 * @throws DomainError `rate-limited` until the next day in São Paulo; whatever `reserve` throws.
 */
export async function withinFreeLimits<T>(
  needs: Pick<Deps, 'db' | 'clock' | 'partyHash' | 'environmentLimits'>,
  address: string,
  reserve: () => Promise<T>,
): Promise<T> {
  const outcome = await takeFree(needs, address);
  if (outcome !== 'taken')
    throw new DomainError('rate-limited', {
      sentence: message(sentences[outcome]),
      retryAfterSeconds: secondsToNextDay(needs.clock.now()),
    });
  try {
    return await reserve();
  } catch (error) {
    await uncountFree(needs, address);
    throw error;
  }
}
