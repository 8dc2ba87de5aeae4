/**
 * What the form of a paid upgrade holds, how it opens, and what of it may be remembered. Pure.
 *
 * Does not own: the rules of the fields (domain/contracts/upgrade.ts).
 */
import type { CardEntry } from '#domain/contracts/checkout.ts';
import { type UpgradeForm, type UpgradeOffer, upgradeFormSchema } from '#domain/contracts/upgrade.ts';
import type { Payload } from '#domain/idempotency/attempt.ts';
import { message } from '#domain/messages.ts';
import { TERMS_VERSION } from '#domain/order/order.ts';
import { type Refusals, type Review, reviewValues } from '#features/form/problems.ts';
import {
  emptyPayment,
  type PaymentValues,
  paymentLabels,
  readAddressDraft,
} from '#features/payment/payment-values.ts';
import type { UpgradeTarget } from '#features/upgrade/upgrade-address.ts';

/** Another card for the subscription, or the one it has; without one, the page of the processor. */
export type CardChoice = 'novo' | 'atual';

/** Which cards may pay, the one to open with first: nothing is asked for that is known. */
export function cardChoices(
  { tipo, hojeCentavos }: UpgradeOffer,
  isCardKnown: boolean,
  cardEntry: CardEntry,
): readonly [CardChoice, ...CardChoice[]] {
  if (cardEntry === 'hosted') return ['atual'];
  if (isCardKnown) return ['atual', 'novo'];
  if (tipo === 'retomada') return ['novo'];
  return hojeCentavos > 0 ? ['novo', 'atual'] : ['atual', 'novo'];
}

export interface UpgradeValues extends PaymentValues {
  cartao: CardChoice;
  termos: boolean;
}

/** What the tab remembers: no card, CVV, CPF/CNPJ, holder or phone. */
export interface UpgradeDraft {
  readonly tenant: string;
  readonly cartao: CardChoice;
  readonly termos: boolean;
  readonly billingAddress: UpgradeValues['billingAddress'];
}

/**
 * The values a form opens with; a draft of another environment is none of it.
 *
 * @param choices The cards that may pay, the one to open with first.
 */
export function openingValues(
  tenant: string,
  draft: unknown,
  choices: readonly [CardChoice, ...CardChoice[]],
): UpgradeValues {
  const kept = (typeof draft === 'object' && draft !== null ? draft : {}) as Record<string, unknown>;
  const isOfThis = kept['tenant'] === tenant;
  return {
    ...emptyPayment,
    cartao: (isOfThis && choices.find((choice) => choice === kept['cartao'])) || choices[0],
    termos: isOfThis && kept['termos'] === true,
    billingAddress: readAddressDraft(isOfThis ? kept['billingAddress'] : null),
  };
}

export function toDraft(tenant: string, values: UpgradeValues): UpgradeDraft {
  const { cartao, termos, billingAddress } = values;
  return { tenant, cartao, termos, billingAddress };
}

/** The two halves an Idempotency-Key is tied to; only the first may be written down. */
export function payloadOf(form: UpgradeForm, tenant: string, target: UpgradeTarget): Payload {
  const shared = [tenant, target.plan, target.cycle, TERMS_VERSION];
  if (form.cartao === 'atual') return { fingerprint: JSON.stringify(shared), secret: '' };
  return {
    fingerprint: JSON.stringify([...shared, form.billingAddress]),
    secret: JSON.stringify([form.cardHolder, form.card]),
  };
}

/** Names of the fields in the order of the page. */
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
    labels,
    isAsked: (path) => values.cartao === 'novo' || !path.includes('.'),
  });
}
