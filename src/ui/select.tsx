/** A native select styled like the other controls. */
import type { ComponentPropsWithRef } from 'react';
import { controlClass } from '#ui/text-input.tsx';

export function Select({ className = '', children, ...rest }: ComponentPropsWithRef<'select'>) {
  return (
    <span className="relative block">
      <select {...rest} className={`${controlClass} appearance-none pe-10 ${className}`}>
        {children}
      </select>
      <svg
        viewBox="0 0 16 16"
        className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-4 fill-none stroke-current stroke-2 text-ink-soft"
        aria-hidden="true"
      >
        <path d="m3 6 5 5 5-5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  );
}
