/** Sends a purchase once per press, with the right Idempotency-Key, and reports the outcome. */
import { useRef, useState } from 'react';
import { type TabKey, tab } from '#lib/storage.ts';
import { useOnReturn } from '#lib/use-on-return.ts';
import { signInAgain } from '#session/expired.ts';
import { type Attempt, afterOutcome, attemptFor, fromStored, type Payload, toStored } from './attempt.ts';
import type { Failure } from './failure.ts';
import { clearToast, showToast } from './toast.ts';

/** `leaving`: accepted, and the browser is opening the next page; nothing more may be sent. */
export type SendPhase = 'idle' | 'sending' | 'leaving';

export interface Sending<Answer> {
  readonly payload: Payload;
  /** @throws ApiError */
  send(idempotencyKey: string): Promise<Answer>;
  describe(error: unknown): Failure;
  onAccepted(answer: Answer): void;
}

/**
 * @param attemptKey Storage key of the attempt while its outcome is unknown.
 * @param onRefused Shows the server's errors about single fields.
 */
export function useSendOnce(attemptKey: TabKey, onRefused: (failure: Failure) => void) {
  const [phase, setPhase] = useState<SendPhase>('idle');
  // State only changes with the next render, too late for a double press.
  const isBusy = useRef(false);
  const pending = useRef<Attempt | null | undefined>(undefined);

  useOnReturn(() => {
    isBusy.current = false;
    setPhase('idle');
  });

  function remember(attempt: Attempt | null): void {
    pending.current = attempt;
    if (attempt === null) tab.forget(attemptKey);
    else tab.writeJson(attemptKey, toStored(attempt));
  }

  async function sendOnce<Answer>({ payload, send, describe, onAccepted }: Sending<Answer>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase('sending');
    clearToast();
    pending.current ??= fromStored(tab.readJson(attemptKey));
    const attempt = attemptFor(pending.current, payload, () => crypto.randomUUID());
    remember(attempt);
    try {
      const answer = await send(attempt.key);
      remember(null);
      setPhase('leaving');
      onAccepted(answer);
    } catch (error) {
      await fail(describe(error), attempt);
      isBusy.current = false;
      setPhase('idle');
    }
  }

  async function fail(failure: Failure, attempt: Attempt): Promise<void> {
    remember(afterOutcome(attempt, failure.outcome));
    if (!failure.isInForm) showToast(failure.toast);
    onRefused(failure);
    // The draft restores the stored fields after the sign-in.
    if (failure.needsSignIn) await signInAgain();
  }

  return { phase, sendOnce };
}
