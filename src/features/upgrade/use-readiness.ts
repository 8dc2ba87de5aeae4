/** Asks until an environment that restarts answers again. */
import { useEffect, useState } from 'react';
import { getReadiness } from '#lib/api.ts';

const ASK_EVERY_MS = 3_000;
/** From then on the page says that it takes longer than usual; it goes on asking. */
const LATE_AFTER_MS = 120_000;
/** The cluster begins a moment after it was told; one answer may still be the old instance's. */
const ANSWERS_IN_A_ROW = 2;

export type Readiness = 'waiting' | 'late' | 'ready';

/** @param tenant `null` where nothing is waited for: ready at once. */
export function useReadiness(tenant: string | null): Readiness {
  const [readiness, setReadiness] = useState<Readiness>(tenant === null ? 'ready' : 'waiting');
  useEffect(() => {
    if (tenant === null) return;
    const stop = new AbortController();
    let answers = 0;
    let timer: ReturnType<typeof setTimeout>;
    const late = setTimeout(() => setReadiness('late'), LATE_AFTER_MS);
    const ask = async (): Promise<void> => {
      // Whatever keeps it from answering, the next question tells.
      const { pronto } = await getReadiness(tenant, stop.signal).catch(() => ({ pronto: false }));
      if (stop.signal.aborted) return;
      answers = pronto ? answers + 1 : 0;
      if (answers < ANSWERS_IN_A_ROW) timer = setTimeout(ask, ASK_EVERY_MS);
      else {
        clearTimeout(late);
        setReadiness('ready');
      }
    };
    timer = setTimeout(ask, ASK_EVERY_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
      clearTimeout(late);
    };
  }, [tenant]);
  return readiness;
}
