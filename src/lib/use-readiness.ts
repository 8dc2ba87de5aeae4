/** Polls an environment that starts until it answers. */
import { useEffect, useState } from 'react';
import { ReadinessResponse, readinessPath } from '#domain/api-schemas/readiness.ts';
import { ask } from '#lib/api.ts';

const ASK_EVERY_MS = 3_000;
/** A single answer may still come from the old instance, because the cluster restarts it a moment later. */
const ANSWERS_IN_A_ROW = 2;

export type Readiness = 'waiting' | 'late' | 'ready';

/**
 * @param tenant `null` when there is nothing to wait for: ready at once.
 * @param lateAfterMs After this it takes longer than usual, and polling continues.
 */
export function useReadiness(tenant: string | null, lateAfterMs: number): Readiness {
  const [readiness, setReadiness] = useState<Readiness>(tenant === null ? 'ready' : 'waiting');
  useEffect(() => {
    if (tenant === null) return;
    setReadiness('waiting');
    const stop = new AbortController();
    let answers = 0;
    let timer: ReturnType<typeof setTimeout>;
    const late = setTimeout(() => setReadiness('late'), lateAfterMs);
    const look = async (): Promise<void> => {
      // A failed request counts as not ready; the next one decides.
      const { isReady } = await ask(readinessPath(tenant), ReadinessResponse, { signal: stop.signal }).catch(
        () => ({ isReady: false }),
      );
      if (stop.signal.aborted) return;
      answers = isReady ? answers + 1 : 0;
      if (answers < ANSWERS_IN_A_ROW) timer = setTimeout(look, ASK_EVERY_MS);
      else {
        clearTimeout(late);
        setReadiness('ready');
      }
    };
    timer = setTimeout(look, ASK_EVERY_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
      clearTimeout(late);
    };
  }, [tenant, lateAfterMs]);
  return readiness;
}
