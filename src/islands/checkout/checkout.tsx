/**
 * Sign-up: plan, address, payment, terms (requirements 000 §2, §5).
 *
 * Without JavaScript the page says that it needs it: a card is never sent by a plain form. `terms` are those that
 * the page carries.
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
  // Asked while the session is still looked for, so that the form need not change while it is filled in.
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

/** One account, one environment: the form is for those who have none and none on its way. */
function OrderGate({ tenant, children }: { tenant: string | null; children: ReactNode }) {
  const order = useOwnOrder();
  if (order === undefined) return <Checking />;
  if (tenant !== null) return <OwnEnvironment tenant={tenant} rest={order?.rest} />;
  // Without a group nothing of an ended environment is left.
  if (order === null || order.rest === 'ended') return children;
  return order.isReady ? (
    <OwnEnvironment tenant={order.tenant} rest={order.rest} />
  ) : (
    <OwnOrder tenant={order.tenant} />
  );
}
