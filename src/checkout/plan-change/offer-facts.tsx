/**
 * The figures of an offer and what they mean. When they change while shown, the amount takes focus, so that screen
 * readers read it.
 */
import { useEffect, useRef } from 'react';
import { OrderFacts } from '#checkout/payment/order-section.tsx';
import type { UpgradeOffer, UpgradeOffers } from '#domain/api-schemas/plan-change.ts';
import { catalog } from '#lib/catalog.ts';
import { chargeRows, offerLine, offerSentences } from './offer-words.ts';

interface OfferFactsProps {
  readonly offer: UpgradeOffer;
  readonly offers: UpgradeOffers;
  /** Rows before the figures. */
  readonly rows?: readonly (readonly [term: string, value: string])[];
  /** How often the figures have changed since the page was opened. */
  readonly changes: number;
}

export function OfferFacts({ offer, offers, rows = [], changes }: OfferFactsProps) {
  const amount = useRef<HTMLElement>(null);
  useEffect(() => {
    if (changes > 0) amount.current?.focus();
  }, [changes]);
  const { today, later } = chargeRows(offer);
  return (
    <>
      <OrderFacts
        today={today}
        rows={[...rows, later]}
        {...offerSentences(offer, offers, catalog)}
        amountRef={amount}
      />
      <p role="status" className="sr-only">
        {changes > 0 ? `Novos valores: ${offerLine(offer)}` : ''}
      </p>
    </>
  );
}
