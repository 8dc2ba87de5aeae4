/** What an operator asks of a run over all environments, and what it shows. */
import type { FleetRun } from '#domain/api-schemas/operation-environments.ts';
import type { FleetRequest, OperatorRequest } from '#domain/api-schemas/operations.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import { isAnyMove } from './move-store.ts';
import type { Run, StepState } from './run.ts';
import {
  changeRun,
  countRevisions,
  countSteps,
  findLatestRun,
  findOpenRun,
  listNotableSteps,
  openRun,
  retryReturned,
  turnRunBack,
} from './store.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'newId'>;

const LINES_MAX = 50;

/** Begins a run, steers the open one, or only shows it. */
export async function commandFleet(needs: Needs, asked: FleetRequest): Promise<FleetRun> {
  if (asked.revision !== undefined) await begin(needs, 'revision', asked.revision, asked);
  if (asked.action !== undefined) await steer(needs, asked.action);
  return describe(needs);
}

/** Writes every application again, with the sums of the current tokens; or only shows the run. */
export async function commandTokens(
  needs: Needs,
  { apply, atOnce }: OperatorRequest<'tokens'>,
): Promise<FleetRun> {
  if (apply) await begin(needs, 'tokens', '', { atOnce });
  return describe(needs);
}

async function begin(
  { db, clock, newId }: Needs,
  kind: Run['kind'],
  target: string,
  { only: named, atOnce }: Pick<FleetRequest, 'only' | 'atOnce'>,
): Promise<void> {
  const only = named === undefined ? null : await findTenantByName(db, named);
  if (named !== undefined && only === null)
    throw new DomainError('not-found', { sentence: 'Não há ambiente com este nome.' });
  if (await isAnyMove(db))
    throw new DomainError('idempotency-in-progress', {
      sentence: 'Um ambiente muda de cluster: espere que ele chegue ("trabalho" mostra qual).',
    });
  const run = { id: newId(), kind, target, atOnce };
  if (!(await openRun(db, run, only?.orderId ?? null, clock.now())))
    throw new DomainError('idempotency-in-progress', {
      sentence:
        'Outra caminhada está aberta, ou ainda leva um ambiente de volta: "versao" mostra qual. Continue-a, pare-a ou espere.',
    });
}

async function steer({ db, clock }: Needs, asked: NonNullable<FleetRequest['action']>): Promise<void> {
  const now = clock.now();
  const run = (await findOpenRun(db)) ?? (asked === 'back' ? await findLatestRun(db) : null);
  if (run === null) throw new DomainError('not-found', { sentence: 'Não há caminhada aberta.' });
  switch (asked) {
    case 'pause':
      await changeRun(db, run.id, ['running'], 'paused', now);
      return;
    case 'resume':
      await retryReturned(db, run.id);
      await changeRun(db, run.id, ['paused', 'failed'], 'running', now);
      return;
    case 'stop':
      // Environments that are begun are still watched, and brought back when they fail.
      await changeRun(db, run.id, ['running', 'paused', 'failed'], 'stopped', now);
      return;
    case 'back':
      if (run.kind !== 'revision')
        throw new DomainError('not-found', { sentence: 'Só uma troca de versão tem volta.' });
      await turnRunBack(db, run.id, now);
  }
}

async function describe({ db }: Needs): Promise<FleetRun> {
  const [found, revisions] = await Promise.all([findLatestRun(db), countRevisions(db)]);
  if (found === null) return { run: null, revisions };
  const { id, kind, target, state, atOnce, createdAt } = found;
  const [steps, environments] = await Promise.all([countSteps(db, id), listNotableSteps(db, id, LINES_MAX)]);
  const count = (step: StepState) => steps.find((each) => each.state === step)?.count ?? 0;
  return {
    run: {
      kind,
      target,
      state,
      atOnce,
      createdAt,
      done: count('done'),
      waiting: count('waiting'),
      skipped: count('skipped'),
      environments,
    },
    revisions,
  };
}
