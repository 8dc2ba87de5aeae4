/** What a plan costs, as the upgrade pages say it. Pure; prices come from the catalogue. */
import type { Catalog } from '#domain/plans/catalog.ts';
import { perCycle } from '#domain/plans/cycle-words.ts';
import type { UpgradeTarget } from '#features/upgrade/upgrade-address.ts';

/** "R$ 99 por mês". */
export function pricePerPeriod(
  catalog: Pick<Catalog, 'priceCentavos' | 'formatPrice'>,
  { plan, cycle }: UpgradeTarget,
): string {
  return `${catalog.formatPrice(catalog.priceCentavos(plan, cycle))} ${perCycle[cycle]}`;
}
