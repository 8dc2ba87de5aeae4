/** Reads the measured availability. Not through lib/api.ts, which would load the session. */
import type { AvailabilityAnswer } from '#domain/api-schemas/availability.ts';

const TIMEOUT_MS = 10_000;

/**
 * @param address Of the call, from the page: the build writes it there, and the schema's code stays out.
 * @returns `null` when it cannot be read now, which says nothing about what is up.
 */
export async function readAvailability(address = ''): Promise<AvailabilityAnswer | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    // Unchecked: the schema's code weighs more than this page's.
    return response.ok ? ((await response.json()) as AvailabilityAnswer) : null;
  } catch {
    // Offline, too slow or not JSON: the page says that it cannot be read.
    return null;
  }
}
