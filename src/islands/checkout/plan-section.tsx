/** Cycle and plan: the same four plans as on the home page, as radio cards. */

import { type BillingCycle, billingCycles, type PlanId } from '#domain/plans/ids.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { catalog } from '#lib/catalog.ts';
import { Badge } from '#ui/badge.tsx';
import { type RadioCard, RadioCards } from '#ui/radio-cards.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';

interface PlanSectionProps {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly onPlan: (plan: PlanId) => void;
  readonly onCycle: (cycle: BillingCycle) => void;
}

const cycleLabels: Record<BillingCycle, string> = {
  monthly: 'Mensal',
  yearly: `Anual · ${catalog.yearlyDiscountPercent}% off`,
};

export function PlanSection({ plan, cycle, onPlan, onCycle }: PlanSectionProps) {
  return (
    <section aria-labelledby="plano-titulo" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="plano-titulo" className="text-2xl">
          Plano
        </h2>
        <SegmentedControl
          name="ciclo"
          legend="Cobrança"
          options={billingCycles.map((value) => ({ value, label: cycleLabels[value] }))}
          defaultValue={cycle}
          value={cycle}
          onChange={onCycle}
        />
      </div>
      <RadioCards
        name="plano"
        legend="Plano"
        value={plan}
        onChange={onPlan}
        cards={catalog.plans.map((offer) => planCard(offer.id, cycle))}
        className="sm:grid-cols-2"
      />
    </section>
  );
}

function planCard(id: PlanId, cycle: BillingCycle): RadioCard<PlanId> {
  const { name, limits, popular } = catalog.plan(id);
  const price = catalog.displayPrice(id, cycle);
  return {
    value: id,
    title: name,
    badge: popular ? <Badge tone="pill">Mais Popular</Badge> : undefined,
    children: (
      <>
        <span className="mt-3 flex items-baseline gap-1">
          <span className="font-display text-2xl leading-none font-semibold">{price.amount}</span>
          <span className="text-[0.9375rem] text-ink-soft">{price.period}</span>
        </span>
        <span className="mt-2 text-[0.9375rem] leading-6 text-ink-soft">
          {limits.monitors} monitores · {limits.users} {limits.users === 1 ? 'usuário' : 'usuários'} · a cada{' '}
          {formatHeartbeat(limits.heartbeatSeconds)}
        </span>
      </>
    ),
  };
}
