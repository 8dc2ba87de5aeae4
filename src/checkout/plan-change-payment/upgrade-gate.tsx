/** What a signed-in customer sees: the form, or why the address has nothing to pay. */
import { type ReactNode, useEffect, useState } from 'react';
import { PageTerms } from '#checkout/payment/page-terms.tsx';
import { useCheckoutOptions } from '#checkout/payment/use-checkout-options.ts';
import { useKnownPayer } from '#checkout/payment/use-known-payer.ts';
import { NoTenant } from '#checkout/plan-change/no-tenant.tsx';
import { offerOf } from '#checkout/plan-change/offer-words.ts';
import { OtherEnvironment } from '#checkout/plan-change/other-environment.tsx';
import { FiguresReading, isAwaited, OffersMissing } from '#checkout/plan-change/purchase-notices.tsx';
import { useOffers } from '#checkout/plan-change/use-offers.ts';
import type { CardEntry } from '#domain/api-schemas/checkout.ts';
import type { UpgradeOffer } from '#domain/api-schemas/plan-change.ts';
import { message } from '#domain/messages/plan-change.ts';
import { type BillingCycle, DEFAULT_BILLING_CYCLE, type PlanId } from '#domain/plans/ids.ts';
import { keptBy } from '#form/gate/caller.ts';
import { Toasts } from '#form/toasts.tsx';
import { ApiError } from '#lib/api.ts';
import { readUpgradeAddress, upgradePath } from '#lib/upgrade-address.ts';
import type { AuthenticatedSession } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import { NotForSale } from './not-for-sale.tsx';
import { UpgradeForm } from './upgrade-form.tsx';

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
        {message(plan === null ? 'upgrade.no-selection' : 'upgrade.not-higher')}
      </Instead>
    );
  }
  return (
    <Purchase
      own={own}
      tenant={tenant}
      plan={plan}
      cycle={cycle ?? DEFAULT_BILLING_CYCLE}
      cardEntry={cardEntry}
      terms={terms}
    />
  );
}

interface PurchaseProps {
  readonly own: string | null;
  readonly tenant: string;
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly cardEntry: CardEntry;
  readonly terms: ReactNode;
}

/** The form if the plan can be bought, otherwise the reason. */
function Purchase({ own, tenant, plan, cycle, cardEntry, terms }: PurchaseProps) {
  const target = { plan, cycle };
  const read = useOffers(tenant);
  const { offers } = read;
  const offer = offers === null || isAwaited(offers, target) ? null : offerOf(offers, target);
  // Once open, the form stays with its values, even if the plan is no longer for sale.
  const [shown, setShown] = useState<UpgradeOffer | null>(null);
  if (offer !== null && offer !== shown) setShown(offer);
  const standing = offer ?? shown;
  // A free plan was never paid, so nothing is known of its payer.
  const mayKnow = offers !== null && offers.plan !== 'free' && cardEntry === 'form';
  const payer = useKnownPayer(mayKnow);

  const code = read.error instanceof ApiError ? read.error.body?.code : undefined;
  if (code === 'forbidden') return <OtherEnvironment why="foreign" tenant={own} />;
  if (offers === null && code === 'tenant-missing') return <OtherEnvironment why="ended" />;
  if (keptBy(read.error)?.who === 'member') return <OtherEnvironment why="member" tenant={tenant} />;
  if (offers === null) return read.error === null ? <FiguresReading /> : <OffersMissing read={read} />;
  if (mayKnow && !payer.isRead) return <FiguresReading />;
  if (standing === null) {
    return (
      <div className="grid max-w-prose gap-5">
        <NotForSale tenant={tenant} target={target} offers={offers} />
      </div>
    );
  }
  return (
    <UpgradeForm
      tenant={tenant}
      target={target}
      offer={standing}
      offers={offers}
      read={read}
      refusal={offer === null ? <NotForSale tenant={tenant} target={target} offers={offers} /> : null}
      cardEntry={cardEntry}
      known={payer.payment}
      terms={terms}
    />
  );
}
