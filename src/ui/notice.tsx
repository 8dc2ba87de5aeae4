/** A message among the page's content, with what to do about it. */
import type { ReactNode } from 'react';
import { Alert, type AlertTone } from './alert.tsx';
import { Button } from './button.tsx';

interface NoticeProps {
  readonly tone?: AlertTone;
  readonly title?: string;
  readonly role?: 'alert' | 'status';
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Notice({ children, action, ...alert }: NoticeProps) {
  return (
    <Alert {...alert} className="sm:px-5 sm:py-4">
      <p className="max-w-prose">{children}</p>
      <div className="mt-3 mb-1 flex flex-wrap gap-3 empty:hidden">{action}</div>
    </Alert>
  );
}

/** To the processor's page, which opens beside this one. */
export function PayLink({ href, label }: { href: string; label: string }) {
  return (
    <Button href={href} target="_blank" rel="noopener">
      {label}
      <span className="sr-only"> (abre em outra aba)</span>
    </Button>
  );
}

export function SupportLink() {
  return (
    <Button href="/suporte" variant="secondary">
      Falar com o suporte
    </Button>
  );
}
