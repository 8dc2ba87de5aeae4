/** Price and limits on the card of a plan. Inline elements only, so that it fits into a label. */
import { alertNote, alertWithin } from '#domain/plans/alert-time.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { catalog } from '#lib/catalog.ts';

export function PlanFacts({ plan, cycle }: { plan: PlanId; cycle: BillingCycle }) {
  const { limits } = catalog.plan(plan);
  const price = catalog.displayPrice(plan, cycle);
  return (
    <>
      <span className="mt-1.5 flex sm:mt-3 items-baseline gap-1">
        <span className="font-display text-2xl leading-none font-semibold">{price.amount}</span>
        <span className="text-[0.9375rem] text-ink-soft">{price.period}</span>
      </span>
      <span className="mt-1 text-[0.9375rem] leading-6 text-ink-soft sm:mt-2">
        {limits.monitors} monitores · {limits.users} {limits.users === 1 ? 'usuário' : 'usuários'} ·{' '}
        <span className="whitespace-nowrap">a cada {formatHeartbeat(limits.heartbeatSeconds)}</span>
        <span className="block">{alertWithin(limits.heartbeatSeconds)}</span>
      </span>
    </>
  );
}

/** What the words on each card mean; above the cards, where they are read first. */
export const PlanWords = () => (
  <p className="text-[0.9375rem] leading-6 text-ink-soft">Um monitor vigia um site ou serviço.</p>
);

/** What the time to an alert covers; below the cards. */
export const PlanFactsNote = () => <p className="text-[0.9375rem] leading-6 text-ink-soft">{alertNote}</p>;
