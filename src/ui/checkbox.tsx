/** A checkbox with a label, and optionally a link or button after it. */
import type { ComponentPropsWithRef, ReactNode } from 'react';

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly id: string;
  readonly label: ReactNode;
  readonly error?: string | undefined;
  /** Shown after the label but outside of it, so that clicking it does not change the checkbox. */
  readonly after?: ReactNode;
}

export function Checkbox({ id, label, error, after, ...rest }: CheckboxProps) {
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-erro` : undefined}
          className="mt-0.5 grid size-6 shrink-0 cursor-pointer appearance-none place-content-center rounded-sm border border-control bg-surface before:size-4 before:scale-0 before:bg-surface before:[clip-path:polygon(14%_44%,0_65%,42%_100%,100%_16%,80%_0,38%_63%)] checked:border-signal checked:bg-signal checked:before:scale-100 aria-invalid:border-down-text forced-colors:appearance-auto"
        />
        <div className="leading-7">
          <label htmlFor={id} className="cursor-pointer">
            {label}
          </label>{' '}
          {after}
        </div>
      </div>
      {error ? (
        <p id={`${id}-erro`} className="mt-1.5 text-ui leading-6 text-down-text">
          {error}
        </p>
      ) : null}
    </div>
  );
}
