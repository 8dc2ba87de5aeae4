/**
 * `POST /api/tenants/{tenant}/upgrade` (requirements 000 §3, §4, §7).
 *
 * Owns: the body of both ways, the direct one and the one with a card. Which way is taken is decided by the server
 * from its own record, never from what was sent.
 */
import * as z from 'zod/mini';
import { message } from '../messages.ts';
import { TERMS_VERSION } from '../order/order.ts';
import { type BillingCycle, billingCycles, type PlanId, planIds } from '../plans/ids.ts';
import { BillingAddress, CardHolder, cardSchema, paymentFormFields, toPaymentBlocks } from './checkout.ts';

export const upgradeEndpoint = '/api/tenants/:tenant/upgrade';

/** Address of the change of plan of one tenant. */
export function upgradePath(tenant: string): string {
  return upgradeEndpoint.replace(':tenant', encodeURIComponent(tenant));
}

/**
 * The request body. The three payment blocks come together or not at all.
 *
 * @param today `YYYY-MM-DD` in America/Sao_Paulo: a card that ended before this month is refused.
 */
export function upgradeRequestSchema(today: string) {
  return z
    .strictObject({
      targetPlan: z.enum(planIds, { error: message('plan.unknown') }),
      targetCycle: z.optional(z.enum(billingCycles, { error: message('cycle.unknown') })),
      /** Version of the terms that the customer ticked; refused when it is not the current one. */
      termosVersao: z.optional(z.string({ error: message('terms.required') })),
      billingAddress: z.optional(BillingAddress),
      cardHolder: z.optional(CardHolder),
      card: z.optional(cardSchema(today)),
    })
    .check(
      z.refine(
        ({ billingAddress, cardHolder, card }) =>
          [billingAddress, cardHolder, card].every((block) => block === undefined) ||
          [billingAddress, cardHolder, card].every((block) => block !== undefined),
        { error: message('payment.method'), path: ['card'] },
      ),
    );
}
/** What goes over the wire, before proof. */
export type UpgradeRequestInput = z.input<ReturnType<typeof upgradeRequestSchema>>;
/** What the Worker works with. */
export type UpgradeRequest = z.output<ReturnType<typeof upgradeRequestSchema>>;

/**
 * The form of a change of plan. `cartao` says whether another card is given or the subscription keeps its own; the
 * direct way keeps what there is.
 *
 * @param today As in `upgradeRequestSchema`.
 */
export function upgradeFormSchema(today: string) {
  const terms = { termos: z.literal(true, { error: message('terms.required') }) };
  return z.discriminatedUnion(
    'cartao',
    [
      z.object({ ...terms, cartao: z.literal('atual') }),
      z.object({ ...terms, cartao: z.literal('novo'), ...paymentFormFields(today) }),
    ],
    { error: message('payment.method') },
  );
}
/** The form after proof. */
export type UpgradeForm = z.output<ReturnType<typeof upgradeFormSchema>>;

/** Turns a proved form and the plan it is about into the request body. */
export function toUpgradeRequest(
  form: UpgradeForm,
  target: { plan: PlanId; cycle: BillingCycle },
): UpgradeRequestInput {
  return {
    targetPlan: target.plan,
    targetCycle: target.cycle,
    termosVersao: TERMS_VERSION,
    ...(form.cartao === 'novo' ? toPaymentBlocks(form) : {}),
  };
}

export const UpgradeResponse = z.object({
  /** `applied`: the limits are the new ones. `waiting-payment`: they rise when the payment is confirmed. */
  status: z.enum(['applied', 'waiting-payment']),
  plan: z.enum(planIds),
  cycle: z.enum(billingCycles),
  /** What the customer reads. */
  details: z.string(),
  /** The processor's page, where there is something to pay first. */
  paymentUrl: z.optional(z.string()),
});
export type UpgradeResponse = z.output<typeof UpgradeResponse>;
