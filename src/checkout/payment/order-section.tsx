/**
 * What is bought: the amount of today first, then plan and charges, then what follows. Beside the form that pays where
 * there is room; on a phone the form decides.
 */
import type { ReactNode, Ref } from 'react';
import { FactList } from '#ui/fact-list.tsx';
import { Section } from '#ui/section.tsx';

export interface OrderFactsProps {
  /** When or for what it is charged, and the amount. */
  readonly today: readonly [term: string, amount: string];
  readonly rows: readonly (readonly [term: string, value: string])[];
  readonly sentences: readonly string[];
  /** What explains them, behind a line to open. */
  readonly more?: readonly string[];
  /** The amount, which takes focus where it changes. */
  readonly amountRef?: Ref<HTMLElement>;
}

export function OrderFacts({
  today: [term, amount],
  rows,
  sentences,
  more = [],
  amountRef,
}: OrderFactsProps) {
  return (
    <>
      <dl>
        <dt className="text-ui text-ink-soft">{term}</dt>
        <dd
          ref={amountRef}
          tabIndex={-1}
          className="font-display text-4xl leading-tight font-semibold tabular-nums"
        >
          {amount}
        </dd>
      </dl>
      <FactList rows={rows} />
      <div className="grid gap-2 text-ui leading-6 text-ink-soft">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {more.length === 0 ? null : (
        <details className="text-ui leading-6 text-ink-soft">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-ink underline underline-offset-4">
            Como a mudança acontece
          </summary>
          <ul className="grid list-disc gap-2 ps-5">
            {more.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface OrderSectionProps {
  readonly title: string;
  readonly mark?: ReactNode;
  /** The form beside it is short. */
  readonly isTall: boolean;
  readonly children: ReactNode;
}

/** Its place in the grid of a form that pays: the second column, above the button. */
export function OrderSection({ isTall, ...section }: OrderSectionProps) {
  return (
    <Section
      id="pedido"
      {...section}
      className={`self-start lg:col-start-2 lg:row-start-1 ${isTall ? 'lg:row-span-2' : ''}`}
    />
  );
}
