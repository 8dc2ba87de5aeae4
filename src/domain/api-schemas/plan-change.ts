/**
 * `POST /api/tenants/{tenant}/upgrade` (requirements 000 §3, §4, §7).
 *
 * Owns: the bodies of both ways, direct and with a card. The server picks the way from its own record, never from the
 * body.
 */
import * as z from 'zod/mini';
import { message } from '../messages/checkout.ts';
import { TERMS_VERSION } from '../orders/order.ts';
import { offerKinds } from '../plan-change/upgrade.ts';
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
 * @param today `YYYY-MM-DD` in America/Sao_Paulo; a card that expired before this month is refused.
 */
export function upgradeRequestSchema(today: string) {
  return z
    .strictObject({
      targetPlan: z.enum(planIds, { error: message('plan.unknown') }),
      targetCycle: z.optional(z.enum(billingCycles, { error: message('cycle.unknown') })),
      /** Version of the terms that the customer accepted; refused when it is not the current one. */
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
/** The body as sent, before validation. */
export type UpgradeRequestInput = z.input<ReturnType<typeof upgradeRequestSchema>>;
/** The body after validation. */
export type UpgradeRequest = z.output<ReturnType<typeof upgradeRequestSchema>>;

/**
 * The form of a change of plan. `cartao` says whether the customer enters another card or keeps the subscription's; the
 * direct way has none to choose.
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
/** The form after validation. */
export type UpgradeForm = z.output<ReturnType<typeof upgradeFormSchema>>;

/** Turns a valid form and the chosen plan into the request body. */
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

/** One offer on `/upgrade`; its prices come from the ledger at the time of the request. */
export const UpgradeOffer = z.object({
  plan: z.enum(planIds),
  cycle: z.enum(billingCycles),
  kind: z.enum(offerKinds),
  /** Charged today; 0 when nothing is. */
  todayCentavos: z.int(),
  /** For a difference: the number of days it covers. */
  days: z.optional(z.int()),
  /** `YYYY-MM-DD` of the next charge; absent when nothing renews. */
  nextChargeOn: z.optional(z.string()),
  amountCentavos: z.optional(z.int()),
});
export type UpgradeOffer = z.output<typeof UpgradeOffer>;

/** Why the customer may not buy now, as a sentence. */
export const UpgradeObstacle = z.object({
  code: z.enum(['payment-pending', 'debt-open', 'payment-disputed', 'purchase-held', 'upgrade-open']),
  sentence: z.string(),
  /** Where to pay an open charge first. */
  paymentUrl: z.optional(z.string()),
});
export type UpgradeObstacle = z.output<typeof UpgradeObstacle>;

/** `GET /api/tenants/{tenant}/upgrade`: the offers. Their prices stay valid for an hour. */
export const UpgradeOffers = z.object({
  tenant: z.string(),
  /** The plan in force. */
  plan: z.enum(planIds),
  cycle: z.enum(billingCycles),
  /** `YYYY-MM-DD`: last paid day; absent on the free plan. */
  paidThrough: z.optional(z.string()),
  /** The current renewal; absent after a cancellation and on the free plan. */
  renewal: z.optional(
    z.object({
      plan: z.enum(planIds),
      cycle: z.enum(billingCycles),
      amountCentavos: z.int(),
      dueOn: z.string(),
    }),
  ),
  /** The card that would be charged; absent when there is none or the processor does not answer. */
  card: z.optional(z.object({ brand: z.string(), lastFour: z.string() })),
  /** A new card that pays the renewals and cannot be charged before: the processor shows it with the next charge. */
  newCard: z.optional(z.object({ brand: z.string(), lastFour: z.string() })),
  /** A change that is waiting for its payment. */
  waiting: z.optional(
    z.object({
      plan: z.enum(planIds),
      cycle: z.enum(billingCycles),
      todayCentavos: z.int(),
      paymentUrl: z.optional(z.string()),
    }),
  ),
  obstacle: z.optional(UpgradeObstacle),
  /** Empty while there is an obstacle. Lower plans are never offered. */
  offers: z.array(UpgradeOffer),
});
export type UpgradeOffers = z.output<typeof UpgradeOffers>;

export const UpgradeResponse = z.object({
  /** `applied`: the new limits are in force. `waiting-payment`: they rise once the payment is confirmed. */
  status: z.enum(['applied', 'waiting-payment']),
  plan: z.enum(planIds),
  cycle: z.enum(billingCycles),
  /** Sentence for the customer. */
  details: z.string(),
  /** The processor's page, when something must be paid first. */
  paymentUrl: z.optional(z.string()),
  /** Charged now, in centavos; 0 when the new price starts with the next cycle. */
  hojeCentavos: z.optional(z.int()),
});
export type UpgradeResponse = z.output<typeof UpgradeResponse>;
