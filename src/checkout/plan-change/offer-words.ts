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
export function offerOf({ ofertas }: UpgradeOffers, { plan, cycle }: UpgradeTarget): UpgradeOffer | null {
  return ofertas.find(({ plano, ciclo }) => plano === plan && ciclo === cycle) ?? null;
}

/** An offer for the current plan: `ciclo` in the other cycle, `retomada` preferably in the same. */
export function offerOfCurrent(offers: UpgradeOffers, kind: 'ciclo' | 'retomada'): UpgradeOffer | null {
  const found = offers.ofertas.filter(({ tipo }) => tipo === kind);
  return found.find(({ ciclo }) => (ciclo === offers.ciclo) === (kind === 'retomada')) ?? found[0] ?? null;
}

/** "R$ 99 por mês a partir de 20/12/2026"; `null` when nothing renews. */
export function nextCharge({ ciclo, proximaCobranca, proximoValorCentavos }: UpgradeOffer): string | null {
  if (proximaCobranca === undefined || proximoValorCentavos === undefined) return null;
  return `${formatPrice(proximoValorCentavos)} ${perCycle[ciclo]} a partir de ${formatDay(proximaCobranca)}`;
}

const days = (count: number): string => (count === 1 ? '1 dia' : `${count} dias`);

/** An offer in one sentence. */
export function offerLine(offer: UpgradeOffer): string {
  const { hojeCentavos, dias } = offer;
  const then = nextCharge(offer) ?? 'a renovação continua cancelada';
  if (hojeCentavos === 0) return `Hoje nada é cobrado; ${then}.`;
  const price = formatPrice(hojeCentavos);
  return dias === undefined
    ? `${price} hoje; ${then}.`
    : `Diferença de ${price} por ${days(dias)}, hoje; ${then}.`;
}

/** The charges of today and later, as terms and values. */
export function chargeRows(offer: UpgradeOffer): { today: [string, string]; later: [string, string] } {
  const { hojeCentavos, dias } = offer;
  const isDifference = dias !== undefined && hojeCentavos > 0;
  return {
    today: [
      isDifference ? `Hoje, diferença por ${days(dias)}` : 'Hoje',
      hojeCentavos === 0 ? 'Nada' : formatPrice(hojeCentavos),
    ],
    later: ['Depois', nextCharge(offer) ?? 'Nada: a renovação continua cancelada'],
  };
}

/** Further sentences: limits and renewal always; for another plan, paid days and restart on request. */
export function offerSentences(
  offer: UpgradeOffer,
  { pagoAte, plano }: Pick<UpgradeOffers, 'pagoAte' | 'plano'>,
  plans: Plans,
): { readonly sentences: readonly string[]; readonly more: readonly string[] } {
  const isSamePlan = offer.plano === plano;
  const paid = paidDays(offer, pagoAte, plans);
  const renewal = nextCharge(offer) === null ? [] : [renewalSentence(offer)];
  return {
    sentences: [...(isSamePlan ? paid : []), ...limits(offer, plans), ...renewal],
    more: isSamePlan ? [] : [...paid, restart],
  };
}

function paidDays(offer: UpgradeOffer, pagoAte: string | undefined, plans: Plans): readonly string[] {
  if (pagoAte === undefined || offer.tipo === 'compra') return [];
  const inPlan = offer.tipo === 'diferenca' ? `, já no plano ${plans.plan(offer.plano).name}` : '';
  return [`Os dias já pagos, até ${formatDay(pagoAte)}, continuam valendo${inPlan}.`];
}

function limits({ tipo, plano, ciclo, hojeCentavos, ...offer }: UpgradeOffer, plans: Plans): string[] {
  const { name } = plans.plan(plano);
  switch (tipo) {
    case 'compra':
      return [`O plano ${name} vale assim que o pagamento for confirmado; até lá, nada muda.`];
    case 'diferenca':
      return hojeCentavos > 0
        ? ['Os novos limites valem assim que o pagamento for confirmado; até lá, nada muda.']
        : ['Os novos limites valem na hora. A diferença é pequena demais para ser cobrada.'];
    case 'confianca':
      return [
        'Os novos limites valem na hora.',
        `Se você cancelar a renovação ${offer.proximaCobranca === undefined ? 'antes da próxima cobrança' : `antes de ${formatDay(offer.proximaCobranca)}`}, o plano que já está pago volta no mesmo momento.`,
      ];
    case 'retomada':
      return [`A renovação volta a valer, e o plano ${name} continua como está.`];
    case 'ciclo':
      return [
        `O plano ${name} e os limites continuam como estão: só a cobrança passa a ser ${cycleNames[ciclo].toLowerCase()}.`,
      ];
  }
}

const restart =
  'Para receber os novos limites o ambiente reinicia e fica alguns instantes fora do ar. Monitores e histórico continuam onde estão.';

/** On trust, a cancellation ends the plan at once; the sentence about the limits says so. */
function renewalSentence({ tipo, ciclo }: UpgradeOffer): string {
  const renews = ciclo === 'monthly' ? 'Renova todo mês.' : 'Renova todo ano.';
  if (tipo === 'confianca') return renews;
  return `${renews} Cancele quando quiser: o plano vale até o fim do período pago.`;
}

/** Label of the submit button: the price of a period, an amount, or that nothing is charged. */
export function confirmLabel(offer: UpgradeOffer): string {
  if (offer.hojeCentavos === 0) return 'Confirmar sem cobrança hoje';
  const price = formatPrice(offer.hojeCentavos);
  return offer.tipo === 'compra'
    ? `Confirmar por ${price} ${perCycle[offer.ciclo]}`
    : `Confirmar por ${price} hoje`;
}
