/**
 * How often to ask the processor about something that waits for a payment or another service.
 *
 * The processor limits requests (25,000 in 12 hours per account) and does not raise the limit for polling; its event
 * is the fast way. So the pause grows with the age: a twentieth of it, an hour at most. Polled every minute, twenty open
 * pages would use up the quota; this way one page costs about a hundred requests.
 */
const PACE = { ageParts: 20, pauseMaxMs: 3_600_000 } as const;

/**
 * When to ask again.
 * @param since Start of the age.
 * @param pauseMinMs First pause; usually the event arrives earlier.
 * @param deadline It is asked right after this time, whatever its age.
 */
export function nextAskAt(
  now: number,
  since: number,
  pauseMinMs: number,
  deadline = Number.MAX_SAFE_INTEGER,
): number {
  const pause = Math.max(pauseMinMs, Math.min((now - since) / PACE.ageParts, PACE.pauseMaxMs));
  const next = Math.ceil(now + pause);
  return now <= deadline && deadline < next ? deadline + 1 : next;
}
