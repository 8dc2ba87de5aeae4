/**
 * Hands an environment over to one of its members (product decisions, "Leaving and handing over"): the owner offers it,
 * and the member accepts with a card of their own when something renews.
 */
import * as z from 'zod/mini';
import { message } from '../messages.ts';
import { TERMS_VERSION } from '../order/order.ts';
import { BillingAddress, CardHolder, cardSchema, paymentFormFields, toPaymentBlocks } from './checkout.ts';

const terms = { termosVersao: z.string({ error: message('terms.required') }) };

/** The body when the card is typed in our form. @param today `YYYY-MM-DD` in America/Sao_Paulo. */
export function cardHandoverSchema(today: string) {
  return z.strictObject({
    ...terms,
    billingAddress: BillingAddress,
    cardHolder: CardHolder,
    card: cardSchema(today),
  });
}
export type CardHandover = z.output<ReturnType<typeof cardHandoverSchema>>;

/** The body without a card: nothing renews, or the card is typed on the processor's page. */
export const PlainHandover = z.strictObject(terms);
export type HandoverRequest = CardHandover | z.output<typeof PlainHandover>;
export const isCardHandover = (request: HandoverRequest): request is CardHandover => 'card' in request;
export type HandoverRequestInput =
  | z.input<ReturnType<typeof cardHandoverSchema>>
  | z.input<typeof PlainHandover>;

const termsBox = { termos: z.literal(true, { error: message('terms.required') }) };

/** The form, field by field as typed; `comCartao` when it includes the card. `today` as above. */
export function handoverFormSchema(today: string) {
  return z.discriminatedUnion('comCartao', [
    z.object({ comCartao: z.literal(true), ...paymentFormFields(today), ...termsBox }),
    z.object({ comCartao: z.literal(false), ...termsBox }),
  ]);
}
export type HandoverForm = z.output<ReturnType<typeof handoverFormSchema>>;

/** Turns a valid form into the request body. */
export const toHandoverRequest = (form: HandoverForm): HandoverRequestInput => ({
  ...(form.comCartao ? toPaymentBlocks(form) : {}),
  termosVersao: TERMS_VERSION,
});

export const HandoverResponse = z.object({
  /**
   * `feita`: the environment now belongs to the caller. `pagina`: the caller must type the card on the processor's page
   * first.
   */
  situacao: z.enum(['feita', 'pagina']),
  paymentUrl: z.optional(z.string()),
});
export type HandoverResponse = z.output<typeof HandoverResponse>;
