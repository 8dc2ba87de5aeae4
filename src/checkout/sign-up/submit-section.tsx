/** The renewal note, and the button with the amount. */
import { message } from '#domain/messages/shared.ts';
import type { Problem } from '#form/problems.ts';
import { SubmitButton } from '#form/submit-button.tsx';
import type { PriceSentences } from './price-sentences.ts';

interface SubmitSectionProps {
  readonly prices: PriceSentences;
  readonly isFree: boolean;
  readonly problems: readonly Problem[];
  readonly isSending: boolean;
  readonly onReview: () => void;
}

export function SubmitSection({ prices, isFree, ...button }: SubmitSectionProps) {
  return (
    <div className="grid gap-4 border-t border-line-strong pt-5">
      <p className="text-ui leading-6 text-ink-soft">{prices.renewal}</p>
      <SubmitButton
        label={prices.button}
        waitsFor={message(isFree ? 'waiting.server' : 'waiting.processor')}
        {...button}
      />
    </div>
  );
}
