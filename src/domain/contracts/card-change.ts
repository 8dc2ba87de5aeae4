/**
 * `POST /api/conta/cartao`: another card for the renewals, on any day and without a charge (product decisions, "As one
 * pays in Brazil").
 *
 * Owns: the body of both ways to type a card. What is late may be paid with the new card in the same step.
 */
import * as z from 'zod/mini';
import { BillingAddress, CardHolder, cardSchema, paymentFormFields, toPaymentBlocks } from './checkout.ts';

export const cardChangeEndpoint = '/api/conta/cartao';

/**
 * The request body where the card is typed in our form.
 *
 * @param today `YYYY-MM-DD` in America/Sao_Paulo: a card that ended before this month is refused.
 */
export function cardChangeRequestSchema(today: string) {
  return z.strictObject({
    billingAddress: BillingAddress,
    cardHolder: CardHolder,
    card: cardSchema(today),
    /** The charge that is late is paid with the new card first. Refused, it leaves the old card in its place. */
    pagarAtrasada: z.boolean(),
  });
}
export type FormCardChangeRequest = z.output<ReturnType<typeof cardChangeRequestSchema>>;

/** The request body where the card is typed on the processor's page. */
export const HostedCardChangeRequest = z.strictObject({});

export type CardChangeRequest = FormCardChangeRequest | z.output<typeof HostedCardChangeRequest>;
/** True for a body with a card. */
export const isFormCardChange = (request: CardChangeRequest): request is FormCardChangeRequest =>
  'card' in request;

export type CardChangeRequestInput =
  | z.input<ReturnType<typeof cardChangeRequestSchema>>
  | z.input<typeof HostedCardChangeRequest>;

/** The form, field by field as typed. `today` as above. */
export function cardChangeFormSchema(today: string) {
  return z.object({ ...paymentFormFields(today), pagarAtrasada: z.boolean() });
}
export type CardChangeForm = z.output<ReturnType<typeof cardChangeFormSchema>>;

/** Turns a proved form into the request body. */
export function toCardChangeRequest(form: CardChangeForm): CardChangeRequestInput {
  return { ...toPaymentBlocks(form), pagarAtrasada: form.pagarAtrasada };
}

export const CardChangeResponse = z.object({
  /**
   * `trocado`: the next charge uses the new card. `pagina`: the card is typed on the processor's page, where nothing is
   * charged. `pagar`: what is late is paid on its page first, and the card stays for the renewals.
   */
  situacao: z.enum(['trocado', 'pagina', 'pagar']),
  cartao: z.optional(z.object({ bandeira: z.string(), final: z.string() })),
  /** What was paid with the new card. */
  pagoCentavos: z.optional(z.int()),
  paymentUrl: z.optional(z.string()),
});
export type CardChangeResponse = z.output<typeof CardChangeResponse>;
