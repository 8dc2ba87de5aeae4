/** Values of the card form and the payload of an attempt. Pure. Nothing is stored. */

import { brandSentences } from '#checkout/payment/card-brand.ts';
import {
  emptyPayment,
  isAddressAsked,
  type PaymentValues,
  paymentLabels,
} from '#checkout/payment/payment-values.ts';
import type { KnownPayment } from '#checkout/payment/use-known-payer.ts';
import { type CardChangeForm, cardChangeFormSchema } from '#domain/api-schemas/card-change.ts';
import type { Payload } from '#form/attempt.ts';
import { type Refusals, type Review, reviewValues } from '#form/review.ts';

export interface CardValues extends PaymentValues {
  payLate: boolean;
}

/** By default the new card pays a late charge. */
export const openingValues = (isLate: boolean, known: KnownPayment): CardValues => ({
  ...emptyPayment,
  ...known,
  payLate: isLate,
});

/** @param today `YYYY-MM-DD` in São Paulo. */
export function reviewCard(values: CardValues, refusals: Refusals, today: string): Review<CardChangeForm> {
  return reviewValues({
    values,
    read: cardChangeFormSchema(today).safeParse(values),
    refusals,
    others: brandSentences(values),
    labels: paymentLabels,
    isAsked: (path) => isAddressAsked(values, path),
  });
}

/** The two parts that an Idempotency-Key is tied to; only the first may be stored. */
export function payloadOf({ billingAddress, cardHolder, card, payLate }: CardChangeForm): Payload {
  return {
    fingerprint: JSON.stringify(['card', payLate, billingAddress]),
    secret: JSON.stringify([cardHolder, card]),
  };
}
