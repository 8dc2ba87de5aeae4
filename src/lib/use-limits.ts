/** Reads which of its plan's limits the environment exceeds. */
import { useEffect, useState } from 'react';
import { accountLimitsEndpoint, type Limits, LimitsAnswer } from '#domain/api-schemas/limits.ts';
import { ask } from '#lib/api.ts';
import { useBackOnline } from '#lib/use-back-online.ts';

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
  const [limits, setLimits] = useState<Limits | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isLoading, setLoading] = useState(isWanted);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn reads again
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    ask(accountLimitsEndpoint, LimitsAnswer, { signal: stop.signal })
      .then(
        (answer) => {
          setLimits('ambiente' in answer ? null : answer);
          setFailed('ambiente' in answer && answer.ambiente === 'sem-resposta');
        },
        () => stop.signal.aborted || setFailed(true),
      )
      .then(() => stop.signal.aborted || setLoading(false));
    return () => stop.abort();
  }, [isWanted, turn]);
  const reread = (): void => setTurn((last) => last + 1);
  useBackOnline(hasFailed, reread);
  return { limits, hasFailed, isLoading, put: setLimits, reread };
}
