/**
 * Derives the content of the provisioning page from the last answer and the address.
 *
 * Pure. Owns: the assumed facts before the first answer, and the words. Does not own: the step table
 * (domain/provisioning).
 */
import type { ProvisioningStatus } from '#domain/api-schemas/provisioning.ts';
import { message } from '#domain/messages/provisioning.ts';
import { type BillingCycle, choosePlan, type PlanId } from '#domain/plans/ids.ts';
import { checkSubdomain } from '#domain/subdomain/subdomain.ts';
import { deriveSteps, type ProvisioningStep, progressPercent, type StepLabel } from './derive-steps.ts';

/** Facts from the address. */
export interface Expected {
  readonly tenant: string | null;
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
}

export interface ProvisioningView {
  readonly phase:
    | 'waiting'
    | 'no-order'
    | 'member'
    | 'unpaid'
    | 'working'
    | 'done'
    | 'suspended'
    | 'asleep'
    | 'ended'
    | 'closed'
    | 'failed';
  readonly steps: readonly ProvisioningStep[];
  readonly percent: number;
  readonly tenant: string | null;
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly isRetrying: boolean;
  /** With `closed`: amount of the refund. */
  readonly givenBackCentavos: number;
}

/** Parses the address; `plano` is an alias of `plan` (requirements 000 §2). */
export function readExpected(
  search: string,
  stored: { plan: string | null; cycle: string | null; subdomain: string | null },
): Expected {
  const query = new URLSearchParams(search);
  const written = { plan: query.get('plan') || query.get('plano'), cycle: query.get('cycle') };
  const tenant = checkSubdomain(query.get('tenant') || (stored.subdomain ?? ''));
  return { ...choosePlan(written, stored), tenant: tenant.ok ? tenant.value : null };
}

export function provisioningView(
  status: ProvisioningStatus | undefined,
  expected: Expected,
): ProvisioningView {
  const plan = status?.plano ?? expected.plan;
  const steps = deriveSteps({
    status: status?.provisionamentoStatus ?? null,
    isPaidPlan: plan !== 'free',
    argocd: status?.argocd ?? { synced: false, healthy: false },
    ping: status?.ping ?? { ok: false },
  });
  return {
    phase: phaseOf(status),
    steps,
    percent: progressPercent(steps),
    tenant: status === undefined ? expected.tenant : (status.tenant ?? null),
    plan,
    cycle: status?.ciclo ?? expected.cycle,
    isRetrying: status?.tentandoNovamente === true,
    givenBackCentavos: status?.devolucaoCentavos ?? 0,
  };
}

const stopped = {
  suspensa: 'suspended',
  dormindo: 'asleep',
  encerrada: 'ended',
  'sem-entrega': 'closed',
} as const;

function phaseOf(status: ProvisioningStatus | undefined): ProvisioningView['phase'] {
  if (status === undefined) return 'waiting';
  if (status.membroDe !== undefined) return 'member';
  if (status.tenant === undefined) return 'no-order';
  if (status.situacao !== undefined) return stopped[status.situacao];
  if (status.provisionamentoStatus === 'CONCLUIDO') return 'done';
  if (status.provisionamentoStatus === 'ERRO') return 'failed';
  return status.paymentUrl === undefined ? 'working' : 'unpaid';
}

const settled: ReadonlySet<ProvisioningView['phase']> = new Set([
  'done',
  'no-order',
  'member',
  'suspended',
  'asleep',
  'ended',
  'closed',
]);

/** True when nothing is left to wait for. */
export const isSettled = ({ phase }: Pick<ProvisioningView, 'phase'>): boolean => settled.has(phase);

/** What is waited for and what comes next; changes only with progress. Failures have their own alert. */
export function announcement(view: ProvisioningView): string {
  if (view.phase === 'done') return message('provisioning.done');
  if (isSettled(view) || view.phase === 'failed' || view.phase === 'waiting') return '';
  const index = view.steps.findIndex((step) => step.state !== 'done');
  const step = view.steps[index];
  if (step === undefined) return '';
  const next = view.steps.slice(index).find(({ state }) => state === 'pending');
  const then = next === undefined ? 'o painel pronto' : firstSmall(plain(next.label));
  return `Passo ${index + 1} de ${view.steps.length}: ${firstSmall(plain(step.label))}. Depois, ${then}.`;
}

/** The words of requirements 000, but for those that only the list of steps can explain. */
const plain = (label: StepLabel): string =>
  message(label === 'step.security' ? 'step.security-plain' : label);

const firstSmall = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** "42 s", "3 min 05 s", "1 h 02 min"; never negative, even if the clocks disagree. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const pad = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${pad(Math.floor((seconds % 3600) / 60))} min`;
}

const POLL_MS = 5_000;
const POLL_MS_MAX = 15_000;

/** Delay before the next poll: 5 s, 10 s after a failure, 15 s after more in a row; `false` stops polling. */
export function pollInterval(status: ProvisioningStatus | undefined, failures: number): number | false {
  if (isSettled({ phase: phaseOf(status) })) return false;
  return Math.min(POLL_MS * 2 ** failures, POLL_MS_MAX);
}
