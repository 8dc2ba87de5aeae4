/**
 * `POST /api/conta/cartao`: replaces the card of the renewals, at any time and without a charge (docs/payments.md).
 *
 * Owns: the bodies of both ways to enter a card. A late charge can be paid with the new card in the same step.
 */
import * as z from 'zod/mini';
import { BillingAddress, CardHolder, cardSchema, paymentFormFields, toPaymentBlocks } from './checkout.ts';

export const cardChangeEndpoint = '/api/conta/cartao';

/**
 * The request body when the card is typed in our form.
 *
 * @param today `YYYY-MM-DD` in America/Sao_Paulo; a card that expired before this month is refused.
 */
export function cardChangeRequestSchema(today: string) {
  return z.strictObject({
    billingAddress: BillingAddress,
    cardHolder: CardHolder,
    card: cardSchema(today),
    /** Pays the late charge with the new card first. If the card is refused, the old one stays. */
    payLate: z.boolean(),
  });
}
export type FormCardChangeRequest = z.output<ReturnType<typeof cardChangeRequestSchema>>;

/** The request body when the card is typed on the processor's page. */
export const HostedCardChangeRequest = z.strictObject({});

export type CardChangeRequest = FormCardChangeRequest | z.output<typeof HostedCardChangeRequest>;
export const isFormCardChange = (request: CardChangeRequest): request is FormCardChangeRequest =>
  'card' in request;

export type CardChangeRequestInput =
  | z.input<ReturnType<typeof cardChangeRequestSchema>>
  | z.input<typeof HostedCardChangeRequest>;

/** The form, field by field as typed. `today` as above. */
export function cardChangeFormSchema(today: string) {
  return z.object({ ...paymentFormFields(today), payLate: z.boolean() });
}
export type CardChangeForm = z.output<ReturnType<typeof cardChangeFormSchema>>;

/** Turns a valid form into the request body. */
export function toCardChangeRequest(form: CardChangeForm): CardChangeRequestInput {
  return { ...toPaymentBlocks(form), payLate: form.payLate };
}

export const CardChangeResponse = z.object({
  /**
   * `changed`: the next charge uses the new card. `page`: the customer types the card on the processor's page,
   * without a charge. `pay`: the customer pays the late charge on its page first, and that card stays for the
   * renewals.
   */
  outcome: z.enum(['changed', 'page', 'pay']),
  card: z.optional(z.object({ brand: z.string(), lastFour: z.string() })),
  /** The amount paid with the new card. */
  paidCentavos: z.optional(z.int()),
  paymentUrl: z.optional(z.string()),
});
export type CardChangeResponse = z.output<typeof CardChangeResponse>;
