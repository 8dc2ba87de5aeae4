/** The list of errors, shown once the customer has asked for it. */
import { message } from '#domain/messages.ts';
import type { ProblemReport } from '#features/form/use-problem-report.ts';
import { ErrorSummary } from '#ui/error-summary.tsx';

export function ProblemSummary({ entries, summaryFocus }: Pick<ProblemReport, 'entries' | 'summaryFocus'>) {
  if (summaryFocus === 0) return null;
  return (
    <ErrorSummary title={message('error.validation-failed')} entries={entries} focusCount={summaryFocus} />
  );
}
