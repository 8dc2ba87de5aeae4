/** What went wrong with a change, beside what was tried. */
import type { Failure } from '#features/submit/failure.ts';
import { Alert } from '#ui/alert.tsx';

export function FailureAlert({ failure }: { readonly failure: Failure | null }) {
  if (failure === null) return null;
  return (
    <Alert tone="error" role="alert" title={failure.toast.title}>
      {failure.toast.lines?.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Alert>
  );
}
