/** Reads which of its plan's limits the environment exceeds. */
import { accountLimitsEndpoint, type Limits, LimitsAnswer } from '#domain/api-schemas/limits.ts';
import { ask } from '#lib/api.ts';
import { useRead } from '#lib/use-read.ts';

export interface LimitsRead {
  /** `null` while loading, after a failure, and for an account without an environment. */
  readonly limits: Limits | null;
  readonly hasFailed: boolean;
  /** Before the first answer or failure. */
  readonly isLoading: boolean;
  /** Replaces the answer with a newer one. */
  readonly put: (limits: Limits) => void;
  readonly reread: () => void;
}

/** @param isWanted False when there is nothing to read: no session, or the environment is not running. */
export function useLimits(isWanted: boolean): LimitsRead {
  const { data, error, put, reread } = useRead(isWanted ? 'limits' : null, readLimits);
  const hasFailed = error !== null;
  const isLoading = isWanted && data === undefined && !hasFailed;
  return { limits: hasFailed ? null : (data ?? null), hasFailed, isLoading, put, reread };
}

async function readLimits(signal: AbortSignal): Promise<Limits | null> {
  const answer = await ask(accountLimitsEndpoint, LimitsAnswer, { signal });
  if (!('environment' in answer)) return answer;
  if (answer.environment === 'no-answer') throw new Error('The environment does not answer.');
  return null;
}
