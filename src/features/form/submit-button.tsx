/** The button of a form, and why it cannot be pressed yet. */
import { message } from '#domain/messages.ts';
import type { Problem } from '#features/form/problems.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';

interface SubmitButtonProps {
  readonly label: string;
  readonly isSending: boolean;
  readonly problems: readonly Problem[];
  /** Shows at the fields what is missing. */
  readonly onReview: () => void;
}

export function SubmitButton({ label, isSending, problems, onReview }: SubmitButtonProps) {
  const isReady = problems.length === 0;
  return (
    <>
      <Button type="submit" size="lg" isWide disabled={!isReady || isSending} aria-describedby="falta">
        {isSending ? (
          <>
            <Spinner />
            {message('checkout.sending')}
          </>
        ) : (
          label
        )}
      </Button>
      <p role="status" className="sr-only">
        {isSending ? message('checkout.sending') : ''}
      </p>
      <div id="falta" className="empty:hidden">
        {isReady ? null : (
          <Alert tone="warning">
            <p>
              {message('form.complete-required')} Falta: {problems.map((problem) => problem.label).join(', ')}
              .
            </p>
            <button
              type="button"
              onClick={onReview}
              className="min-h-6 font-semibold underline underline-offset-4"
            >
              Mostrar o que falta
            </button>
          </Alert>
        )}
      </div>
    </>
  );
}
