/**
 * When refusals of a provider end no recipient any more, until an operator decides: many at once say something about the
 * provider or a receiving domain, not about that many mailboxes. Pure.
 */

/** A recipient that a provider's answer ended. */
export interface Ending {
  readonly orderId: string;
  /** Milliseconds, UTC. */
  readonly endedAt: number;
  /** E-mail address, or the number of a chat. */
  readonly address: string;
}

const MINUTE_MS = 60_000;
const BURST_MS = 10 * MINUTE_MS;
/** How far back endings matter. */
export const BREAKER_DAY_MS = 24 * 60 * MINUTE_MS;
/** An operator sees the endings of so long before, for undoing them. */
export const BEFORE_BREAKER_MS = 60 * MINUTE_MS;
const BURST = 5;
const BURST_ENVIRONMENTS = 3;
const BURST_OF_DOMAIN = 3;
const DAY_LEAST = 10;
const DAY_PERCENT = 1;

/** The part after the last `@`; `null` for a chat. */
const domainOf = (address: string): string | null => /@([^@]+)$/.exec(address)?.[1]?.toLowerCase() ?? null;

/**
 * True when this ending would be one too many, so that it is not carried out.
 * @param before Those of the same provider within a day.
 * @param onCount Recipients of the same provider that are on.
 */
export function isOneTooMany(before: readonly Ending[], ending: Ending, onCount: number): boolean {
  const all = [...before.filter(({ endedAt }) => endedAt > ending.endedAt - BREAKER_DAY_MS), ending];
  const burst = all.filter(({ endedAt }) => endedAt > ending.endedAt - BURST_MS);
  const environments = new Set(burst.map(({ orderId }) => orderId)).size;
  const domain = domainOf(ending.address);
  const ofDomain = domain === null ? 0 : burst.filter(({ address }) => domainOf(address) === domain).length;
  return (
    (burst.length >= BURST && environments >= BURST_ENVIRONMENTS) ||
    ofDomain >= BURST_OF_DOMAIN ||
    all.length > Math.max(DAY_LEAST, (onCount * DAY_PERCENT) / 100)
  );
}
