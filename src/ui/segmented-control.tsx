/**
 * A choice between two or three visible options: radio buttons in a frame.
 *
 * Works without JavaScript; CSS can react with `:has(:checked)`.
 */
import type { ReactNode } from 'react';

interface SegmentOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

interface SegmentedControlProps<Value extends string> {
  readonly name: string;
  /** Name of the group for screen readers. */
  readonly legend: string;
  readonly options: readonly SegmentOption<Value>[];
  readonly defaultValue: Value;
  /** Makes the control controlled; without it, it is uncontrolled. */
  readonly value?: Value | undefined;
  readonly onChange?: ((value: Value) => void) | undefined;
  readonly isDisabled?: boolean;
}

export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { name, legend, options, defaultValue, value, onChange, isDisabled } = props;
  return (
    <fieldset disabled={isDisabled} className="inline-flex rounded-lg border border-control bg-paper p-1">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-10 items-center rounded-md px-4 text-ui font-semibold text-ink-soft transition-colors duration-(--duration-quick) hover:text-ink has-checked:bg-inverse has-checked:text-on-inverse forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            className="absolute inset-0 m-0 appearance-none enabled:cursor-pointer rounded-md outline-none"
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value })}
            onChange={() => onChange?.(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
