/** Total, renewal, the button, and why it cannot be pressed yet. */

import { message } from '#domain/messages.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { priceSentences } from './price-sentences.ts';
import type { Problem } from './problems.ts';
import type { SubmitPhase } from './use-submit.ts';

interface SubmitSectionProps {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly problems: readonly Problem[];
  readonly phase: SubmitPhase;
  readonly onReview: () => void;
}

export function SubmitSection({ plan, cycle, problems, phase, onReview }: SubmitSectionProps) {
  const prices = priceSentences(catalog, { plan, cycle }, Date.now());
  const isSending = phase !== 'idle';
  const isReady = problems.length === 0;
  return (
    <div className="grid gap-4">
      <dl className="flex items-baseline justify-between gap-4 border-t border-line-strong pt-4">
        <dt className="font-semibold">Total hoje</dt>
        <dd className="font-display text-3xl leading-none font-semibold">{prices.total}</dd>
      </dl>
      <p className="text-[0.9375rem] leading-6 text-ink-soft">{prices.renewal}</p>
      <Button type="submit" size="lg" isWide disabled={!isReady || isSending} aria-describedby="falta">
        {isSending ? (
          <>
            <Spinner />
            {message('checkout.sending')}
          </>
        ) : (
          prices.button
        )}
      </Button>
      <p role="status" className="sr-only">
        {isSending ? message('checkout.sending') : ''}
      </p>
      <div id="falta">
        {isReady ? null : (
          <Alert tone="warning">
            <p>
              {message('form.complete-required')} Falta: {problems.map((problem) => problem.label).join(', ')}
              .
            </p>
            <button
              type="button"
              onClick={onReview}
              className="min-h-6 font-semibold underline underline-offset-4"
            >
              Mostrar o que falta
            </button>
          </Alert>
        )}
      </div>
    </div>
  );
}
