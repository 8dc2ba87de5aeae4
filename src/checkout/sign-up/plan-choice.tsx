/** The chosen plan of an order: as one line, or as the choice of plan and cycle. */
import { useEffect } from 'react';
import { CycleControl } from '#checkout/payment/cycle-control.tsx';
import { PlanFacts, PlanFactsNote, PlanWords } from '#checkout/payment/plan-facts.tsx';
import { message } from '#domain/messages/checkout.ts';
import { alertWithin } from '#domain/plans/alert-time.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { formatHeartbeat, monitorMeans } from '#domain/plans/limits.ts';
import { catalog } from '#lib/catalog.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Section } from '#ui/section.tsx';

interface FreePlanProps {
  readonly email: string;
  readonly onChange: () => void;
}

/** What is left to do after the account was made, and the free plan as a line. */
export function FreePlan({ email, onChange }: FreePlanProps) {
  const { name, limits } = catalog.plan('free');
  return (
    <section aria-labelledby="plano-titulo" className="grid gap-4">
      <p className="max-w-prose text-ink-soft sm:text-lg">{message('checkout.account-ready', { email })}</p>
      <div className="flex items-center justify-between gap-4 border-y border-line py-3">
        <h2 id="plano-titulo" className="text-base">
          Plano {name}
          <span className="font-normal text-ink-soft">
            {' '}
            · {limits.monitors} monitores ({monitorMeans}), a cada {formatHeartbeat(limits.heartbeatSeconds)}.{' '}
            {alertWithin(limits.heartbeatSeconds)}
          </span>
        </h2>
        <ChangePlan onPress={onChange} />
      </div>
    </section>
  );
}

/** Unfolds the four plans. */
export function ChangePlan({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button variant="secondary" size="sm" aria-label="Mudar o plano" onClick={onPress}>
      Mudar
    </Button>
  );
}

interface PlanSectionProps {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  /** It replaces the pressed button. */
  readonly takesFocus: boolean;
  readonly onPlan: (plan: PlanId) => void;
  readonly onCycle: (cycle: BillingCycle) => void;
}

/** Choice of cycle and plan. */
export function PlanSection({ plan, cycle, takesFocus, onPlan, onCycle }: PlanSectionProps) {
  useEffect(() => {
    if (takesFocus) document.querySelector<HTMLInputElement>('input[name="plano"]:checked')?.focus();
  }, [takesFocus]);
  return (
    <Section
      id="plano-titulo"
      title="Plano"
      look="form"
      mark={<CycleControl cycle={cycle} onCycle={onCycle} />}
    >
      <PlanWords />
      <RadioCards
        name="plano"
        legend="Plano"
        value={plan}
        onChange={onPlan}
        cards={catalog.plans.map(({ id, name, popular }) => ({
          value: id,
          title: name,
          badge: popular ? <Badge tone="pill">Mais Popular</Badge> : undefined,
          children: (
            <>
              <PlanFacts plan={id} cycle={cycle} />
              <span className="mt-2 text-[0.9375rem] leading-6 text-ink-soft">
                {catalog
                  .sold(id)
                  .map(({ text }) => text)
                  .join(' · ')}
              </span>
            </>
          ),
        }))}
        className="sm:grid-cols-2"
      />
      <PlanFactsNote />
    </Section>
  );
}
