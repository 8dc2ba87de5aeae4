/** The list of errors, shown once the customer has asked for it. */

import { ErrorSummary } from '#ui/error-summary.tsx';
import type { ProblemReport } from './use-problem-report.ts';

export function ProblemSummary({ summary, summaryFocus }: Pick<ProblemReport, 'summary' | 'summaryFocus'>) {
  if (summaryFocus === 0) return null;
  return <ErrorSummary {...summary} focusCount={summaryFocus} />;
}
