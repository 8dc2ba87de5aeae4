/** The step table of requirements 000 §4, row by row. */
import { expect, test } from 'vitest';
import {
  deriveSteps,
  type ProvisioningFacts,
  progressPercent,
  type StepState,
} from '#checkout/provisioning/derive-steps.ts';

type Row = [string, Partial<ProvisioningFacts>, StepState[], number];
const deployed = { synced: true, healthy: true };

const rows: Row[] = [
  ['nothing yet, paid', { status: null }, ['running', 'pending', 'pending', 'pending'], 0],
  ['nothing yet, free', { status: null, isPaidPlan: false }, ['done', 'running', 'pending', 'pending'], 25],
  ['AGUARDANDO, paid', { status: 'AGUARDANDO' }, ['running', 'pending', 'pending', 'pending'], 0],
  [
    'AGUARDANDO, free',
    { status: 'AGUARDANDO', isPaidPlan: false },
    ['done', 'running', 'pending', 'pending'],
    25,
  ],
  ['EM_ANDAMENTO', { status: 'EM_ANDAMENTO' }, ['done', 'running', 'running', 'pending'], 25],
  [
    'synced, not healthy',
    { status: 'EM_ANDAMENTO', argocd: { synced: true, healthy: false } },
    ['done', 'running', 'running', 'pending'],
    25,
  ],
  [
    'healthy, not synced',
    { status: 'EM_ANDAMENTO', argocd: { synced: false, healthy: true } },
    ['done', 'running', 'running', 'running'],
    25,
  ],
  ['deployed', { status: 'EM_ANDAMENTO', argocd: deployed }, ['done', 'done', 'done', 'running'], 75],
  [
    'deployed and answering',
    { status: 'EM_ANDAMENTO', argocd: deployed, ping: { ok: true } },
    ['done', 'done', 'done', 'done'],
    100,
  ],
  ['CONCLUIDO', { status: 'CONCLUIDO' }, ['done', 'done', 'done', 'done'], 100],
  ['ERRO, not deployed', { status: 'ERRO' }, ['done', 'pending', 'error', 'pending'], 25],
  ['ERRO, ping fails', { status: 'ERRO', argocd: deployed }, ['done', 'done', 'done', 'error'], 75],
  [
    'ERRO, deployed and answering',
    { status: 'ERRO', argocd: deployed, ping: { ok: true } },
    ['done', 'error', 'done', 'done'],
    75,
  ],
];

test.each(rows)('%s', (_name, facts, states, percent) => {
  const steps = deriveSteps({
    status: null,
    isPaidPlan: true,
    argocd: { synced: false, healthy: false },
    ping: { ok: false },
    ...facts,
  });
  expect(steps.map((step) => step.state)).toEqual(states);
  expect(progressPercent(steps)).toBe(percent);
});
