/**
 * Examples for the billing rules, computed with the catalogue's prices.
 *
 * Owns: the plans and days of the examples. Does not own: the rule (src/domain/contract).
 */
import { billingTerms } from '#domain/billing/terms.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';

interface Example {
  readonly from: PlanId;
  readonly to: PlanId;
  readonly cycle: BillingCycle;
  /** Paid days after today. */
  readonly days: number;
  /** Length of the paid period in days. */
  readonly ofDays: number;
}

function inWords({ from, to, cycle, days, ofDays }: Example) {
  const [sold, wanted] = [catalog.priceCentavos(from, cycle), catalog.priceCentavos(to, cycle)];
  const centavos = Math.floor(((wanted - sold) * days) / ofDays);
  const isWaived = centavos < billingTerms.differenceCentavosMin;
  return {
    from: catalog.plan(from).name,
    to: catalog.plan(to).name,
    days,
    ofDays,
    isWaived,
    sold: catalog.formatPrice(sold),
    wanted: catalog.formatPrice(wanted),
    between: catalog.formatPrice(wanted - sold),
    difference: catalog.formatPrice(centavos),
  };
}

/** A yearly customer pays the difference for the rest of the year. */
const paid = inWords({ from: 'essential', to: 'enterprise', cycle: 'yearly', days: 265, ofDays: 365 });
/** The rest of the month is too cheap to be charged: the last days for which that is so at today's prices. */
const aDay = (catalog.priceCentavos('pro', 'monthly') - catalog.priceCentavos('essential', 'monthly')) / 30;
const days = Math.max(1, Math.ceil(billingTerms.differenceCentavosMin / aDay) - 1);
const waived = inWords({ from: 'essential', to: 'pro', cycle: 'monthly', days, ofDays: 30 });
if (paid.isWaived || !waived.isWaived)
  throw new Error(
    'Com os preços de content/plans.json, os exemplos das regras de cobrança não mostram mais o que o texto diz. Peça a quem programa outros planos ou dias em src/legal/billing-examples.ts.',
  );

export const billingExamples = { paid, waived };
