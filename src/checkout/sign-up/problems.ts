/** Validates the checkout form: contract, field order, and which fields are shown when. */

import { brandSentences } from '#checkout/payment/card-brand.ts';
import { paymentLabels } from '#checkout/payment/payment-values.ts';
import { type CheckoutForm, checkoutFormSchema } from '#domain/api-schemas/checkout.ts';
import { message } from '#domain/messages/shared.ts';
import { type Refusals, type Review, reviewValues } from '#form/review.ts';
import type { CheckoutValues } from './form-values.ts';

const labels: Readonly<Record<string, string>> = {
  plano: 'Plano',
  ciclo: 'Cobrança',
  subdominio: 'Subdomínio',
  pagamento: message('form.payment-title'),
  ...paymentLabels,
  termos: message('form.terms-title'),
};

/** @param today `YYYY-MM-DD` in São Paulo. */
export function reviewForm(values: CheckoutValues, refusals: Refusals, today: string): Review<CheckoutForm> {
  return reviewValues({
    values,
    read: checkoutFormSchema(today).safeParse(values),
    refusals,
    others: brandSentences(values),
    labels,
    isAsked: (path) => isAsked(values.pagamento, path),
  });
}

/** Ignores fields that are not shown: payment with the free plan, card with the processor's page. */
function isAsked(payment: CheckoutValues['pagamento'], path: string): boolean {
  if (payment === 'gratuito') return !path.includes('.');
  return payment === 'cartao' || path === 'card.phone' || !path.startsWith('card.');
}
