/** What an operator asks of a run over all environments, and what it shows. */
import type { FleetRun } from '#domain/api-schemas/operation-environments.ts';
import type { FleetRequest } from '#domain/api-schemas/operations.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import { isAnyMove } from './move-store.ts';
import type { Run } from './run.ts';
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
  if (asked.revisao !== undefined) await begin(needs, 'revision', asked.revisao, asked);
  if (asked.acao !== undefined) await steer(needs, asked.acao);
  return describe(needs);
}

/** Writes every application again, with the sums of the current tokens; or only shows the run. */
export async function commandTokens(
  needs: Needs,
  { aplicar, porVez }: { readonly aplicar: boolean; readonly porVez: number },
): Promise<FleetRun> {
  if (aplicar) await begin(needs, 'tokens', '', { porVez });
  return describe(needs);
}

async function begin(
  { db, clock, newId }: Needs,
  kind: Run['kind'],
  target: string,
  { so, porVez }: Pick<FleetRequest, 'so' | 'porVez'>,
): Promise<void> {
  const only = so === undefined ? null : await findTenantByName(db, so);
  if (so !== undefined && only === null)
    throw new DomainError('not-found', { sentence: 'Não há ambiente com este nome.' });
  if (await isAnyMove(db))
    throw new DomainError('idempotency-in-progress', {
      sentence: 'Um ambiente muda de cluster: espere que ele chegue ("trabalho" mostra qual).',
    });
  const run = { id: newId(), kind, target, atOnce: porVez };
  if (!(await openRun(db, run, only?.orderId ?? null, clock.now())))
    throw new DomainError('idempotency-in-progress', {
      sentence:
        'Outra caminhada está aberta, ou ainda leva um ambiente de volta: "versao" mostra qual. Continue-a, pare-a ou espere.',
    });
}

async function steer({ db, clock }: Needs, asked: NonNullable<FleetRequest['acao']>): Promise<void> {
  const now = clock.now();
  const run = (await findOpenRun(db)) ?? (asked === 'voltar' ? await findLatestRun(db) : null);
  if (run === null) throw new DomainError('not-found', { sentence: 'Não há caminhada aberta.' });
  switch (asked) {
    case 'pausar':
      await changeRun(db, run.id, ['running'], 'paused', now);
      return;
    case 'continuar':
      await retryReturned(db, run.id);
      await changeRun(db, run.id, ['paused', 'failed'], 'running', now);
      return;
    case 'parar':
      // Environments that are begun are still watched, and brought back when they fail.
      await changeRun(db, run.id, ['running', 'paused', 'failed'], 'stopped', now);
      return;
    case 'voltar':
      if (run.kind !== 'revision')
        throw new DomainError('not-found', { sentence: 'Só uma troca de versão tem volta.' });
      await turnRunBack(db, run.id, now);
  }
}

async function describe({ db }: Needs): Promise<FleetRun> {
  const run = await findLatestRun(db);
  const revisoes = (await countRevisions(db)).map(({ revision, count }) => ({
    revisao: revision ?? '',
    ambientes: count,
  }));
  if (run === null) return { corrida: null, revisoes };
  const counts = new Map((await countSteps(db, run.id)).map(({ state, count }) => [state, count]));
  const notable = await listNotableSteps(db, run.id, LINES_MAX);
  return {
    corrida: {
      tipo: run.kind === 'revision' ? 'versao' : 'tokens',
      alvo: run.target,
      situacao: run.state,
      porVez: run.atOnce,
      desde: run.createdAt,
      prontos: counts.get('done') ?? 0,
      esperam: counts.get('waiting') ?? 0,
      removidos: counts.get('skipped') ?? 0,
      ambientes: notable.map(({ subdomain, state, reason }) => ({
        subdominio: subdomain,
        passo: state as 'copying' | 'begun' | 'returning' | 'returned',
        motivo: reason,
      })),
    },
    revisoes,
  };
}
