/**
 * The figures of an offer and what they mean. Where they changed while somebody looked at them, the amount takes focus
 * and is read out.
 */
import { useEffect, useRef } from 'react';
import type { UpgradeOffer, UpgradeOffers } from '#domain/contracts/upgrade.ts';
import { chargeRows, offerLine, offerSentences } from '#features/upgrade/offer-words.ts';
import { catalog } from '#lib/catalog.ts';
import { FactList } from '#ui/fact-list.tsx';

interface OfferFactsProps {
  readonly offer: UpgradeOffer;
  readonly offers: UpgradeOffers;
  /** Rows before the figures. */
  readonly rows?: readonly (readonly [term: string, value: string])[];
  /** How often other figures came than those that were on the page. */
  readonly changes: number;
}

export function OfferFacts({ offer, offers, rows = [], changes }: OfferFactsProps) {
  const amount = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (changes > 0) amount.current?.focus();
  }, [changes]);
  const { today, later } = chargeRows(offer);
  return (
    <>
      <FactList
        rows={[
          ...rows,
          [
            today[0],
            <span key="hoje" ref={amount} tabIndex={-1}>
              {today[1]}
            </span>,
          ],
          later,
        ]}
      />
      <p role="status" className="sr-only">
        {changes > 0 ? `Novos valores: ${offerLine(offer)}` : ''}
      </p>
      <div className="grid gap-2 text-[0.9375rem] leading-6 text-ink-soft">
        {offerSentences(offer, offers, catalog).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </>
  );
}
