/**
 * Makes a monitor of little more than an address with the checks that we choose.
 *
 * Does not own: the times (own-times.ts), and monitors that come from another Uptime Kuma, which keep what they have there.
 */
import { message } from '../messages/import.ts';
import { uncheckedTypes } from './columns.ts';
import type { FoundItem } from './items.ts';
import { ownTimes } from './own-times.ts';

/** Sites of which the instance reads the certificate. */
const isEncrypted = (url: unknown): boolean => typeof url === 'string' && /^(?:https|wss):/i.test(url.trim());

/**
 * Fields with our choices where the source names none. A time-out that it names stays, also a longer one: that is how
 * slow the site was known to be.
 */
export function withOwnChecks(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (uncheckedTypes.has(raw['type'])) return raw;
  return {
    ...raw,
    ...ownTimes,
    timeout: raw['timeout'] ?? ownTimes.timeout,
    expiryNotification: isEncrypted(raw['url']),
    // The instance asks for it before it records the check, and waits without end; the companion asks instead.
    domainExpiryNotification: false,
  };
}

/** Says how many wait longer than we would: what we promise of the first alert does not cover them. */
export function longWaitNotes(found: readonly FoundItem[]): readonly string[] {
  const count = found.filter(
    ({ item }) => item.kind === 'monitor' && Number(item.monitor['timeout'] ?? 0) > ownTimes.timeout,
  ).length;
  return count === 0 ? [] : [message('import.long-waits', { count, seconds: ownTimes.timeout })];
}
