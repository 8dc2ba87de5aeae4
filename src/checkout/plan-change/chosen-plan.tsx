/** The chosen plan and its price, or that none is chosen. */
import { perCycle } from '#domain/plans/cycle-words.ts';
import { catalog } from '#lib/catalog.ts';
import type { UpgradeTarget } from '#lib/upgrade-address.ts';

export function ChosenPlan({ target }: { target: UpgradeTarget | null }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="font-semibold">{target === null ? 'Novo plano' : catalog.plan(target.plan).name}</span>
      <span className={target === null ? 'text-ink-soft' : 'font-display text-xl font-semibold'}>
        {target === null
          ? 'Nenhum escolhido'
          : `${catalog.formatPrice(catalog.priceCentavos(target.plan, target.cycle))} ${perCycle[target.cycle]}`}
      </span>
    </p>
  );
}
