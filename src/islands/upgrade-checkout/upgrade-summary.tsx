/** What is about to change: environment, plan, cycle, price, when it applies and how it renews. */
import { useId } from 'react';
import { cycleNames } from '#domain/plans/cycle-words.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { type UpgradeTarget, upgradePath } from '#features/upgrade/upgrade-address.ts';
import { pricePerPeriod, renewal, timing } from '#features/upgrade/upgrade-words.ts';
import { catalog } from '#lib/catalog.ts';
import { tenantUrl } from '#lib/config.ts';
import { FactList } from '#ui/fact-list.tsx';

interface UpgradeSummaryProps {
  readonly tenant: string;
  readonly target: UpgradeTarget;
  /** `null` while nobody knows. */
  readonly currentPlan: PlanId | null;
  /** A card is sent with the form. */
  readonly isCardGiven: boolean;
}

export function UpgradeSummary({ tenant, target, currentPlan, isCardGiven }: UpgradeSummaryProps) {
  const titleId = useId();
  const { name } = catalog.plan(target.plan);
  const before = currentPlan === null ? null : catalog.plan(currentPlan).name;
  const rows: [string, string][] = [
    ['Ambiente', shownAddress(tenantUrl(tenant))],
    ['Plano', before === null || before === name ? name : `${before} → ${name}`],
    ['Cobrança', cycleNames[target.cycle]],
    ['Novo valor', pricePerPeriod(catalog, target)],
  ];
  return (
    <section
      aria-labelledby={titleId}
      className="grid min-w-0 content-start gap-4 rounded-xl border border-line-strong bg-surface p-5 sm:p-6 lg:col-start-2"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={titleId} className="text-xl">
          Resumo
        </h2>
        <a
          href={upgradePath(tenant, target)}
          className="font-semibold text-signal underline underline-offset-4"
        >
          Mudar a escolha
        </a>
      </div>
      <FactList rows={rows} />
      <div className="grid gap-2 text-[0.9375rem] leading-6 text-ink-soft">
        {timingOf({ currentPlan, target, isCardGiven }).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>{renewal[target.cycle]}</p>
      </div>
    </section>
  );
}

/** When limits rise and money moves, as far as it is known who is looking. */
function timingOf({
  currentPlan,
  target,
  isCardGiven,
}: Pick<UpgradeSummaryProps, 'currentPlan' | 'target' | 'isCardGiven'>): readonly string[] {
  if (currentPlan === target.plan) return [timing.again];
  if (currentPlan === 'free') return [isCardGiven ? timing.card : timing.page, timing.restart];
  return [timing.subscription, isCardGiven ? timing.ifNoneByCard : timing.ifNoneByPage, timing.restart];
}
