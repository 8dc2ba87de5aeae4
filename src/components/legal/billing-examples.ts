/**
 * Worked examples of the billing rules, counted with the prices of the catalogue.
 *
 * Owns: which plans and days the examples use. Does not own: the rule, which the contract's own code applies.
 */
import { billingTerms } from '#domain/billing/terms.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';

interface Example {
  readonly from: PlanId;
  readonly to: PlanId;
  readonly cycle: BillingCycle;
  /** Days after today that are paid. */
  readonly days: number;
  /** Days of the stretch that was paid. */
  readonly ofDays: number;
}

function inWords({ from, to, cycle, days, ofDays }: Example) {
  const [sold, wanted] = [catalog.priceCentavos(from, cycle), catalog.priceCentavos(to, cycle)];
  const centavos = Math.floor(((wanted - sold) * days) / ofDays);
  const isWaived = centavos < billingTerms.differenceCentavosMin;
  return {
    ...{ from: catalog.plan(from).name, to: catalog.plan(to).name, days, ofDays, isWaived },
    sold: catalog.formatPrice(sold),
    wanted: catalog.formatPrice(wanted),
    between: catalog.formatPrice(wanted - sold),
    difference: catalog.formatPrice(centavos),
  };
}

/** A yearly customer pays the difference for the rest of the year. */
const paid = inWords({ from: 'essential', to: 'enterprise', cycle: 'yearly', days: 265, ofDays: 365 });
/** Too little is left of the month to be charged. */
const waived = inWords({ from: 'essential', to: 'pro', cycle: 'monthly', days: 2, ofDays: 30 });
if (paid.isWaived || !waived.isWaived)
  throw new Error('Os exemplos das regras de cobrança não mostram mais o que o texto diz: troque os dias.');

export const billingExamples = { paid, waived };
