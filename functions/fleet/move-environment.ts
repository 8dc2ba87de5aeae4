/**
 * Moves one environment to another cluster (docs/worst-day.md): it is copied, stopped where it is, comes back from the copy
 * on the other cluster, and is then removed where it was.
 *
 * Every step is recorded before it is taken and may be repeated. The environment never runs on both, and what is removed
 * in the end is only what was copied and is back.
 */
import type { MovedEnvironment } from '#domain/api-schemas/operation-environments.ts';
import { codeOf, DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { startCopy } from '#functions/copies/read-copies.ts';
import { notifyStuckWork } from '#functions/orders/notify-stuck.ts';
import { findRestore, placeOf } from '#functions/platform/environment-rows.ts';
import { operatorMail } from '#functions/platform/notify-operators.ts';
import { defineWork, Unfinished } from '#functions/platform/work/define-work.ts';
import { applicationOf, wayBack } from '#functions/tenants/environment.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { ClusterClients } from '#functions/vendors/cluster-router.ts';
import {
  closeMove,
  findMove,
  MOVE_WORK,
  type Move,
  noteMoveBack,
  noteMoveCopied,
  openMove,
  placeMove,
} from './move-store.ts';
import { COPIED_WITHIN_MS } from './run.ts';

const LOOK_EVERY_MS = 30_000;

/** @throws DomainError `not-found` with a sentence that lists the names. */
function clusterNamed({ clusterClients }: Pick<Deps, 'clusterClients'>, name: string): ClusterClients {
  const found = clusterClients.find((each) => (name === '' ? each.isDefault : each.name === name));
  if (found !== undefined) return found;
  const names = clusterClients.map((each) => each.name).join(', ');
  throw new DomainError('not-found', { sentence: `CLUSTERS não tem este nome. Há: ${names}.` });
}

/**
 * Begins a move, or tells how far it is: an operator's command repeats its call until it is done.
 * @throws DomainError `tenant-missing`; `tenant-exists` with a sentence for an environment that does not run: nothing could
 *   be copied; `not-found` for an unknown cluster, and where copies are off; `idempotency-in-progress` during another move
 *   of it, or a walk over all environments.
 */
export async function moveEnvironment(needs: Deps, orderId: string, to: string): Promise<MovedEnvironment> {
  const { db, instances, clock } = needs;
  const target = clusterNamed(needs, to);
  const tenant = await findTenant(db, orderId);
  if (tenant === null) throw new DomainError('tenant-missing');
  const here = clusterNamed(needs, (await placeOf(db, orderId)).cluster);
  const answer = (step: MovedEnvironment['step'], from = here) => ({
    ...{ orderId, subdomain: tenant.subdomain, from: from.name, to: target.name, step },
  });
  const open = await findMove(db, orderId);
  if (open !== null) {
    if (open.to !== target.name) throw underWay();
    return answer(open.state, clusterNamed(needs, open.from));
  }
  if (here === target) return answer('done');
  if (tenant.state !== 'active')
    throw new DomainError('tenant-exists', {
      sentence: `O ambiente está parado, e só um que funciona muda de cluster. ${wayBack(tenant)}`,
    });
  const { at } = await instances.readCopies(tenant.subdomain);
  await startCopy(needs, orderId);
  const move = {
    orderId,
    subdomain: tenant.subdomain,
    from: here.name,
    to: target.name,
    since: clock.now(),
    copiedBefore: at ?? 0,
  };
  if (!(await openMove(db, move))) throw underWay();
  return answer('copying');
}

const underWay = (): DomainError =>
  new DomainError('idempotency-in-progress', {
    sentence:
      'Este ambiente já muda de cluster, ou uma caminhada por todos está aberta: espere que ela acabe.',
  });

/** Goes on with a move until the environment is only on its new cluster. */
export const moveWork = defineWork<Deps>({
  kind: MOVE_WORK,
  title: 'Mudança de um ambiente de cluster',
  perRun: 10,
  retryWithinMs: LOOK_EVERY_MS,
  onStuck: notifyStuckWork('move-stuck'),
  async run(needs, { key: orderId }) {
    const [move, tenant] = await Promise.all([findMove(needs.db, orderId), findTenant(needs.db, orderId)]);
    if (move === null) return;
    const isLeft = tenant === null || tenant.state === 'ended';
    // Its removal is under way where its row says.
    if (isLeft && (move.state === 'copying' || move.state === 'stopping')) return giveUp(needs, move);
    if (move.state === 'copying') await watchCopy(needs, move);
    else if (move.state === 'stopping') await stop(needs, move, tenant as Tenant);
    else if (move.state === 'starting' && !isLeft) await watchStart(needs, move);
    else return clear(needs, move, tenant);
    throw new Unfinished('the environment is not on its new cluster yet');
  },
});

async function watchCopy(needs: Deps, move: Move): Promise<void> {
  const isLate = needs.clock.now() - move.since > COPIED_WITHIN_MS;
  try {
    const { at, snapshot } = await needs.instances.readCopies(move.subdomain);
    if ((at ?? 0) !== move.copiedBefore && snapshot !== null) {
      await noteMoveCopied(needs.db, move.orderId, snapshot);
      return;
    }
  } catch (error) {
    if (!isLate || codeOf(error) === 'cluster-unavailable') throw error;
  }
  if (isLate) await giveUp(needs, move);
}

/** The copy is not kept in time, or the environment has ended: nothing was changed. */
async function giveUp({ db, clock }: Deps, move: Move): Promise<void> {
  const now = clock.now();
  const about = { kind: 'move-failed', subdominio: move.subdomain, reference: move.orderId } as const;
  const mail = operatorMail(`operator-move-failed-${move.orderId}-${move.since}`, about);
  await closeMove(db, move, { kind: 'move-given-up', mails: [mail] }, now);
}

async function stop(needs: Deps, move: Move, tenant: Tenant): Promise<void> {
  const { cluster, db, clock } = needs;
  await cluster.ensureApplication(applicationOf(needs, tenant));
  if (await cluster.hasPod(move.orderId)) return;
  if (move.snapshot !== null)
    await placeMove(db, move, { id: needs.newId(), snapshot: move.snapshot }, clock.now());
}

async function watchStart({ db }: Deps, { orderId }: Move): Promise<void> {
  if ((await findRestore(db, orderId))?.doneAt != null) await noteMoveBack(db, orderId);
}

/** @throws RemovalUnderWay until nothing is left there. */
async function clear(needs: Deps, move: Move, tenant: Tenant | null): Promise<void> {
  const { orderId, subdomain } = move;
  const gone = { orderId, subdomain, plan: 'free', state: 'ended' } as const;
  await clusterNamed(needs, move.from).cluster.removeApplication(applicationOf(needs, tenant ?? gone));
  await closeMove(needs.db, move, { kind: 'move-done' }, needs.clock.now());
}
