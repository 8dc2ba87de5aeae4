/** Reads something for a page. Without TanStack Query, which would add 10 kB to the pages that sell. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { signInIfExpired } from '#session/expired.ts';

export interface Read<Data> {
  /** The last answer; kept while it is read again and after a failure. */
  readonly data: Data | undefined;
  /** Why the last read failed; `null` before one, and after a success. */
  readonly error: unknown;
  readonly isReading: boolean;
  /** Resolves when the new answer or the error is in place. Never throws. */
  readonly reread: () => Promise<void>;
  /** Replaces the answer with a newer one. */
  readonly put: (data: Data) => void;
}

/**
 * Reads when the page opens, and after a failure when the browser is online again. An expired session leads to the
 * sign-in page.
 *
 * @param subject What is read; `null` while there is nothing to read.
 * @param ask Must stay the same function.
 */
export function useRead<Data, Subject extends string>(
  subject: Subject | null,
  ask: (signal: AbortSignal, subject: Subject) => Promise<Data>,
): Read<Data> {
  const [read, setRead] = useState<Pick<Read<Data>, 'data' | 'error' | 'isReading'>>({
    data: undefined,
    error: null,
    isReading: subject !== null,
  });
  const question = useRef<AbortController>(undefined);
  const reread = useCallback(async (): Promise<void> => {
    if (subject === null) return;
    question.current?.abort();
    question.current = new AbortController();
    const { signal } = question.current;
    setRead((known) => ({ ...known, isReading: true }));
    try {
      const data = await ask(signal, subject);
      if (!signal.aborted) setRead({ data, error: null, isReading: false });
    } catch (error) {
      if (signal.aborted) return;
      setRead(({ data }) => ({ data, error, isReading: false }));
      await signInIfExpired(error);
    }
  }, [subject, ask]);
  useEffect(() => {
    void reread();
    return () => question.current?.abort();
  }, [reread]);
  const onBack = useEffectEvent(() => read.error !== null && void reread());
  useEffect(() => {
    const back = () => onBack();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);
  return { ...read, reread, put: (data) => setRead({ data, error: null, isReading: false }) };
}
