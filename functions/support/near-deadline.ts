/** Which support messages readiness tells of. */
import { messageNumber } from '#domain/support/words.ts';
import { listAlmostLate } from './store.ts';

/** Time enough to write an answer, and not much more: on the largest plan somebody is called at any hour. */
const AHEAD_MS = 10 * 60_000;

/** Those without an answer whose deadline is at most ten minutes away, or over. */
export async function listNearDeadline(db: D1Database, now: number) {
  const found = await listAlmostLate(db, now + AHEAD_MS);
  return found.map(({ id, plan, dueAt }) => ({
    number: messageNumber(id),
    isPaged: plan === 'enterprise',
    dueAt,
  }));
}
