/** Radio buttons drawn as cards, for options that need a description. */
import type { ReactNode } from 'react';

interface RadioCard<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly badge?: ReactNode;
  readonly children?: ReactNode;
}

interface RadioCardsProps<Value extends string> {
  /** Id of the selected button, the target of the error summary's link. */
  readonly id?: string;
  readonly name: string;
  /** Name of the group for screen readers. */
  readonly legend: string;
  readonly cards: readonly RadioCard<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Id of an error about the choice. */
  readonly errorId?: string | undefined;
  readonly className?: string;
}

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { id, name, legend, cards, value, onChange, errorId, className = '' } = props;
  return (
    <fieldset className="min-w-0" aria-describedby={errorId}>
      <legend className="sr-only">{legend}</legend>
      <div className={`grid gap-3 ${className}`}>
        {cards.map((card) => (
          <label
            key={card.value}
            className="relative flex min-w-0 flex-col rounded-lg border border-control bg-surface p-4 transition-colors duration-(--duration-quick) hover:border-ink has-checked:border-signal has-checked:shadow-[inset_0_0_0_1px_var(--color-signal)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <span className="flex items-center justify-between gap-2">
              <span className="inline-flex items-center gap-2.5">
                <input
                  type="radio"
                  id={card.value === value ? id : undefined}
                  name={name}
                  value={card.value}
                  checked={card.value === value}
                  onChange={() => onChange(card.value)}
                  className="grid size-5 shrink-0 cursor-pointer appearance-none place-content-center rounded-full border border-control bg-surface outline-none before:size-2.5 before:scale-0 before:rounded-full before:bg-signal checked:border-signal checked:before:scale-100 forced-colors:appearance-auto"
                />
                <span className="font-display text-lg leading-tight font-semibold">{card.title}</span>
              </span>
              {card.badge}
            </span>
            {card.children}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
