/**
 * Values of the checkout form: initial values, and what may be stored.
 *
 * Pure. Owns: initial values from address, draft and storage; which values a tab may store; which fields are asked for
 * when, and in which order. Does not own: the rules of the fields (domain/api-schemas/checkout.ts).
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
import { type CardEntry, type CheckoutForm, checkoutFormSchema } from '#domain/api-schemas/checkout.ts';
import { message } from '#domain/messages/shared.ts';
import { TERMS_VERSION } from '#domain/orders/order.ts';
import { type BillingCycle, choosePlan, type PlanId } from '#domain/plans/ids.ts';
import { normalizeSubdomain, SUBDOMAIN_LENGTH_MAX } from '#domain/subdomain/subdomain.ts';
import type { Payload } from '#form/attempt.ts';
import { type Refusals, type Review, reviewValues } from '#form/review.ts';

export interface CheckoutValues extends PaymentValues {
  /** `hospedado`: the card is typed on the processor's page. */
  pagamento: 'cartao' | 'hospedado' | 'gratuito';
  plano: PlanId;
  ciclo: BillingCycle;
  subdominio: string;
  termos: boolean;
}

/** The draft stored in the tab: no card, CVV, CPF/CNPJ, holder or phone. */
const CheckoutDraft = z.object({
  subdominio: z.string(),
  termos: z.catch(z.boolean(), false),
  billingAddress: AddressDraft,
  /** The address's `tenant` when the draft was written; another one discards the draft. */
  tenantParameter: z.string(),
});

export interface Opening {
  /** `window.location.search`. */
  readonly search: string;
  readonly stored: {
    readonly plan: string | null;
    readonly cycle: string | null;
    readonly subdomain: string | null;
  };
  readonly draft: unknown;
  /** A name for the account's environment. */
  readonly proposed: string;
}

/** Initial values: the plan from the address, typed values from the draft. */
export function openingValues({ search, stored, draft, proposed }: Opening): CheckoutValues {
  const { plan, cycle } = openingPlan({ search, stored });
  const tenantParameter = tenantOf(search);
  const kept = CheckoutDraft.safeParse(draft).data;
  const subdomain =
    kept?.tenantParameter === tenantParameter
      ? kept.subdominio
      : tenantParameter || stored.subdomain || proposed;
  return {
    ...emptyPayment,
    ...planFields(plan, 'form'),
    ciclo: cycle,
    subdominio: keepSubdomain(subdomain),
    termos: kept?.termos ?? false,
    billingAddress: kept?.billingAddress ?? emptyPayment.billingAddress,
  };
}

type Choice = Pick<Opening, 'search' | 'stored'>;

const writtenPlan = (query: URLSearchParams) => query.get('plan') || query.get('plano');

/** The plan and cycle that the page opens with. */
export function openingPlan({ search, stored }: Choice) {
  const query = new URLSearchParams(search);
  return choosePlan({ plan: writtenPlan(query), cycle: query.get('cycle') }, stored);
}

/** Whether a plan was chosen before this page: in its address, or earlier in this browser. */
export const isPlanChosen = ({ search, stored }: Choice): boolean =>
  [writtenPlan(new URLSearchParams(search)), stored.plan].some((plan) => (plan ?? '').trim() !== '');

/**
 * The free plan needs no payment; other plans need a card (requirements 000 §4), typed where the operator configured.
 */
export function planFields(plan: PlanId, cardEntry: CardEntry): Pick<CheckoutValues, 'plano' | 'pagamento'> {
  if (plan === 'free') return { plano: plan, pagamento: 'gratuito' };
  return { plano: plan, pagamento: cardEntry === 'hosted' ? 'hospedado' : 'cartao' };
}

export function keepSubdomain(typed: string): string {
  return normalizeSubdomain(typed).slice(0, SUBDOMAIN_LENGTH_MAX);
}

function tenantOf(search: string): string {
  return new URLSearchParams(search).get('tenant') ?? '';
}

export const toDraft = (values: CheckoutValues, search: string) =>
  CheckoutDraft.parse({ ...values, tenantParameter: tenantOf(search) });

/** The two parts that an Idempotency-Key is tied to; only the first may be stored. */
export function payloadOf(form: CheckoutForm): Payload {
  const shared = [form.plano, form.ciclo, form.subdominio, TERMS_VERSION];
  if (form.pagamento === 'gratuito') return { fingerprint: JSON.stringify(shared), secret: '' };
  return {
    fingerprint: JSON.stringify([...shared, form.billingAddress]),
    secret: JSON.stringify([form.cardHolder, form.card]),
  };
}

/** This page's address with the current choice, to keep it across a reload or sign-in. */
export function addressOf(current: string, choice: { plano: PlanId; ciclo: BillingCycle }): string {
  const [path = '', search = ''] = current.split('?');
  const query = new URLSearchParams(search);
  query.delete('plano');
  query.set('plan', choice.plano);
  query.set('cycle', choice.ciclo);
  return `${path}?${query}`;
}

const labels: Readonly<Record<string, string>> = {
  plano: 'Plano',
  ciclo: 'Cobrança',
  pagamento: message('form.payment-title'),
  ...paymentLabels,
  subdominio: 'Subdomínio',
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
    isAsked: (path) => isAsked(values.pagamento, path) && isAddressAsked(values, path),
  });
}

/** Ignores fields that are not shown: payment with the free plan, card with the processor's page. */
function isAsked(payment: CheckoutValues['pagamento'], path: string): boolean {
  if (payment === 'gratuito') return !path.includes('.');
  return payment === 'cartao' || path === 'card.phone' || !path.startsWith('card.');
}
