/**
 * Sign-up: plan, address, payment, terms (requirements 000 §2, §5).
 *
 * Without JavaScript the page says that it needs it, because a card is never sent by a plain form.
 */
import type { ReactNode } from 'react';
import { useCheckoutOptions } from '#features/payment/use-checkout-options.ts';
import { Checking, Protected } from '#features/session/protected.tsx';
import { PageTerms } from '#features/terms/page-terms.tsx';
import { Toasts } from '#features/toasts/toasts.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import { OwnEnvironment } from './own-environment.tsx';
import { OwnOrder } from './own-order.tsx';
import { useOwnOrder } from './use-own-order.ts';

export function Checkout({ terms = <PageTerms /> }: { terms?: ReactNode }) {
  // Read before the session is known, so that the form does not change while it is being filled in.
  const options = useCheckoutOptions();
  return (
    <>
      <Protected>
        {({ tenant }) => (
          <OrderGate tenant={tenant}>
            <CheckoutForm terms={terms} options={options} />
          </OrderGate>
        )}
      </Protected>
      <Toasts />
    </>
  );
}

/** An account has one environment, so the form is only for accounts without an environment or order. */
function OrderGate({ tenant, children }: { tenant: string | null; children: ReactNode }) {
  const order = useOwnOrder();
  if (order === undefined) return <Checking />;
  if (tenant !== null) return <OwnEnvironment tenant={tenant} rest={order?.rest} />;
  // Without a group an ended environment has been removed completely.
  if (order === null || order.rest === 'ended') return children;
  return order.isReady ? (
    <OwnEnvironment tenant={order.tenant} rest={order.rest} />
  ) : (
    <OwnOrder tenant={order.tenant} />
  );
}
