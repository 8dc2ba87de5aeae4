/** Monitors over the plan, adjusted monitors, and the choice of those that keep running. */

import { canChangePlan } from '#account/account-words.ts';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { limitsNotices } from '#domain/limits/notices.ts';
import { catalog } from '#lib/catalog.ts';
import { upgradePath } from '#lib/upgrade-address.ts';
import type { LimitsRead } from '#lib/use-limits.ts';
import { Button } from '#ui/button.tsx';
import { LimitsNotices } from '#ui/limits-notices.tsx';
import { Section } from '#ui/section.tsx';
import { KeptChoice } from './kept-choice.tsx';

interface LimitsSectionProps {
  readonly account: AccountResponse;
  readonly limits: LimitsRead;
  /** The account is being deleted. */
  readonly isLeaving: boolean;
}

/** Renders nothing within the plan. */
export function LimitsSection({ account, limits: { limits, put }, isLeaving }: LimitsSectionProps) {
  const notices = limits === null ? [] : limitsNotices(limits);
  if (limits === null || notices.length === 0) return null;
  const isLargest = catalog.next(account.plan) === undefined;
  // No plan allows a shorter interval after a failure.
  const wouldHelp = !isLargest && notices.some(({ id }) => id !== 'repeticoes');
  return (
    <Section id="limites-titulo" title="Limites do plano">
      <LimitsNotices limits={limits} />
      <div className="flex flex-wrap gap-3">
        {limits.number !== undefined && limits.isEnforced ? (
          <KeptChoice limits={limits} onKept={put} />
        ) : null}
        {wouldHelp && !isLeaving && canChangePlan(account) ? (
          <Button href={upgradePath(account.tenant)} variant="secondary">
            Ver planos maiores
          </Button>
        ) : null}
      </div>
    </Section>
  );
}
