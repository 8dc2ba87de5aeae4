/**
 * Sign-up: plan, address, payment, terms (requirements 000 §2, §5).
 *
 * Without JavaScript the page says that it needs it: a card is never sent by a plain form. `terms` are those that
 * the page carries.
 */
import type { ReactNode } from 'react';
import { useCheckoutOptions } from '#features/payment/use-checkout-options.ts';
import { Protected } from '#features/session/protected.tsx';
import { PageTerms } from '#features/terms/page-terms.tsx';
import { Toasts } from '#features/toasts/toasts.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import { OwnEnvironment } from './own-environment.tsx';

export function Checkout({ terms = <PageTerms /> }: { terms?: ReactNode }) {
  // Asked while the session is still looked for, so that the form need not change while it is filled in.
  const options = useCheckoutOptions();
  return (
    <>
      <Protected>
        {({ tenant }) =>
          tenant === null ? (
            <CheckoutForm terms={terms} options={options} />
          ) : (
            <OwnEnvironment tenant={tenant} />
          )
        }
      </Protected>
      <Toasts />
    </>
  );
}
