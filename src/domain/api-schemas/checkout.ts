/**
 * `POST /api/checkout` (requirements 000 §3, §5, §7) and its form.
 *
 * Owns: one set of field rules for both sides. The form differs only where people type something else than machines
 * send (one expiry field, a checkbox instead of a version). Schemas are built per day because card expiry depends on
 * today.
 */
import * as z from 'zod/mini';
import {
  checkAddressNumber,
  checkCep,
  checkCity,
  checkComplement,
  checkNeighbourhood,
  checkStreet,
  checkUf,
} from '../address/address.ts';
import { checkCardNumber, checkCcv, checkExpiry, checkHolderName, isExpiryValid } from '../card/card.ts';
import { message } from '../messages/checkout.ts';
import { TERMS_VERSION } from '../orders/order.ts';
import { checkPhone } from '../phone/phone.ts';
import { billingCycles, type PlanId, planIds } from '../plans/ids.ts';
import { checkSubdomain } from '../subdomain/subdomain.ts';
import { checkTaxId } from '../tax-id/tax-id.ts';
import { ChallengeToken } from './challenge.ts';
import { ruled } from './field.ts';

export const checkoutEndpoint = '/api/checkout';

/** Where the customer types the card: in our form, or on the processor's page. The operator configures it. */
export const cardEntries = ['form', 'hosted'] as const;
export type CardEntry = (typeof cardEntries)[number];

/** `GET /api/checkout`: what a page must know before it shows the card fields. */
export const CheckoutOptions = z.object({
  cardEntry: z.enum(cardEntries),
  /** Whether a free environment requires the challenge; an older API does not report it. */
  challenge: z._default(z.boolean(), false),
});
export type CheckoutOptions = z.output<typeof CheckoutOptions>;

export type PaidPlanId = Exclude<PlanId, 'free'>;
export const paidPlanIds = planIds.filter((id): id is PaidPlanId => id !== 'free');

export const BillingAddress = z.strictObject({
  cep: ruled(checkCep, message),
  rua: ruled(checkStreet, message),
  numero: ruled(checkAddressNumber, message),
  complemento: z.optional(ruled(checkComplement, message)),
  bairro: ruled(checkNeighbourhood, message),
  cidade: ruled(checkCity, message),
  uf: ruled(checkUf, message),
});
export type BillingAddress = z.output<typeof BillingAddress>;

export const CardHolder = z.strictObject({ cpfCnpj: ruled(checkTaxId, message) });
export type CardHolder = z.output<typeof CardHolder>;

/** The payer when the card is typed on the processor's page; the phone moves here, as there is no card block. */
const HostedCardHolder = z.strictObject({
  cpfCnpj: ruled(checkTaxId, message),
  phone: ruled(checkPhone, message),
});

const cardFields = {
  holderName: ruled(checkHolderName, message),
  number: ruled(checkCardNumber, message),
  ccv: ruled(checkCcv, message),
  phone: ruled(checkPhone, message),
};

/** Checked together below, because either of the two fields may be the wrong one. */
export const expiryMonth = z.string({ error: message('card.expiry') });
export const expiryYear = z.string({ error: message('card.expiry') });

/** The card as sent, with the expiry in two fields. */
export function cardSchema(today: string) {
  return z
    .strictObject({
      ...cardFields,
      expiryMonth,
      expiryYear,
    })
    .check(
      z.refine((card) => isExpiryValid({ month: card.expiryMonth, year: card.expiryYear }, today), {
        error: message('card.expiry'),
        path: ['expiryMonth'],
      }),
    );
}

const sharedFields = {
  subdominio: ruled(checkSubdomain, message),
  ciclo: z.enum(billingCycles, { error: message('cycle.unknown') }),
};

const paidPlan = z.enum(paidPlanIds as [PaidPlanId, ...PaidPlanId[]], { error: message('plan.unknown') });
const freePlan = z.literal('free', { error: message('payment.method') });

const acceptedTerms = { termosVersao: z.string({ error: message('terms.required') }) };
const FreeCheckout = z.strictObject({
  ...sharedFields,
  ...acceptedTerms,
  plano: freePlan,
  pagamento: z.literal('gratuito'),
  desafio: z.optional(ChallengeToken),
});
const paidFields = {
  ...sharedFields,
  ...acceptedTerms,
  plano: paidPlan,
  pagamento: z.literal('cartao'),
  billingAddress: BillingAddress,
};

/**
 * The request body when the card is typed in our form.
 *
 * @param today `YYYY-MM-DD` in America/Sao_Paulo; a card that expired before this month is refused.
 */
export function checkoutRequestSchema(today: string) {
  return z.discriminatedUnion(
    'pagamento',
    [FreeCheckout, z.strictObject({ ...paidFields, cardHolder: CardHolder, card: cardSchema(today) })],
    { error: message('payment.method') },
  );
}

