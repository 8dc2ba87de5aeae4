/** Sentences about prices for the order, the button and its note. Pure; prices come from the catalogue. */

import { checkRows } from '#checkout/payment/check-rows.ts';
import type { OrderFactsProps } from '#checkout/payment/order-section.tsx';
import { businessDay, formatDay, renewalDay } from '#domain/billing/days.ts';
import { message } from '#domain/messages/checkout.ts';
import { withdrawalSentence } from '#domain/orders/essentials.ts';
import type { Catalog } from '#domain/plans/catalog.ts';
import { cycleNames, perCycle } from '#domain/plans/cycle-words.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';

export interface PriceSentences extends Pick<OrderFactsProps, 'today' | 'rows' | 'sentences'> {
  readonly button: string;
  /** What follows the press: when it renews, and what is made. */
  readonly renewal: string;
  readonly created: string;
}

export function priceSentences(
  catalog: Pick<Catalog, 'plan' | 'priceCentavos' | 'formatPrice'>,
  { plan, cycle, isHosted }: { plan: PlanId; cycle: BillingCycle; isHosted: boolean },
  now: number,
): PriceSentences {
  const { name, limits } = catalog.plan(plan);
  const price = catalog.formatPrice(catalog.priceCentavos(plan, cycle));
  if (plan === 'free') {
    return {
      button: 'Criar meu painel grátis',
      today: ['Hoje', price],
      rows: [['Plano', name], ...checkRows(limits), ['Depois', 'Nada']],
      sentences: [],
      created: 'Criamos o seu painel em poucos minutos.',
      renewal: message('checkout.nothing-to-pay'),
    };
  }
  const day = formatDay(renewalDay(businessDay(now), cycle));
  return {
    button: `Pagar ${price} ${isHosted ? 'na operadora' : perCycle[cycle]}`,
    today: ['Hoje', price],
    rows: [
      ['Plano', `${name}, ${cycleNames[cycle].toLowerCase()}`],
      ...checkRows(limits),
      ['Depois', `${price} ${perCycle[cycle]} a partir de ${day}`],
    ],
    sentences: [
      ...(isHosted ? ['Você paga na página da operadora e volta para cá.'] : []),
      withdrawalSentence,
    ],
    created: 'Assim que o pagamento for confirmado, criamos o seu painel, em poucos minutos.',
    renewal: `Renova em ${day} por ${price}. Cancele quando quiser.`,
  };
}
