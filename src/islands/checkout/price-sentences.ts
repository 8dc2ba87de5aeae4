/** What the button and the lines beside it say about money. Pure; prices come from the catalogue. */

import { businessDay, formatDay, renewalDay } from '#domain/billing/days.ts';
import type { Catalog } from '#domain/plans/catalog.ts';
import { perCycle } from '#domain/plans/cycle-words.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';

export interface PriceSentences {
  readonly button: string;
  /** "Total hoje" and its amount. */
  readonly total: string;
  readonly renewal: string;
}

export function priceSentences(
  catalog: Pick<Catalog, 'priceCentavos' | 'formatPrice'>,
  choice: { plan: PlanId; cycle: BillingCycle; isHosted: boolean },
  now: number,
): PriceSentences {
  const price = catalog.formatPrice(catalog.priceCentavos(choice.plan, choice.cycle));
  if (choice.plan === 'free') {
    return {
      button: 'Criar meu ambiente grátis',
      total: price,
      renewal: 'Sem cartão e sem prazo para acabar.',
    };
  }
  const day = formatDay(renewalDay(businessDay(now), choice.cycle));
  return {
    button: `Pagar ${price} ${choice.isHosted ? 'na operadora' : perCycle[choice.cycle]}`,
    total: price,
    renewal: `Renova em ${day} por ${price}. Cancele quando quiser: o plano vale até o fim do período pago.`,
  };
}
