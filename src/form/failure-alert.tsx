/** An error next to the action that failed; a connection error disappears when the browser is online again. */
import { useEffect, useState } from 'react';
import { Alert } from '#ui/alert.tsx';
import type { Toast } from '#ui/toaster.tsx';

interface FailureAlertProps {
  /** From `describeFailure`; without one nothing is shown. */
  readonly toast: Toast | null | undefined;
  readonly className?: string;
}

export function FailureAlert({ toast, className }: FailureAlertProps) {
  const [ended, setEnded] = useState<Toast>();
  const isOfConnection = toast?.endsWith === 'connection';
  useEffect(() => {
    if (!isOfConnection) return;
    const end = () => setEnded(toast);
    window.addEventListener('online', end);
    return () => window.removeEventListener('online', end);
  }, [isOfConnection, toast]);
  if (!toast || toast === ended) return null;
  return (
    <Alert tone="error" role="alert" title={toast.title} {...(className ? { className } : {})}>
      {toast.lines?.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {toast.link ? (
        <a href={toast.link.href} className="font-semibold underline">
          {toast.link.label}
        </a>
      ) : null}
    </Alert>
  );
}
