/** Total, renewal, and the button that says what will be charged. */
import { message } from '#domain/messages.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import type { Problem } from '#features/form/problems.ts';
import { SubmitButton } from '#features/form/submit-button.tsx';
import { catalog } from '#lib/catalog.ts';
import { priceSentences } from './price-sentences.ts';

interface SubmitSectionProps {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  /** The card is typed on the processor's page. */
  readonly isHosted: boolean;
  readonly problems: readonly Problem[];
  readonly isSending: boolean;
  readonly onReview: () => void;
}

export function SubmitSection({ plan, cycle, isHosted, ...button }: SubmitSectionProps) {
  const prices = priceSentences(catalog, { plan, cycle, isHosted }, Date.now());
  return (
    <div className="grid gap-4">
      <dl className="flex items-baseline justify-between gap-4 border-t border-line-strong pt-4">
        <dt className="font-semibold">Total hoje</dt>
        <dd className="font-display text-3xl leading-none font-semibold">{prices.total}</dd>
      </dl>
      <p className="text-[0.9375rem] leading-6 text-ink-soft">{prices.renewal}</p>
      <SubmitButton
        label={prices.button}
        waitsFor={message(plan === 'free' ? 'waiting.server' : 'waiting.processor')}
        {...button}
      />
    </div>
  );
}
