/** Monitors over the plan, adjusted monitors, and the choice of those that keep running. */
import type { AccountResponse } from '#domain/contracts/account.ts';
import { LimitsNotices } from '#features/limits/limits-notices.tsx';
import { limitsNotices } from '#features/limits/limits-words.ts';
import type { LimitsRead } from '#features/limits/use-limits.ts';
import { Section } from '#features/panel/section.tsx';
import { upgradePath } from '#features/upgrade/upgrade-address.ts';
import { Button } from '#ui/button.tsx';
import { canChangePlan } from './account-words.ts';
import { KeptChoice } from './kept-choice.tsx';

interface LimitsSectionProps {
  readonly account: AccountResponse;
  readonly limits: LimitsRead;
}

/** Renders nothing within the plan. */
export function LimitsSection({ account, limits: { limits, put } }: LimitsSectionProps) {
  if (limits === null || limitsNotices(limits).length === 0) return null;
  return (
    <Section id="limites-titulo" title="Limites do plano">
      <LimitsNotices limits={limits} />
      <div className="flex flex-wrap gap-3">
        {limits.numero !== undefined && limits.aplica ? <KeptChoice limits={limits} onKept={put} /> : null}
        {canChangePlan(account) ? (
          <Button href={upgradePath(account.tenant)} variant="secondary">
            Ver planos maiores
          </Button>
        ) : null}
      </div>
    </Section>
  );
}
