/** The form if the plan can be bought, otherwise the reason. */
import { type ReactNode, useState } from 'react';
import { useKnownPayer } from '#checkout/payment/use-known-payer.ts';
import { offerOf } from '#checkout/upgrade/offer-words.ts';
import { FiguresReading, isAwaited, OffersMissing } from '#checkout/upgrade/purchase-notices.tsx';
import { useOffers } from '#checkout/upgrade/use-offers.ts';
import { isForOwnerOnly, WorksElsewhere } from '#checkout/works-elsewhere.tsx';
import type { CardEntry } from '#domain/api-schemas/checkout.ts';
import type { UpgradeOffer } from '#domain/api-schemas/upgrade.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { NotForSale } from './not-for-sale.tsx';
import { UpgradeForm } from './upgrade-form.tsx';

interface PurchaseProps {
  readonly tenant: string;
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly cardEntry: CardEntry;
  readonly terms: ReactNode;
}

export function Purchase({ tenant, plan, cycle, cardEntry, terms }: PurchaseProps) {
  const target = { plan, cycle };
  const read = useOffers(tenant);
  const { offers } = read;
  const offer = offers === null || isAwaited(offers, target) ? null : offerOf(offers, target);
  // Once open, the form stays with its values, even if the plan is no longer for sale.
  const [shown, setShown] = useState<UpgradeOffer | null>(null);
  if (offer !== null && offer !== shown) setShown(offer);
  const standing = offer ?? shown;
  // A free plan was never paid, so nothing is known of its payer.
  const mayKnow = offers !== null && offers.plano !== 'free' && cardEntry === 'form';
  const payer = useKnownPayer(mayKnow);

  if (isForOwnerOnly(read.error)) return <WorksElsewhere tenant={tenant} wants="plan" />;
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
