/** Sends an attempt to buy: once per press, with the right Idempotency-Key, and tells what came of it. */
import { useEffect, useRef, useState } from 'react';
import {
  type Attempt,
  afterOutcome,
  attemptFor,
  fromStored,
  type Payload,
  toStored,
} from '#domain/idempotency/attempt.ts';
import { signInAgain } from '#features/session/expired.ts';
import type { Failure } from '#features/submit/failure.ts';
import { forgetTab, readTab, type TabKey, writeTab } from '#lib/session-storage.ts';
import { clearToast, showToast } from '#stores/toast.ts';

/** `leaving`: it was accepted and the browser is on its way; nothing may be sent any more. */
export type SendPhase = 'idle' | 'sending' | 'leaving';

export interface Sending<Answer> {
  readonly payload: Payload;
  /** @throws ApiError */
  send(idempotencyKey: string): Promise<Answer>;
  describe(error: unknown): Failure;
  onAccepted(answer: Answer): void;
}

/**
 * @param attemptKey Where the tab keeps the attempt while its outcome is unknown.
 * @param onRefused Shows what the server said about single fields.
 */
export function useSendOnce(attemptKey: TabKey, onRefused: (failure: Failure) => void) {
  const [phase, setPhase] = useState<SendPhase>('idle');
  // State changes a render later; two presses in one moment must already see it.
  const isBusy = useRef(false);
  const pending = useRef<Attempt | null | undefined>(undefined);

  // Back from the page that was left for, the browser may show this one as it was: ready to send again.
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      isBusy.current = false;
      setPhase('idle');
    };
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  function remember(attempt: Attempt | null): void {
    pending.current = attempt;
    if (attempt === null) forgetTab(attemptKey);
    else writeTab(attemptKey, toStored(attempt));
  }

  async function sendOnce<Answer>({ payload, send, describe, onAccepted }: Sending<Answer>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase('sending');
    clearToast();
    pending.current ??= fromStored(readTab(attemptKey));
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
    showToast(failure.toast);
    onRefused(failure);
    // The draft brings back what may be kept; the provider brings back this page.
    if (failure.needsSignIn) await signInAgain();
  }

  return { phase, sendOnce };
}
