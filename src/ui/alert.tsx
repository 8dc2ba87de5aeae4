/** A message that stays on the page, next to what it is about. */
import type { ReactNode } from 'react';

export type AlertTone = 'info' | 'success' | 'warning' | 'error';

const tones: Record<AlertTone, string> = {
  info: 'border-line-strong bg-sunken text-ink',
  success: 'border-transparent bg-signal-soft text-on-signal-soft',
  warning: 'border-transparent bg-maintenance-soft text-maintenance-text',
  error: 'border-transparent bg-down-soft text-down-text',
};

interface AlertProps {
  readonly tone?: AlertTone;
  readonly title?: string;
  /** A text becomes a paragraph. */
  readonly children?: ReactNode;
  /** How screen readers announce it: `alert` at once, `status` politely. */
  readonly role?: 'alert' | 'status' | undefined;
  readonly className?: string;
}

export function Alert({ tone = 'info', title, children, role, className = '' }: AlertProps) {
  return (
    <div role={role} className={`rounded-md border px-4 py-3 leading-7 ${tones[tone]} ${className}`}>
      {title ? <p className="font-semibold">{title}</p> : null}
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  );
}
