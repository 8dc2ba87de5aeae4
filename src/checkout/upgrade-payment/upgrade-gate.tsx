/** What a signed-in customer sees: the form, or why the address has nothing to pay. */
import { type ReactNode, useEffect, useState } from 'react';
import { PageTerms } from '#checkout/payment/page-terms.tsx';
import { useCheckoutOptions } from '#checkout/payment/use-checkout-options.ts';
import { NoTenant } from '#checkout/upgrade/no-tenant.tsx';
import { message } from '#domain/messages/upgrade.ts';
import { DEFAULT_BILLING_CYCLE } from '#domain/plans/ids.ts';
import { Toasts } from '#form/toasts.tsx';
import { readUpgradeAddress, upgradePath } from '#lib/upgrade-address.ts';
import type { AuthenticatedSession } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import { Purchase } from './purchase.tsx';

interface UpgradeGateProps {
  readonly session: AuthenticatedSession;
  readonly terms?: ReactNode;
}

export function UpgradeGate({ session, terms = <PageTerms /> }: UpgradeGateProps) {
  return (
    <>
      <PurchaseOrReason own={session.tenant} terms={terms} />
      <Toasts />
    </>
  );
}

/** @param own The account's environment, for an address without one. */
function PurchaseOrReason({ own, terms }: { own: string | null; terms: ReactNode }) {
  // Asked together with the offers, so that the form does not change while it is being filled in.
  const { cardEntry } = useCheckoutOptions();
  const [{ tenant: named, plan, cycle }] = useState(() => readUpgradeAddress(window.location.search));
  const tenant = named ?? own;
  // After the sign-in the browser restores the scroll position of the page before.
  useEffect(() => {
    // Braces, because newer browsers return a promise, which must not be the effect's clean-up.
    window.scrollTo(0, 0);
  }, []);
  if (tenant === null) return <NoTenant />;
  if (plan === null || plan === 'free') {
    return (
      <Instead tone="error" actions={<Button href={upgradePath(tenant, { cycle })}>Ver os planos</Button>}>
        <p>{message(plan === null ? 'upgrade.no-selection' : 'upgrade.not-higher')}</p>
      </Instead>
    );
  }
  return (
    <Purchase
      tenant={tenant}
      plan={plan}
      cycle={cycle ?? DEFAULT_BILLING_CYCLE}
      cardEntry={cardEntry}
      terms={terms}
    />
  );
}
