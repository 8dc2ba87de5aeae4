/** Reads how the caller's environment stands to the limits of its plan. */
import { useEffect, useState } from 'react';
import type { LimitsAnswer } from '#domain/contracts/limits.ts';
import { getLimits } from '#lib/api.ts';

export interface LimitsRead {
  /** `null` while it is read, and where it could not be. */
  readonly limits: LimitsAnswer | null;
  readonly hasFailed: boolean;
  /** Puts a newer answer in its place. */
  readonly put: (limits: LimitsAnswer) => void;
  readonly reread: () => void;
}

/** @param isWanted False where there is nothing to read: nobody signed in, or an environment that does not run. */
export function useLimits(isWanted: boolean): LimitsRead {
  const [limits, setLimits] = useState<LimitsAnswer | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn reads again
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    getLimits(stop.signal).then(
      (answer) => {
        setLimits(answer);
        setFailed(false);
      },
      () => stop.signal.aborted || setFailed(true),
    );
    return () => stop.abort();
  }, [isWanted, turn]);
  return { limits, hasFailed, put: setLimits, reread: () => setTurn((last) => last + 1) };
}
