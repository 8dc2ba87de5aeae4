/** The list of errors, shown once the customer has asked for it. */
import type { ProblemReport } from '#features/form/use-problem-report.ts';
import { ErrorSummary } from '#ui/error-summary.tsx';

export function ProblemSummary({ summary, summaryFocus }: Pick<ProblemReport, 'summary' | 'summaryFocus'>) {
  if (summaryFocus === 0) return null;
  return <ErrorSummary {...summary} focusCount={summaryFocus} />;
}
