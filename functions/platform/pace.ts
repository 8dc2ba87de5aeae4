/**
 * How often something that waits for a person to pay, or for a service, is asked about at the processor.
 *
 * The processor counts every request (25,000 in 12 hours per account) and does not raise the limit for polling; its
 * event is the fast way. So the pause grows with the age of what is waited for: a twentieth of it, an hour at most.
 * Asked every minute, twenty open pages would use up the whole quota; like this, one costs about a hundred requests.
 */
export const PACE = { ageParts: 20, pauseMaxMs: 3_600_000 } as const;

/**
 * A condition on `touched_at`, with `?1` the present moment.
 * @param since Column with the moment from which the age counts.
 * @param deadline Expression: once it is over, the row is looked at at once.
 */
export function isDueByAge(since: string, deadline: string): string {
  return `(touched_at < ?1 - MIN((?1 - ${since}) / ${PACE.ageParts}, ${PACE.pauseMaxMs})
    OR (${deadline} < ?1 AND touched_at < ${deadline}))`;
}
