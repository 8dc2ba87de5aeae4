/** The four steps with their states. */
import { message, type ProvisioningMessageId } from '#domain/messages/provisioning.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import type { ProvisioningStep, StepLabel, StepState } from './derive-steps.ts';

const states: Record<StepState, { readonly word: string; readonly tone: BadgeTone }> = {
  pending: { word: 'Na fila', tone: 'neutral' },
  running: { word: 'Em andamento', tone: 'signal' },
  done: { word: 'Concluído', tone: 'pill' },
  error: { word: 'Com erro', tone: 'down' },
};

/** What a step is, for who does not know its words (requirements 000 §4). */
const meanings: Record<StepLabel, ProvisioningMessageId> = {
  'step.payment': 'step.payment-means',
  'step.free': 'step.free-means',
  'step.security': 'step.security-means',
  'step.environment': 'step.environment-means',
  'step.tests': 'step.tests-means',
};

/** After a failed step nothing waits for its turn. */
const stopped = { word: 'Parado', tone: 'neutral' } as const;

interface StepListProps {
  readonly steps: readonly ProvisioningStep[];
  readonly className?: string;
}

/** One line that can be opened once all steps are done. */
export function StepList({ steps, className = '' }: StepListProps) {
  if (steps.some(({ state }) => state !== 'done'))
    return (
      <div className={className}>
        <Steps steps={steps} />
      </div>
    );
  return (
    <details className={`border-b border-line ${className}`}>
      <summary className="min-h-11 cursor-pointer border-t border-line-strong py-3 font-semibold">
        {steps.length} de {steps.length} passos concluídos
      </summary>
      <Steps steps={steps} />
    </details>
  );
}

function Steps({ steps }: Pick<StepListProps, 'steps'>) {
  const hasFailed = steps.some(({ state }) => state === 'error');
  const shown = (state: StepState) => (hasFailed && state === 'pending' ? stopped : states[state]);
  return (
    <ol className="border-t border-line-strong in-[details]:border-line">
      {steps.map((step, index) => (
        <li
          key={step.id}
          data-step={step.id}
          data-state={step.state}
          aria-current={step.state === 'running' ? 'step' : undefined}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-4 in-[details]:last:border-b-0"
        >
          <span
            className={`flex min-w-0 flex-1 basis-32 items-baseline gap-3 ${step.state === 'pending' ? 'text-ink-soft' : 'font-semibold'}`}
          >
            <span className="font-code text-[0.9375rem] text-ink-soft" aria-hidden="true">
              {index + 1}
            </span>
            <span className="min-w-0">
              {message(step.label)}
              <span className="block text-ui leading-6 font-normal text-ink-soft">
                {message(meanings[step.label])}
              </span>
            </span>
          </span>
          <Badge tone={shown(step.state).tone}>{shown(step.state).word}</Badge>
        </li>
      ))}
    </ol>
  );
}
