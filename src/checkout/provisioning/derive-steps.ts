/**
 * The four steps of provisioning, derived from facts.
 *
 * Owns: the step table of requirements 000 §4 and the percentage. Does not own: gathering the facts.
 */
import type { ProvisioningOverallStatus } from '#domain/api-schemas/provisioning.ts';
import type { ProvisioningMessageId } from '#domain/messages/provisioning.ts';

const stepIds = ['payment', 'security', 'environment', 'tests'] as const;
type StepId = (typeof stepIds)[number];
/** Of a step's first words; `step-list.tsx` explains each. */
export type StepLabel = Extract<
  ProvisioningMessageId,
  'step.payment' | 'step.free' | 'step.security' | 'step.environment' | 'step.tests'
>;
export type StepState = 'pending' | 'running' | 'done' | 'error';

export interface ProvisioningStep {
  readonly id: StepId;
  readonly state: StepState;
  readonly label: StepLabel;
}

export interface ProvisioningFacts {
  /** `null` until the first answer. */
  readonly status: ProvisioningOverallStatus | null;
  readonly isPaidPlan: boolean;
  readonly argocd: { readonly synced: boolean; readonly healthy: boolean };
  readonly ping: { readonly ok: boolean };
}

type States = readonly [payment: StepState, security: StepState, environment: StepState, tests: StepState];

function statesInProgress({ argocd, ping }: ProvisioningFacts): States {
  const deployment: StepState = argocd.synced && argocd.healthy ? 'done' : 'running';
  const tests: StepState = !argocd.healthy ? 'pending' : ping.ok ? 'done' : 'running';
  return ['done', deployment, deployment, tests];
}

/** In ERRO, steps that the facts prove are done, the failing one is in error and the rest are pending. */
function statesInError({ argocd, ping }: ProvisioningFacts): States {
  if (!(argocd.synced && argocd.healthy)) return ['done', 'pending', 'error', 'pending'];
  if (!ping.ok) return ['done', 'done', 'done', 'error'];
  return ['done', 'error', 'done', 'done'];
}

function statesOf(facts: ProvisioningFacts): States {
  switch (facts.status) {
    case 'EM_ANDAMENTO':
      return statesInProgress(facts);
    case 'CONCLUIDO':
      return ['done', 'done', 'done', 'done'];
    case 'ERRO':
      return statesInError(facts);
    default:
      return facts.isPaidPlan
        ? ['running', 'pending', 'pending', 'pending']
        : ['done', 'running', 'pending', 'pending'];
  }
}

/** Returns the steps in order, with their state and the id of their label. */
export function deriveSteps(facts: ProvisioningFacts): readonly ProvisioningStep[] {
  const states = statesOf(facts);
  const labels: readonly StepLabel[] = [
    facts.isPaidPlan ? 'step.payment' : 'step.free',
    'step.security',
    'step.environment',
    'step.tests',
  ];
  return stepIds.map((id, index) => ({
    id,
    state: states[index] ?? 'pending',
    label: labels[index] ?? 'step.payment',
  }));
}

/** Done steps over four, in whole percent. */
export function progressPercent(steps: readonly ProvisioningStep[]): number {
  return Math.round((steps.filter((step) => step.state === 'done').length / stepIds.length) * 100);
}
