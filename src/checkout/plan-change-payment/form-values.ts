/**
 * Values of the paid upgrade's form: initial values, and what may be stored. Pure.
 *
 * Does not own: the rules of the fields (domain/api-schemas/plan-change.ts).
 */

import * as z from 'zod/mini';
import { brandSentences } from '#checkout/payment/card-brand.ts';
import {
  AddressDraft,
  emptyPayment,
  isAddressAsked,
  type PaymentValues,
  paymentLabels,
} from '#checkout/payment/payment-values.ts';
import type { KnownPayment } from '#checkout/payment/use-known-payer.ts';
import type { CardEntry } from '#domain/api-schemas/checkout.ts';
import { type UpgradeForm, type UpgradeOffer, upgradeFormSchema } from '#domain/api-schemas/plan-change.ts';
import { message } from '#domain/messages/shared.ts';
import { type Refusals, type Review, reviewValues } from '#form/review.ts';

const CardChoice = z.enum(['novo', 'atual']);
/** A new card, the subscription's card, or the processor's page. */
export type CardChoice = z.output<typeof CardChoice>;

/** The possible choices of a card, the default first. */
export function cardChoices(
  { kind, todayCentavos }: UpgradeOffer,
  isCardKnown: boolean,
  cardEntry: CardEntry,
): readonly [CardChoice, ...CardChoice[]] {
  if (cardEntry === 'hosted') return ['atual'];
  if (isCardKnown) return ['atual', 'novo'];
  if (kind === 'resume') return ['novo'];
  return todayCentavos > 0 ? ['novo', 'atual'] : ['atual', 'novo'];
}

export interface UpgradeValues extends PaymentValues {
  cartao: CardChoice;
  termos: boolean;
}

/** The draft stored in the tab: no card, CVV, CPF/CNPJ, holder or phone. */
const UpgradeDraft = z.object({
  tenant: z.string(),
  cartao: z.optional(CardChoice),
  termos: z.catch(z.boolean(), false),
  billingAddress: AddressDraft,
});

/**
 * Initial values; ignores a draft of another environment.
 *
 * @param choices The possible choices of a card, the default first.
 * @param known What the processor knows of the payer; an address typed before wins.
 */
export function openingValues(
  tenant: string,
  draft: unknown,
  choices: readonly [CardChoice, ...CardChoice[]],
  known: KnownPayment,
): UpgradeValues {
  const read = UpgradeDraft.safeParse(draft).data;
  const kept = read?.tenant === tenant ? read : undefined;
  const address = kept?.billingAddress ?? emptyPayment.billingAddress;
  const isTyped = Object.values(address).some((value) => value !== '');
  return {
    ...emptyPayment,
    ...known,
    cartao: choices.find((choice) => choice === kept?.cartao) ?? choices[0],
    termos: kept?.termos ?? false,
    billingAddress: isTyped || known === null ? address : known.billingAddress,
  };
}

export const toDraft = (tenant: string, values: UpgradeValues) => UpgradeDraft.parse({ ...values, tenant });

/** Labels of the fields in page order. */
const labels: Readonly<Record<string, string>> = {
  cartao: message('form.payment-title'),
  ...paymentLabels,
  termos: message('form.terms-title'),
};

/** @param today `YYYY-MM-DD` in São Paulo. */
export function reviewUpgrade(values: UpgradeValues, refusals: Refusals, today: string): Review<UpgradeForm> {
  return reviewValues({
    values,
    read: upgradeFormSchema(today).safeParse(values),
    refusals,
    others: brandSentences(values),
    labels,
    isAsked: (path) => (values.cartao === 'novo' || !path.includes('.')) && isAddressAsked(values, path),
  });
}