/** The request body when the card is typed on the processor's page. */
export const hostedCheckoutRequestSchema = z.discriminatedUnion(
  'pagamento',
  [FreeCheckout, z.strictObject({ ...paidFields, cardHolder: HostedCardHolder })],
  { error: message('payment.method') },
);

type FormRequestInput = z.input<ReturnType<typeof checkoutRequestSchema>>;
type FormRequest = z.output<ReturnType<typeof checkoutRequestSchema>>;
/** The body as sent, before validation. */
export type CheckoutRequestInput = FormRequestInput | z.input<typeof hostedCheckoutRequestSchema>;
/** The body after validation. */
export type CheckoutRequest = FormRequest | z.output<typeof hostedCheckoutRequestSchema>;
export type PaidCheckoutRequest = Extract<FormRequest, { pagamento: 'cartao' }>;
export type HostedCheckoutRequest = Extract<
  z.output<typeof hostedCheckoutRequestSchema>,
  { pagamento: 'cartao' }
>;

/**
 * True for a body made for the other card entry: the page was loaded before the operator switched. Checked first, so
 * that an unwanted card is refused before any of it is read.
 */
export function isForOtherEntry(body: unknown, cardEntry: CardEntry): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { card, cardHolder } = body as { card?: unknown; cardHolder?: { phone?: unknown } | null };
  if (cardEntry === 'hosted') return card !== undefined;
  return card === undefined && cardHolder?.phone !== undefined;
}

/** The payment fields of a form, as typed. `today` as in `checkoutRequestSchema`. */
export function paymentFormFields(today: string) {
  return {
    billingAddress: BillingAddress,
    cardHolder: CardHolder,
    card: z.object({ ...cardFields, expiry: ruled((typed) => checkExpiry(typed, today), message) }),
  };
}
function withoutEmpty({ complemento, ...address }: BillingAddress): BillingAddress {
  return complemento ? { ...address, complemento } : address;
}

type PaymentForm = z.output<z.ZodMiniObject<ReturnType<typeof paymentFormFields>>>;

/** The three payment blocks of a valid form as sent, without empty values (requirements 000 §3). */
export function toPaymentBlocks({ billingAddress, cardHolder, card: { expiry, ...card } }: PaymentForm) {
  return {
    billingAddress: withoutEmpty(billingAddress),
    cardHolder,
    card: { ...card, expiryMonth: expiry.month, expiryYear: expiry.year },
  };
}

/** The form, field by field as typed. `today` as in `checkoutRequestSchema`. */
export function checkoutFormSchema(today: string) {
  const terms = { termos: z.literal(true, { error: message('terms.required') }) };
  return z.discriminatedUnion(
    'pagamento',
    [
      z.object({ ...sharedFields, ...terms, plano: freePlan, pagamento: z.literal('gratuito') }),
      z.object({
        ...sharedFields,
        ...terms,
        plano: paidPlan,
        pagamento: z.literal('cartao'),
        ...paymentFormFields(today),
      }),
      // The card is typed elsewhere; the phone field stays in the card block of the form.
      z.object({
        ...sharedFields,
        ...terms,
        plano: paidPlan,
        pagamento: z.literal('hospedado'),
        billingAddress: BillingAddress,
        cardHolder: CardHolder,
        card: z.object({ phone: ruled(checkPhone, message) }),
      }),
    ],
    { error: message('payment.method') },
  );
}
/** The form's values while the customer types. */
export type CheckoutDraft = z.input<ReturnType<typeof checkoutFormSchema>>;
/** The form after validation. */
export type CheckoutForm = z.output<ReturnType<typeof checkoutFormSchema>>;

/** Turns a valid form into the request body. `challengeToken` is sent only with a free plan. */
export function toCheckoutRequest(form: CheckoutForm, challengeToken?: string): CheckoutRequestInput {
  const shared = { subdominio: form.subdominio, ciclo: form.ciclo, termosVersao: TERMS_VERSION };
  if (form.pagamento === 'gratuito') {
    const solved = challengeToken === undefined ? {} : { desafio: challengeToken };
    return { ...shared, plano: 'free', pagamento: 'gratuito', ...solved };
  }
  const paid = { ...shared, plano: form.plano, pagamento: 'cartao' } as const;
  if (form.pagamento === 'cartao') return { ...paid, ...toPaymentBlocks(form) };
  return {
    ...paid,
    billingAddress: withoutEmpty(form.billingAddress),
    cardHolder: { ...form.cardHolder, phone: form.card.phone },
  };
}

/** The answer: the environment's address, or where to pay first. */
export const CheckoutResponse = z.object({
  cliente: z.object({ subdominio: z.string() }),
  paymentUrl: z.optional(z.string()),
});
export type CheckoutResponse = z.output<typeof CheckoutResponse>;
