/**
 * The button of a plan, which keeps the plan and the chosen cycle.
 *
 * The page has a link per cycle and CSS shows the chosen one (sections/plan-table.css), so the choice works without
 * JavaScript too.
 */
import type { MouseEvent } from 'react';
import type { PlanColumn } from '#domain/plans/columns.ts';
import { billingCycles } from '#domain/plans/ids.ts';
import { storeChoice } from '#lib/chosen-plan.ts';
import { isPlainPress, useFollowSession } from '#lib/follow-session.ts';
import type { Destinations } from '#session/session-destination.ts';
import { Button } from '#ui/button.tsx';

export interface PlanChoiceProps {
  readonly column: Pick<PlanColumn, 'id' | 'cta' | 'isPopular' | 'prices'>;
  readonly to: Destinations;
}

export function PlanChoice({ column, to }: PlanChoiceProps) {
  const { isPending, follow } = useFollowSession(to);
  return (
    <div className="plan-choice" data-print="hide">
      {billingCycles.map((cycle) => (
        <div key={cycle} data-cycle={cycle}>
          <Button
            href={column.prices[cycle].href}
            rel="nofollow"
            variant={column.isPopular ? 'signal' : 'secondary'}
            size="lg"
            isWide
            isPending={isPending}
            onClick={(event: MouseEvent) => {
              if (!isPlainPress(event)) return;
              event.preventDefault();
              storeChoice({ plan: column.id, cycle });
              void follow('register', { plan: column.id, cycle });
            }}
          >
            {column.cta}
          </Button>
        </div>
      ))}
    </div>
  );
}
