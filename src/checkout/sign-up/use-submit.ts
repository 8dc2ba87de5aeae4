/** Sends the order and opens the next page: progress or payment. */
import { useState } from 'react';
import { type CheckoutForm, type CheckoutOptions, toCheckoutRequest } from '#domain/api-schemas/checkout.ts';
import { message } from '#domain/messages/checkout.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { describeFailure, type Failure } from '#form/failure.ts';
import { useSendOnce } from '#form/use-send-once.ts';
import { ApiError } from '#lib/api.ts';
import { storeChoice } from '#lib/chosen-plan.ts';
import { goTo } from '#lib/navigate.ts';
import { settings } from '#lib/settings.ts';
import { lasting, tab } from '#lib/storage.ts';
import { payloadOf } from './form-values.ts';
import { postCheckout } from './sign-up-api.ts';
import { ChallengeError, useChallenge } from './use-challenge.ts';

const sentences = {
  pending: message('challenge.pending'),
  unavailable: message('error.challenge-unavailable'),
} as const;

/**
 * @param plan The chosen plan; only the free one may need a challenge.
 * @param onRefused Shows the server's errors about single fields.
 */
export function useSubmit(plan: PlanId, options: CheckoutOptions, onRefused: (failure: Failure) => void) {
  // The server may require a challenge that it did not when the page was loaded.
  const [isDemanded, setDemanded] = useState(false);
  const asks = settings.challengeUrl !== '' && (options.challenge || isDemanded);
  const challenge = useChallenge(plan === 'free' && asks);
  const { phase, sendOnce } = useSendOnce('checkoutAttempt', onRefused);

  const submit = (form: CheckoutForm): Promise<void> =>
    sendOnce({
      payload: payloadOf(form),
      send: async (key) => postCheckout(toCheckoutRequest(form, await challenge.take()), key),
      describe: (error) => {
        challenge.renew();
        if (error instanceof ApiError && error.body?.code === 'challenge-failed') setDemanded(true);
        return describeFailure(error, {
          title: message('checkout.failed-title'),
          unexpected:
            error instanceof ChallengeError ? sentences[error.reason] : message('checkout.unexpected'),
          unclear: message('checkout.unknown'),
          declinedAt: 'card.number',
        });
      },
      onAccepted: (answer) => {
        // A customer who returns from the processor's page without paying finds the form as it was.
        if (answer.paymentUrl === undefined) tab.forget('checkoutDraft');
        leave(form, answer.cliente.subdominio, answer.paymentUrl);
      },
    });

  return { phase, submit, challenge };
}

function leave(form: CheckoutForm, subdomain: string, paymentUrl: string | undefined): void {
  storeChoice({ plan: form.plano, cycle: form.ciclo });
  lasting.write('subdominio', subdomain);
  const query = new URLSearchParams({ tenant: subdomain, plan: form.plano, cycle: form.ciclo });
  goTo(paymentUrl ?? `/provisionamento?${query}`);
}
