/** What a signed-in customer sees: the form, or why the address has nothing to pay. */
import { type ReactNode, useEffect, useState } from 'react';
import { useCheckoutOptions } from '#checkout/payment/use-checkout-options.ts';
import { NoTenant } from '#checkout/upgrade/no-tenant.tsx';
import { message } from '#domain/messages/upgrade.ts';
import { DEFAULT_BILLING_CYCLE } from '#domain/plans/ids.ts';
import { Toasts } from '#form/toasts.tsx';
import { readUpgradeAddress, upgradePath } from '#lib/upgrade-address.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import { Purchase } from './purchase.tsx';

interface UpgradeGateProps {
  /** The account's environment, for an address without one. */
  readonly own: string | null;
  readonly terms: ReactNode;
}

export function UpgradeGate({ own, terms }: UpgradeGateProps) {
  return (
    <>
      <PurchaseOrReason own={own} terms={terms} />
      <Toasts />
    </>
  );
}

function PurchaseOrReason({ own, terms }: UpgradeGateProps) {
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
