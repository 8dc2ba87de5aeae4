/** The list of errors, shown once the customer has asked for it. */
import { ErrorSummary } from '#ui/error-summary.tsx';
import type { ProblemReport } from './use-problem-report.ts';

export function ProblemSummary({ report: { summary, summaryFocus } }: { readonly report: ProblemReport }) {
  return summaryFocus === 0 ? null : <ErrorSummary {...summary} focusCount={summaryFocus} />;
}
