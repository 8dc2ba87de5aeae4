/** Values of the handover form and the payload of an attempt. Pure. Nothing is stored. */
import { type HandoverForm, handoverFormSchema } from '#domain/contracts/handover.ts';
import type { Payload } from '#domain/idempotency/attempt.ts';
import { message } from '#domain/messages.ts';
import { TERMS_VERSION } from '#domain/order/order.ts';
import { type Refusals, type Review, reviewValues } from '#features/form/problems.ts';
import { emptyPayment, type PaymentValues, paymentLabels } from '#features/payment/payment-values.ts';

export interface HandoverValues extends PaymentValues {
  comCartao: boolean;
  termos: boolean;
}

export const openingValues = (comCartao: boolean): HandoverValues => ({
  ...emptyPayment,
  comCartao,
  termos: false,
});

const labels: Readonly<Record<string, string>> = { ...paymentLabels, termos: message('form.terms-title') };

/** @param today `YYYY-MM-DD` in São Paulo. */
export function reviewHandover(
  values: HandoverValues,
  refusals: Refusals,
  today: string,
): Review<HandoverForm> {
  return reviewValues({
    values,
    read: handoverFormSchema(today).safeParse(values),
    refusals,
    labels,
    isAsked: (path) => values.comCartao || !path.includes('.'),
  });
}

/** The two parts that an Idempotency-Key is tied to; only the first may be stored. */
export function payloadOf(form: HandoverForm): Payload {
  if (!form.comCartao) return { fingerprint: JSON.stringify(['handover', TERMS_VERSION]), secret: '' };
  return {
    fingerprint: JSON.stringify(['handover', TERMS_VERSION, form.billingAddress]),
    secret: JSON.stringify([form.cardHolder, form.card]),
  };
}
