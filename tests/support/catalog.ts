/** The plan catalogue, for tests outside of the site's build. */
import plansJson from '#content/plans.json' with { type: 'json' };
import { createCatalog, formatPrice } from '#domain/plans/catalog.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';

/** The sold catalogue: pages, routes and charges use its values. */
export const catalog = createCatalog(plansJson);

export const { priceCentavos: centavos } = catalog;

/** The price of one period, as sent to the processor. */
export const reais = (plan: PlanId, cycle: BillingCycle): number => centavos(plan, cycle) / 100;

/** The price of one period as pages show it: "R$ 1.069", with a plain space. */
export const shownPrice = (plan: PlanId, cycle: BillingCycle): string =>
  formatPrice(centavos(plan, cycle)).replaceAll('\u00a0', ' ');

/** The same as a regular expression, for any kind of space: `R\\$\\s1\\.069`. */
export const pricePattern = (plan: PlanId, cycle: BillingCycle): string =>
  shownPrice(plan, cycle).replaceAll(/[$.]/g, '\\$&').replaceAll(' ', '\\s');

/** Fixed prices and limits by plan, so that sums written in tests do not change with the sold prices. */
const samples: Readonly<Record<string, readonly [reais: number, monitors: number]>> = {
  free: [0, 5],
  essential: [49, 30],
  pro: [99, 75],
  enterprise: [299, 150],
};

export const samplePlans = {
  ...plansJson,
  yearlyDiscountPercent: 10,
  plans: plansJson.plans.map((plan) => {
    const [priceMonthlyReais = 0, monitors = 0] = samples[plan.id] ?? [];
    const features = plan.features.map((feature) =>
      feature.replace(/^\d+ monitores$/, `${monitors} monitores`),
    );
    return { ...plan, priceMonthlyReais, features };
  }),
};
export const sampleCatalog = createCatalog(samplePlans);
