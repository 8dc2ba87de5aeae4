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

/** What a customer may choose from `/upgrade`, with what it costs, as the ledger says at this moment. */
const offerKinds = ['compra', 'retomada', 'confianca', 'diferenca', 'ciclo'] as const;

/**
 * One thing that may be bought. `compra`: a new contract, paid today. `retomada`: a cancelled renewal goes on, nothing is
 * paid before `proximaCobranca`. `confianca`: the limits rise at once and the next charge is the higher one.
 * `diferenca`: the rest of the days already paid is paid at the higher price now. `ciclo`: the same plan renews in
 * another cycle.
 */
export const UpgradeOffer = z.object({
  plano: z.enum(planIds),
  ciclo: z.enum(billingCycles),
  tipo: z.enum(offerKinds),
  /** Charged today; 0 where nothing is. */
  hojeCentavos: z.int(),
  /** Of a difference: the days it is for. */
  dias: z.optional(z.int()),
  /** `YYYY-MM-DD` of the next charge; absent where nothing renews after it. */
  proximaCobranca: z.optional(z.string()),
  proximoValorCentavos: z.optional(z.int()),
});
export type UpgradeOffer = z.output<typeof UpgradeOffer>;

/** Why nothing may be bought now, in a sentence for the customer. */
export const UpgradeObstacle = z.object({
  codigo: z.enum(['payment-pending', 'debt-open', 'payment-disputed', 'purchase-held', 'upgrade-open']),
  frase: z.string(),
  /** Where to pay what is due first. */
  paymentUrl: z.optional(z.string()),
});
export type UpgradeObstacle = z.output<typeof UpgradeObstacle>;

/** `GET /api/tenants/{tenant}/upgrade`: what may be bought. What it shows is honoured for an hour. */
export const UpgradeOffers = z.object({
  tenant: z.string(),
  /** The plan in force. */
  plano: z.enum(planIds),
  ciclo: z.enum(billingCycles),
  /** `YYYY-MM-DD`: last day that is paid; absent on the free plan. */
  pagoAte: z.optional(z.string()),
  /** What renews as it is now; absent after a cancellation and on the free plan. */
  renovacao: z.optional(
    z.object({
      plano: z.enum(planIds),
      ciclo: z.enum(billingCycles),
      valorCentavos: z.int(),
      em: z.string(),
    }),
  ),
  /** The card that would be charged; absent where there is none or the processor is silent. */
  cartao: z.optional(z.object({ bandeira: z.string(), final: z.string() })),
  /** A change that waits for its payment. */
  espera: z.optional(
    z.object({
      plano: z.enum(planIds),
      ciclo: z.enum(billingCycles),
      valorCentavos: z.int(),
      paymentUrl: z.optional(z.string()),
    }),
  ),
  impedimento: z.optional(UpgradeObstacle),
  /** Empty while there is an obstacle. Lower plans are never among them. */
  ofertas: z.array(UpgradeOffer),
});
export type UpgradeOffers = z.output<typeof UpgradeOffers>;

export const UpgradeResponse = z.object({
  /** `applied`: the limits are the new ones. `waiting-payment`: they rise when the payment is confirmed. */
  status: z.enum(['applied', 'waiting-payment']),
  plan: z.enum(planIds),
  cycle: z.enum(billingCycles),
  /** What the customer reads. */
  details: z.string(),
  /** The processor's page, where there is something to pay first. */
  paymentUrl: z.optional(z.string()),
  /** Charged now, in centavos: 0 where the new value comes with the next cycle. */
  hojeCentavos: z.optional(z.int()),
});
export type UpgradeResponse = z.output<typeof UpgradeResponse>;
