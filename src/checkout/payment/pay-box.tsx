/** The box with the button, beside the fields where there is room: it stays in sight next to a long form. */
import type { ReactNode } from 'react';

interface PayBoxProps {
  /** What of the typed values stays in this tab. */
  readonly note: string;
  /** Its place in the grid of the form. */
  readonly className?: string;
  readonly children: ReactNode;
}

export function PayBox({ note, className = 'lg:sticky lg:top-8', children }: PayBoxProps) {
  return (
    <div
      data-keep-clear
      className={`grid min-w-0 content-start gap-6 rounded-xl border border-line-strong bg-surface p-5 sm:p-6 lg:self-start ${className}`}
    >
      {children}
      <p className="text-[0.9375rem] leading-6 text-ink-soft">{note}</p>
    </div>
  );
}
