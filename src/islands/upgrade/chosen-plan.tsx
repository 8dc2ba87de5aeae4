/** The plan that was chosen and what it costs, or that none is. */
import type { UpgradeTarget } from '#features/upgrade/upgrade-address.ts';
import { pricePerPeriod } from '#features/upgrade/upgrade-words.ts';
import { catalog } from '#lib/catalog.ts';

export function ChosenPlan({ target }: { target: UpgradeTarget | null }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="font-semibold">{target === null ? 'Novo plano' : catalog.plan(target.plan).name}</span>
      <span className={target === null ? 'text-ink-soft' : 'font-display text-xl font-semibold'}>
        {target === null ? 'Nenhum escolhido' : pricePerPeriod(catalog, target)}
      </span>
    </p>
  );
}
