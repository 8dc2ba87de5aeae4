/**
 * Describes an offer in money and days: today, later, and what happens to the days already paid. Pure.
 *
 * Owns: the sentences of both upgrade pages. Does not own: the figures, which come from the server
 * (api-schemas/plan-change.ts).
 */

import type { UpgradeOffer, UpgradeOffers } from '#domain/api-schemas/plan-change.ts';
import { formatDay } from '#domain/billing/days.ts';
import { type Catalog, formatPrice } from '#domain/plans/catalog.ts';
import { cycleNames, perCycle } from '#domain/plans/cycle-words.ts';
import type { UpgradeTarget } from '#lib/upgrade-address.ts';

type Plans = Pick<Catalog, 'plan'>;

/** The offer of a plan in a cycle; `null` without one. */
export function offerOf({ offers }: UpgradeOffers, { plan, cycle }: UpgradeTarget): UpgradeOffer | null {
  return offers.find((offer) => offer.plan === plan && offer.cycle === cycle) ?? null;
}

/** An offer for the current plan: `cycle` in the other cycle, `resume` preferably in the same. */
export function offerOfCurrent(offers: UpgradeOffers, kind: 'cycle' | 'resume'): UpgradeOffer | null {
  const found = offers.offers.filter((offer) => offer.kind === kind);
  return found.find(({ cycle }) => (cycle === offers.cycle) === (kind === 'resume')) ?? found[0] ?? null;
}

/** "R$ 99 por mês a partir de 20/12/2026"; `null` when nothing renews. */
export function nextCharge({ cycle, nextChargeOn, amountCentavos }: UpgradeOffer): string | null {
  if (nextChargeOn === undefined || amountCentavos === undefined) return null;
  return `${formatPrice(amountCentavos)} ${perCycle[cycle]} a partir de ${formatDay(nextChargeOn)}`;
}

const daysOf = (count: number): string => (count === 1 ? '1 dia' : `${count} dias`);

/** An offer in one sentence. */
export function offerLine(offer: UpgradeOffer): string {
  const { todayCentavos, days } = offer;
  const then = nextCharge(offer) ?? 'a renovação continua cancelada';
  if (todayCentavos === 0) return `Hoje nada é cobrado; ${then}.`;
  const price = formatPrice(todayCentavos);
  return days === undefined
    ? `${price} hoje; ${then}.`
    : `Diferença de ${price} por ${daysOf(days)}, hoje; ${then}.`;
}

/** The charges of today and later, as terms and values. */
export function chargeRows(offer: UpgradeOffer): { today: [string, string]; later: [string, string] } {
  const { todayCentavos, days } = offer;
  const isDifference = days !== undefined && todayCentavos > 0;
  return {
    today: [
      isDifference ? `Hoje, diferença por ${daysOf(days)}` : 'Hoje',
      todayCentavos === 0 ? 'Nada' : formatPrice(todayCentavos),
    ],
    later: ['Depois', nextCharge(offer) ?? 'Nada: a renovação continua cancelada'],
  };
}

/** Further sentences: limits and renewal always; for another plan, paid days and restart on request. */
export function offerSentences(
  offer: UpgradeOffer,
  { paidThrough, plan }: Pick<UpgradeOffers, 'paidThrough' | 'plan'>,
  plans: Plans,
): { readonly sentences: readonly string[]; readonly more: readonly string[] } {
  const isSamePlan = offer.plan === plan;
  const paid = paidDays(offer, paidThrough, plans);
  const renewal = nextCharge(offer) === null ? [] : [renewalSentence(offer)];
  return {
    sentences: [...(isSamePlan ? paid : []), ...limits(offer, plans), ...renewal],
    more: isSamePlan ? [] : [...paid, restart],
  };
}

function paidDays(offer: UpgradeOffer, paidThrough: string | undefined, plans: Plans): readonly string[] {
  if (paidThrough === undefined || offer.kind === 'purchase') return [];
  const inPlan = offer.kind === 'difference' ? `, já no plano ${plans.plan(offer.plan).name}` : '';
  return [`Os dias já pagos, até ${formatDay(paidThrough)}, continuam valendo${inPlan}.`];
}

function limits({ kind, plan, cycle, todayCentavos, ...offer }: UpgradeOffer, plans: Plans): string[] {
  const { name } = plans.plan(plan);
  switch (kind) {
    case 'purchase':
      return [`O plano ${name} vale assim que o pagamento for confirmado; até lá, nada muda.`];
    case 'difference':
      return todayCentavos > 0
        ? ['Os novos limites valem assim que o pagamento for confirmado; até lá, nada muda.']
        : ['Os novos limites valem na hora. A diferença é pequena demais para ser cobrada.'];
    case 'trust':
      return [
        'Os novos limites valem na hora.',
        `Se você cancelar a renovação ${offer.nextChargeOn === undefined ? 'antes da próxima cobrança' : `antes de ${formatDay(offer.nextChargeOn)}`}, o plano que já está pago volta no mesmo momento.`,
      ];
    case 'resume':
      return [`A renovação volta a valer, e o plano ${name} continua como está.`];
    case 'cycle':
      return [
        `O plano ${name} e os limites continuam como estão: só a cobrança passa a ser ${cycleNames[cycle].toLowerCase()}.`,
      ];
  }
}

const restart =
  'Para receber os novos limites o painel reinicia e fica alguns instantes fora do ar. Monitores e histórico continuam onde estão.';

/** On trust, a cancellation ends the plan at once; the sentence about the limits says so. */
function renewalSentence({ kind, cycle }: UpgradeOffer): string {
  const renews = cycle === 'monthly' ? 'Renova todo mês.' : 'Renova todo ano.';
  if (kind === 'trust') return renews;
  return `${renews} Cancele quando quiser: o plano vale até o fim do período pago.`;
}

/** Label of the submit button: the price of a period, an amount, or that nothing is charged. */
export function confirmLabel(offer: UpgradeOffer): string {
  if (offer.todayCentavos === 0) return 'Confirmar sem cobrança hoje';
  const price = formatPrice(offer.todayCentavos);
  return offer.kind === 'purchase'
    ? `Confirmar por ${price} ${perCycle[offer.cycle]}`
    : `Confirmar por ${price} hoje`;
}
