/** Takes the place of a page's content: why it is not there, and where to go on. */
import type { ReactNode } from 'react';
import { Alert, type AlertTone } from './alert.tsx';

interface InsteadProps {
  /** `plain`: without a box, where nothing is wrong. */
  readonly tone?: AlertTone | 'plain';
  /** A text becomes a paragraph. */
  readonly children: ReactNode;
  /** Links and buttons, the most likely one first. */
  readonly actions: ReactNode;
}

export function Instead({ tone = 'info', children, actions }: InsteadProps) {
  return (
    <div className="grid max-w-prose justify-items-start gap-5">
      {tone === 'plain' ? (
        <p>{children}</p>
      ) : (
        <Alert tone={tone} role={tone === 'error' ? 'alert' : 'status'} className="w-full">
          {children}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">{actions}</div>
    </div>
  );
}
