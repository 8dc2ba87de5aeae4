/** The four plans: the present one, those below it, and those to choose from (requirements 000 §4). */
import { message } from '#domain/messages.ts';
import type { Plan } from '#domain/plans/catalog.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import { statesLimit } from '#domain/plans/limits.ts';
import type { PlanStanding } from '#domain/upgrade/upgrade.ts';
import { PlanFacts } from '#features/plan-choice/plan-facts.tsx';
import { catalog } from '#lib/catalog.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import type { UpgradeChoice } from './use-upgrade-choice.ts';

export function PlanCards({ choice }: { choice: UpgradeChoice }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {catalog.plans.map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          cycle={choice.cycle}
          standing={choice.standing(plan.id)}
          isEnding={choice.isEnding}
          isSelected={choice.selected === plan.id && choice.standing(plan.id) === 'upgrade'}
          isAwake={choice.isAwake}
          onSelect={() => choice.select(plan.id)}
        />
      ))}
    </ul>
  );
}

interface PlanCardProps {
  readonly plan: Plan;
  readonly cycle: BillingCycle;
  readonly standing: PlanStanding;
  /** The renewal of the present plan is cancelled. */
  readonly isEnding: boolean;
  readonly isSelected: boolean;
  readonly isAwake: boolean;
  readonly onSelect: () => void;
}

function PlanCard({ plan, cycle, standing, ...action }: PlanCardProps) {
  const frame = action.isSelected
    ? 'border-signal bg-surface shadow-[inset_0_0_0_1px_var(--color-signal)]'
    : `border-line-strong ${standing === 'upgrade' ? 'bg-surface' : 'bg-paper'}`;
  return (
    <li
      className={`flex min-w-0 flex-col rounded-lg border p-4 transition-colors duration-(--duration-quick) sm:p-5 ${frame}`}
    >
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-display text-lg leading-tight font-semibold">{plan.name}</h3>
        {plan.popular && standing === 'upgrade' ? <Badge tone="pill">Mais Popular</Badge> : null}
      </div>
      <PlanFacts plan={plan.id} cycle={cycle} />
      <ul className="mt-3 mb-5 list-disc ps-5 text-[0.9375rem] leading-6 text-ink-soft">
        {plan.features
          .filter((feature) => !statesLimit(feature))
          .map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
      </ul>
      <div className="mt-auto">
        <PlanAction name={plan.name} standing={standing} {...action} />
      </div>
    </li>
  );
}

interface PlanActionProps
  extends Pick<PlanCardProps, 'standing' | 'isEnding' | 'isSelected' | 'isAwake' | 'onSelect'> {
  readonly name: string;
}

function PlanAction({ name, standing, isEnding, isSelected, isAwake, onSelect }: PlanActionProps) {
  if (standing === 'lower') {
    return (
      <p className="text-[0.9375rem] leading-6">
        <a href="/suporte" className="text-signal underline underline-offset-4">
          {message('upgrade.downgrade')}
        </a>
      </p>
    );
  }
  if (standing === 'current') {
    return (
      <div className="grid gap-3">
        {/* Not `disabled`: a press tells why nothing changes. */}
        <Button variant="secondary" isWide aria-disabled onClick={onSelect}>
          {message('upgrade.current')}
        </Button>
        {isEnding ? (
          <p className="text-[0.9375rem] leading-6">
            <a href="/conta" className="text-signal underline underline-offset-4">
              {message('upgrade.ending')}
            </a>
          </p>
        ) : null}
      </div>
    );
  }
  return (
    <Button
      variant={isSelected ? 'primary' : 'secondary'}
      isWide
      disabled={!isAwake}
      aria-pressed={isSelected}
      onClick={onSelect}
    >
      {isSelected ? <Tick /> : null}
      Escolher {name}
    </Button>
  );
}

function Tick() {
  return (
    <svg viewBox="0 0 16 16" className="size-4 fill-none stroke-current stroke-2" aria-hidden="true">
      <path d="m3 8.5 3.5 3.5L13 4.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
