/** What the upgrade pages say about money and time. Pure; prices come from the catalogue. */
import type { Catalog } from '#domain/plans/catalog.ts';
import { perCycle } from '#domain/plans/cycle-words.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import type { UpgradeTarget } from '#features/upgrade/upgrade-address.ts';

/** "R$ 99 por mês". */
export function pricePerPeriod(
  catalog: Pick<Catalog, 'priceCentavos' | 'formatPrice'>,
  { plan, cycle }: UpgradeTarget,
): string {
  return `${catalog.formatPrice(catalog.priceCentavos(plan, cycle))} ${perCycle[cycle]}`;
}

/** When limits rise and money moves; which case holds is the server's to say. */
export const timing = {
  subscription:
    'Os novos limites valem na hora. O novo valor será aplicado no próximo ciclo: hoje nada é cobrado.',
  page: 'Você paga na página da operadora. Os novos limites valem assim que o pagamento for confirmado; até lá, nada muda.',
  card: 'O primeiro período é cobrado agora neste cartão, e os novos limites valem com a confirmação.',
  restart:
    'Para receber os novos limites o ambiente reinicia e fica alguns instantes fora do ar. Monitores e histórico continuam onde estão.',
  again:
    'Você contrata o mesmo plano de novo, e o ambiente continua com tudo o que está lá. Se ainda houver um período pago, a cobrança começa quando ele acabar; senão, o primeiro período é cobrado agora.',
  ifSubscription:
    'Se já houver uma assinatura ativa, os novos limites valem na hora e o novo valor, no próximo ciclo.',
  ifNoneByCard:
    'Se não houver uma assinatura ativa, o primeiro período é cobrado agora neste cartão, e os limites valem com a confirmação.',
  ifNoneByPage:
    'Se não houver uma assinatura ativa, você paga antes na página da operadora, e os limites valem com a confirmação.',
} as const;

export const renewal: Record<BillingCycle, string> = {
  monthly: 'Renova todo mês. Cancele quando quiser: o plano vale até o fim do período pago.',
  yearly: 'Renova todo ano. Cancele quando quiser: o plano vale até o fim do período pago.',
};
