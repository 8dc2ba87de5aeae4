/** Sends the checkout, and leads on to where the environment is made or paid for. */
import { type CheckoutForm, toCheckoutRequest } from '#domain/contracts/checkout.ts';
import { message } from '#domain/messages.ts';
import { describeFailure, type Failure } from '#features/submit/failure.ts';
import { useSendOnce } from '#features/submit/use-send-once.ts';
import { postCheckout } from '#lib/api.ts';
import { currentPath, goTo } from '#lib/navigate.ts';
import { forgetTab, tabKeys } from '#lib/session-storage.ts';
import { storeChoice, storeSubdomain } from '#lib/storage.ts';
import { payloadOf } from './form-values.ts';

/** @param onRefused Shows what the server said about single fields. */
export function useSubmit(onRefused: (failure: Failure) => void) {
  const { phase, sendOnce } = useSendOnce(tabKeys.checkoutAttempt, onRefused);

  const submit = (form: CheckoutForm): Promise<void> =>
    sendOnce({
      payload: payloadOf(form),
      send: (key) => postCheckout(toCheckoutRequest(form), key),
      describe: (error) =>
        describeFailure(error, {
          title: message('checkout.failed-title'),
          unexpected: message('checkout.unexpected'),
          unclear: message('checkout.unknown'),
          declinedAt: 'card.number',
          here: currentPath(),
        }),
      onAccepted: (answer) => {
        // Whoever comes back from the processor's page without having paid finds the form as it was.
        if (answer.paymentUrl === undefined) forgetTab(tabKeys.checkoutDraft);
        leave(form, answer.cliente.subdominio, answer.paymentUrl);
      },
    });

  return { phase, submit };
}

function leave(form: CheckoutForm, subdomain: string, paymentUrl: string | undefined): void {
  storeChoice({ plan: form.plano, cycle: form.ciclo });
  storeSubdomain(subdomain);
  const query = new URLSearchParams({ tenant: subdomain, plan: form.plano, cycle: form.ciclo });
  goTo(paymentUrl ?? `/provisionamento?${query}`);
}
