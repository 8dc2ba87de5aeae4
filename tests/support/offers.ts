/** Upgrade offers, in the format of the API. */
import type { UpgradeOffer, UpgradeOffers } from '#domain/api-schemas/plan-change.ts';
import { type BillingCycle, billingCycles, type PlanId, planIds } from '#domain/plans/ids.ts';
import { catalog } from './catalog.ts';

const NEXT = '2099-12-20';
const PAID_THROUGH = '2099-12-19';

/** A charge of `plano` in `ciclo` on the next due day, nothing today. */
export function later(plano: PlanId, ciclo: BillingCycle, tipo: UpgradeOffer['tipo']): UpgradeOffer {
  const proximoValorCentavos = catalog.priceCentavos(plano, ciclo);
  return { plano, ciclo, tipo, hojeCentavos: 0, proximaCobranca: NEXT, proximoValorCentavos };
}

/** A higher plan for the already paid days. */
export function difference(plano: PlanId, hojeCentavos: number, dias: number): UpgradeOffer {
  return { ...later(plano, 'yearly', 'diferenca'), hojeCentavos, dias };
}

/** A new contract, paid today. */
export const bought = (plano: PlanId, ciclo: BillingCycle): UpgradeOffer => ({
  ...later(plano, ciclo, 'compra'),
  hojeCentavos: catalog.priceCentavos(plano, ciclo),
});

/** Every higher plan in both cycles. */
function higher(plan: PlanId, of: (plano: PlanId, ciclo: BillingCycle) => UpgradeOffer): UpgradeOffer[] {
  const plans = planIds.slice(planIds.indexOf(plan) + 1);
  return plans.flatMap((plano) => billingCycles.map((ciclo) => of(plano, ciclo)));
}

/** Offers of a free tenant, which pays the first period today. */
export const freeOffers: UpgradeOffers = {
  tenant: 'padaria',
  plano: 'free',
  ciclo: 'monthly',
  ofertas: higher('free', bought),
};

/** Offers of a monthly tenant with a stored card: higher plans on trust, the same one yearly. */
export function monthlyOffers(plano: PlanId, more: Partial<UpgradeOffers> = {}): UpgradeOffers {
  return {
    tenant: 'padaria',
    plano,
    ciclo: 'monthly',
    pagoAte: PAID_THROUGH,
    renovacao: {
      plano,
      ciclo: 'monthly',
      em: NEXT,
      valorCentavos: catalog.priceCentavos(plano, 'monthly'),
    },
    cartao: { bandeira: 'VISA', final: '1111' },
    ofertas: [
      ...higher(plano, (each, ciclo) => later(each, ciclo, 'confianca')),
      later(plano, 'yearly', 'ciclo'),
    ],
    ...more,
  };
}

/** Offers of a yearly tenant with a stored card: higher plans for a difference of R$ 233,40. */
export function yearlyOffers(plano: PlanId, more: Partial<UpgradeOffers> = {}): UpgradeOffers {
  const offers = monthlyOffers(plano);
  return {
    ...offers,
    ciclo: 'yearly',
    renovacao: {
      plano,
      ciclo: 'yearly',
      em: NEXT,
      valorCentavos: catalog.priceCentavos(plano, 'yearly'),
    },
    ofertas: higher(plano, (each, ciclo) => ({ ...difference(each, 23_340, 158), ciclo })),
    ...more,
  };
}

/** Offers of a tenant with a cancelled renewal, which can be resumed. */
export function cancelledOffers(plano: PlanId, more: Partial<UpgradeOffers> = {}): UpgradeOffers {
  const { renovacao, ...offers } = monthlyOffers(plano);
  return { ...offers, ofertas: [later(plano, 'monthly', 'retomada')], ...more };
}
