/** Upgrade offers, in the format of the API. */
import type { UpgradeOffer, UpgradeOffers } from '#domain/api-schemas/plan-change.ts';
import { type BillingCycle, billingCycles, type PlanId, planIds } from '#domain/plans/ids.ts';
import { catalog } from './catalog.ts';

const NEXT = '2099-12-20';
const PAID_THROUGH = '2099-12-19';

/** A charge of `plano` in `ciclo` on the next due day, nothing today. */
export function later(plan: PlanId, cycle: BillingCycle, kind: UpgradeOffer['kind']): UpgradeOffer {
  const amountCentavos = catalog.priceCentavos(plan, cycle);
  return { plan, cycle, kind, todayCentavos: 0, nextChargeOn: NEXT, amountCentavos };
}

/** A higher plan for the already paid days. */
export function difference(plano: PlanId, todayCentavos: number, days: number): UpgradeOffer {
  return { ...later(plano, 'yearly', 'difference'), todayCentavos, days };
}

/** A new contract, paid today. */
export const bought = (plano: PlanId, ciclo: BillingCycle): UpgradeOffer => ({
  ...later(plano, ciclo, 'purchase'),
  todayCentavos: catalog.priceCentavos(plano, ciclo),
});

/** Every higher plan in both cycles. */
function higher(plan: PlanId, of: (plano: PlanId, ciclo: BillingCycle) => UpgradeOffer): UpgradeOffer[] {
  const plans = planIds.slice(planIds.indexOf(plan) + 1);
  return plans.flatMap((plano) => billingCycles.map((ciclo) => of(plano, ciclo)));
}

/** Offers of a free tenant, which pays the first period today. */
export const freeOffers: UpgradeOffers = {
  ...{ tenant: 'padaria', plan: 'free', cycle: 'monthly' },
  offers: higher('free', bought),
};

/** Offers of a monthly tenant with a stored card: higher plans on trust, the same one yearly. */
export function monthlyOffers(plan: PlanId, more: Partial<UpgradeOffers> = {}): UpgradeOffers {
  return {
    ...{ tenant: 'padaria', plan, cycle: 'monthly', paidThrough: PAID_THROUGH },
    renewal: {
      ...{ plan, cycle: 'monthly', dueOn: NEXT },
      amountCentavos: catalog.priceCentavos(plan, 'monthly'),
    },
    card: { brand: 'VISA', lastFour: '1111' },
    offers: [...higher(plan, (each, ciclo) => later(each, ciclo, 'trust')), later(plan, 'yearly', 'cycle')],
    ...more,
  };
}

/** Offers of a yearly tenant with a stored card: higher plans for a difference of R$ 233,40. */
export function yearlyOffers(plan: PlanId, more: Partial<UpgradeOffers> = {}): UpgradeOffers {
  const offers = monthlyOffers(plan);
  return {
    ...{ ...offers, cycle: 'yearly' },
    renewal: {
      ...{ plan, cycle: 'yearly', dueOn: NEXT },
      amountCentavos: catalog.priceCentavos(plan, 'yearly'),
    },
    offers: higher(plan, (each, cycle) => ({ ...difference(each, 23_340, 158), cycle })),
    ...more,
  };
}

/** Offers of a tenant with a cancelled renewal, which can be resumed. */
export function cancelledOffers(plano: PlanId, more: Partial<UpgradeOffers> = {}): UpgradeOffers {
  const { renewal, ...offers } = monthlyOffers(plano);
  return { ...offers, offers: [later(plano, 'monthly', 'resume')], ...more };
}
