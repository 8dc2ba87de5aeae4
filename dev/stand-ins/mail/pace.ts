/** The provider's limit of requests a second, for the whole account: https://resend.com/docs/api-reference/rate-limit. */
import type { Context } from 'hono';
import { problems } from './answers.ts';
import type { Problem } from './state.ts';

export interface PaceSettings {
  /** Two at the provider, where nobody raised it; 0: no limit, because tests send faster than customers fall. */
  requestsPerSecond: number;
}

export const noPace = (): PaceSettings => ({ requestsPerSecond: 0 });

const SECOND_MS = 1_000;

/** Counts a request, and says in the headers of its answer what is left. @returns The refusal of one too many. */
export function createPace(now: () => number, read: () => PaceSettings) {
  let times: number[] = [];
  return (c: Context): Problem | null => {
    const { requestsPerSecond: most } = read();
    if (most === 0) return null;
    const at = now();
    times = times.filter((time) => time > at - SECOND_MS && time <= at);
    const isOver = times.length >= most;
    if (!isOver) times.push(at);
    c.header('ratelimit-limit', String(most));
    c.header('ratelimit-remaining', String(most - times.length));
    c.header('ratelimit-reset', '1');
    return isOver ? { ...problems.ritmo, retryAfter: 1 } : null;
  };
}
