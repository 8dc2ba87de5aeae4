/** Choice of cycle and plan. */

import { CycleControl } from '#checkout/payment/cycle-control.tsx';
import { PlanFacts } from '#checkout/payment/plan-facts.tsx';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';
import { Badge } from '#ui/badge.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Section } from '#ui/section.tsx';

interface PlanSectionProps {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly onPlan: (plan: PlanId) => void;
  readonly onCycle: (cycle: BillingCycle) => void;
}

export function PlanSection({ plan, cycle, onPlan, onCycle }: PlanSectionProps) {
  return (
    <Section
      id="plano-titulo"
      title="Plano"
      look="form"
      mark={<CycleControl cycle={cycle} onCycle={onCycle} />}
    >
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
    </Section>
  );
}
