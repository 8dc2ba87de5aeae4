/** Sends the checkout: once per press, with the right key, and tells what came of it. */
import { useRef, useState } from 'react';
import { type CheckoutForm, toCheckoutRequest } from '#domain/contracts/checkout.ts';
import { postCheckout } from '#lib/api.ts';
import { type Attempt, afterOutcome, attemptFor, fromStored, toStored } from '#lib/idempotency.ts';
import { currentPath, goTo } from '#lib/navigate.ts';
import { login } from '#lib/session.ts';
import { forgetTab, readTab, tabKeys, writeTab } from '#lib/session-storage.ts';
import { storeChoice, storeSubdomain } from '#lib/storage.ts';
import { clearToasts, showToast } from '#ui/toaster.tsx';
import { payloadOf } from './form-values.ts';
import { describeFailure, type Failure } from './submit-outcome.ts';

/** `leaving`: the order stands and the browser is on its way; nothing may be sent any more. */
export type SubmitPhase = 'idle' | 'sending' | 'leaving';

/** @param onRefused Shows what the server said about single fields. */
export function useSubmit(onRefused: (failure: Failure) => void) {
  const [phase, setPhase] = useState<SubmitPhase>('idle');
  // State changes a render later; two presses in one moment must already see it.
  const isBusy = useRef(false);
  const pending = useRef<Attempt | null | undefined>(undefined);

  function remember(attempt: Attempt | null): void {
    pending.current = attempt;
    if (attempt === null) forgetTab(tabKeys.checkoutAttempt);
    else writeTab(tabKeys.checkoutAttempt, toStored(attempt));
  }

  async function submit(form: CheckoutForm): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase('sending');
    clearToasts();
    pending.current ??= fromStored(readTab(tabKeys.checkoutAttempt));
    const attempt = attemptFor(pending.current, payloadOf(form), () => crypto.randomUUID());
    remember(attempt);
    try {
      const answer = await postCheckout(toCheckoutRequest(form), attempt.key);
      remember(null);
      forgetTab(tabKeys.checkoutDraft);
      setPhase('leaving');
      leave(form, answer.cliente.subdominio, answer.paymentUrl);
    } catch (error) {
      await fail(error, attempt, form.pagamento === 'cartao');
      isBusy.current = false;
      setPhase('idle');
    }
  }

  async function fail(error: unknown, attempt: Attempt, isPaid: boolean): Promise<void> {
    const failure = describeFailure(error, isPaid, currentPath());
    remember(afterOutcome(attempt, failure.outcome));
    showToast(failure.toast);
    onRefused(failure);
    if (!failure.needsSignIn) return;
    // The draft brings back what may be kept; the provider brings back this page.
    await login({ redirectTo: currentPath() }).catch(() => undefined);
  }

  return { phase, submit };
}

function leave(form: CheckoutForm, subdomain: string, paymentUrl: string | undefined): void {
  storeChoice({ plan: form.plano, cycle: form.ciclo });
  storeSubdomain(subdomain);
  const query = new URLSearchParams({ tenant: subdomain, plan: form.plano, cycle: form.ciclo });
  goTo(paymentUrl ?? `/provisionamento?${query}`);
}
