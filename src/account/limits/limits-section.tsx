/** Monitors over the plan, adjusted monitors, and the choice of those that keep running. */

import { canChangePlan } from '#account/account-words.ts';
import type { AccountResponse } from '#domain/contracts/account.ts';
import { limitsNotices } from '#domain/limits/notices.ts';
import { upgradePath } from '#lib/upgrade-address.ts';
import type { LimitsRead } from '#lib/use-limits.ts';
import { Button } from '#ui/button.tsx';
import { LimitsNotices } from '#ui/limits-notices.tsx';
import { Section } from '#ui/section.tsx';
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
