/** A form that reports its errors at the fields and in a summary (use-problem-report.ts). */
import type { ComponentPropsWithoutRef } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { ErrorSummary } from '#ui/error-summary.tsx';
import type { ProblemReport } from './use-problem-report.ts';

interface ReportedFormProps<Values extends FieldValues> extends ComponentPropsWithoutRef<'form'> {
  readonly form: UseFormReturn<Values>;
  readonly report: ProblemReport;
}

export function ReportedForm<Values extends FieldValues>(props: ReportedFormProps<Values>) {
  const { form, report, ...rest } = props;
  return (
    <FormProvider {...form}>
      <form noValidate {...report.handlers} {...rest} />
    </FormProvider>
  );
}

/** The list of errors, shown once the customer has asked for it. */
export function ProblemSummary({ report: { summary, summaryFocus } }: { readonly report: ProblemReport }) {
  return summaryFocus === 0 ? null : <ErrorSummary {...summary} focusCount={summaryFocus} />;
}
