/** A text input. `suffix` is fixed text after it that belongs to the value. */
import type { ComponentPropsWithRef, ReactNode } from 'react';

/** Classes of all single-line controls. */
export const controlClass =
  'block min-h-12 w-full min-w-0 rounded-md border border-control bg-surface px-3.5 text-base text-ink ' +
  'placeholder:text-ink-soft hover:border-ink aria-invalid:border-down-text aria-invalid:[box-shadow:inset_0_0_0_1px_var(--color-down-text)] ' +
  'focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-focus';

export interface TextInputProps extends ComponentPropsWithRef<'input'> {
  readonly suffix?: ReactNode;
}

export function TextInput({ suffix, className = '', ...rest }: TextInputProps) {
  if (suffix === undefined) return <input type="text" {...rest} className={`${controlClass} ${className}`} />;
  return (
    <div className="flex min-w-0 flex-wrap items-stretch gap-1 min-[22.5rem]:flex-nowrap min-[22.5rem]:gap-0">
      <input
        type="text"
        {...rest}
        className={`${controlClass} flex-1 basis-40 min-[22.5rem]:rounded-e-none ${className}`}
      />
      <span className="inline-flex max-w-3/5 items-center rounded-md border border-control bg-sunken px-3.5 font-code text-ui wrap-anywhere text-ink-soft min-[22.5rem]:rounded-s-none min-[22.5rem]:border-s-0">
        {suffix}
      </span>
    </div>
  );
}
