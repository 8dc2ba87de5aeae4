/** Choice of cycle and plan. */

import { CycleControl } from '#checkout/payment/cycle-control.tsx';
import { PlanFacts } from '#checkout/payment/plan-facts.tsx';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';
import { Badge } from '#ui/badge.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';

interface PlanSectionProps {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly onPlan: (plan: PlanId) => void;
  readonly onCycle: (cycle: BillingCycle) => void;
}

export function PlanSection({ plan, cycle, onPlan, onCycle }: PlanSectionProps) {
  return (
    <section aria-labelledby="plano-titulo" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="plano-titulo" className="text-2xl">
          Plano
        </h2>
        <CycleControl cycle={cycle} onCycle={onCycle} />
      </div>
      <RadioCards
        name="plano"
        legend="Plano"
        value={plan}
        onChange={onPlan}
        cards={catalog.plans.map(({ id, name, popular }) => ({
          value: id,
          title: name,
          badge: popular ? <Badge tone="pill">Mais Popular</Badge> : undefined,
          children: <PlanFacts plan={id} cycle={cycle} />,
        }))}
        className="sm:grid-cols-2"
      />
    </section>
  );
}
