/** What a signed-in customer sees: the form, or where the account's environment or order is. */
import { type ReactNode, useEffect, useState } from 'react';
import { PageTerms } from '#checkout/payment/page-terms.tsx';
import { useCheckoutOptions } from '#checkout/payment/use-checkout-options.ts';
import { Gate } from '#form/gate/gate.tsx';
import { OpenInvitations, useOpenInvitations } from '#form/gate/open-invitations.tsx';
import { Toasts } from '#form/toasts.tsx';
import { takeFirstAddress } from '#lib/first-address.ts';
import { renameAddress } from '#lib/navigate.ts';
import { Checking } from '#session/protected.tsx';
import type { AuthenticatedSession } from '#session/session.ts';
import { CheckoutForm, loadPayment } from './checkout-form.tsx';
import { OwnOrder } from './own-order.tsx';
import { opensPaid } from './use-checkout-form.ts';
import { useOwnOrder } from './use-own-order.ts';

interface OrderGateProps {
  readonly session: AuthenticatedSession;
  readonly terms?: ReactNode;
}

export function OrderGate({ session, terms = <PageTerms /> }: OrderGateProps) {
  // Asked together with the order, so that the form does not change while it is filled in.
  const options = useCheckoutOptions();
  // Before the form reads the tab.
  const [search] = useState(() => takeFirstAddress(window.location.search));
  useEffect(() => {
    if (search !== window.location.search) renameAddress(`${window.location.pathname}${search}`);
  }, [search]);
  useEffect(() => {
    // Together with them, so that the fields are there with the form; a failure is the form's to show.
    if (opensPaid()) loadPayment().catch(() => {});
  }, []);
  return (
    <>
      <OrderOrForm tenant={session.tenant}>
        <CheckoutForm account={session} terms={terms} options={options} />
      </OrderOrForm>
      <Toasts />
    </>
  );
}

/** An account has one environment, so the form is only for accounts without an environment or order. */
function OrderOrForm({ tenant, children }: { tenant: string | null; children: ReactNode }) {
  const order = useOwnOrder();
  const invitations = useOpenInvitations();
  if (order === undefined || invitations === undefined) return <Checking />;
  // The owner of an environment has its order, so without one it is another's.
  const elsewhere = order === 'none' ? tenant : order !== null && 'worksIn' in order ? order.worksIn : null;
  if (elsewhere !== null) return <Gate kept={{ who: 'member', tenant: elsewhere }} sells />;
  if (order === 'none' || (order !== null && 'worksIn' in order))
    return (
      <div className="grid gap-8">
        <OpenInvitations open={invitations} />
        {children}
      </div>
    );
  if (tenant !== null) return <OwnOrder tenant={tenant} isReady rest={order?.rest} />;
  // The account has no group any more: the ended environment was removed completely.
  if (order === null || order.rest === 'ended') return children;
  return <OwnOrder {...order} />;
}
