/**
 * The submit button of a form, and what is still missing: said from the first touch of the form, or of the button, on.
 */
import { message } from '#domain/messages/shared.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Waiting } from '#ui/waiting.tsx';
import type { Problem } from './problems.ts';
import type { ProblemReport } from './use-problem-report.ts';

interface SubmitButtonProps {
  readonly label: string;
  readonly isSending: boolean;
  /** A sentence that says whose answer we wait for. */
  readonly waitsFor: string;
  readonly report: ProblemReport;
}

export function SubmitButton({ label, isSending, waitsFor, report }: SubmitButtonProps) {
  const { problems, isTouched, summaryFocus, showProblems } = report;
  const isReady = problems.length === 0;
  // What nobody filled in yet is no mistake.
  const isWrong = summaryFocus > 0 || problems.some(({ isMissing }) => !isMissing);
  return (
    <>
      {/* A disabled button reports no press; its place does (use-problem-report.ts). */}
      <div data-asks={isReady || isSending ? undefined : ''}>
        <Button
          type="submit"
          size="lg"
          isWide
          disabled={!isReady || isSending}
          aria-describedby="falta"
          className="disabled:pointer-events-none"
        >
          {isSending ? (
            <>
              <Spinner />
              {message('checkout.sending')}
            </>
          ) : (
            label
          )}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {isSending ? message('checkout.sending') : ''}
      </p>
      <Waiting isOn={isSending}>{waitsFor}</Waiting>
      <div id="falta" className="empty:hidden">
        {isReady || !isTouched ? null : (
          <Alert tone={isWrong ? 'warning' : 'info'}>
            <p>
              {message('form.complete-required')} {whatIsLeft(problems)}
            </p>
            <button
              type="button"
              // The field that is left would show its error, and move this from under the pointer before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void showProblems()}
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

const NAMED_MAX = 3;

/** "Falta: CVV, CEP, Rua e mais 2. Corrija: Número do cartão." */
function whatIsLeft(problems: readonly Problem[]): string {
  const named = (word: string, some: readonly Problem[]): string[] => {
    const names = some.slice(0, NAMED_MAX).map(({ label }) => label);
    const more = some.length - names.length;
    return some.length === 0 ? [] : [`${word}: ${names.join(', ')}${more > 0 ? ` e mais ${more}` : ''}.`];
  };
  return [
    ...named(
      'Falta',
      problems.filter(({ isMissing }) => isMissing),
    ),
    ...named(
      'Corrija',
      problems.filter(({ isMissing }) => !isMissing),
    ),
  ].join(' ');
}
