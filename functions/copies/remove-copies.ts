/**
 * Deletes the copies of an environment that was removed, after the promised time (content/legal/retention.json).
 *
 * Needs the bucket that the chart's copies go to, bound as COPIES. With COPIES_REMOVAL "operator" they are somebody's duty
 * outside: the row stays, and readiness names it, until that person says that it is done.
 */
import type { RemovedCopies } from '#domain/api-schemas/operation-environments.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { dropWork, listAskedWork, type NewWork } from '#functions/platform/work/work-store.ts';

const KIND = 'copies-removal';
/** R2 deletes this many objects in one call. */
const PER_CALL = 1000;

/**
 * The work to be written with a removal. It names the application and no order, because a person's deletion does not
 * wait for it.
 */
export const copiesRemoval = (
  { clusterClients, copiesKeptDays }: Pick<Deps, 'clusterClients' | 'copiesKeptDays'>,
  orderId: string,
  now: number,
): NewWork => ({
  kind: KIND,
  key: clusterClients[0]?.cluster.nameOf(orderId) ?? orderId,
  dueAt: now + copiesKeptDays * DAY_MS,
});

export const copiesRemovalWork = defineWork<Deps>({
  kind: KIND,
  title: 'Remoção das cópias de um ambiente removido',
  perRun: 5,
  async run({ copiesBucket, copiesRemoval: remover, clock }, { key: application }) {
    if (remover === 'off') return;
    // So that a bucket that is bound later still takes it.
    if (copiesBucket === null) return { againAt: clock.now() + DAY_MS };
    // The name is a whole part of the path, so that no other environment's copies begin with it.
    for (;;) {
      const { objects } = await copiesBucket.list({ prefix: `${application}/`, limit: PER_CALL });
      if (objects.length === 0) return;
      await copiesBucket.delete(objects.map(({ key }) => key));
    }
  },
});

/** Applications whose copies should be gone, and may not be, the oldest first. */
export async function listRemovedCopies({
  db,
  copiesKeptDays,
  copiesBucket,
  clock,
}: Pick<Deps, 'db' | 'copiesKeptDays' | 'copiesBucket' | 'clock'>): Promise<readonly RemovedCopies[]> {
  if (copiesBucket !== null) return [];
  const removedBefore = clock.now() - copiesKeptDays * DAY_MS;
  const rows = await listAskedWork(db, KIND, removedBefore);
  return rows.map(({ key, createdAt }) => ({ application: key, removedAt: createdAt }));
}

/**
 * An operator has deleted the copies of a removed environment.
 * @returns What is left to delete.
 * @throws DomainError `not-found` with a sentence when no such copies wait for somebody.
 */
export async function noteRemovedCopies(
  needs: Parameters<typeof listRemovedCopies>[0],
  application: string,
): Promise<readonly RemovedCopies[]> {
  const waiting = await listRemovedCopies(needs);
  const isWaiting = waiting.some((each) => each.application === application);
  if (!isWaiting || !(await dropWork(needs.db, KIND, application)))
    throw new DomainError('not-found', {
      sentence: 'Não há cópias deste ambiente à espera de alguém. Sem um nome, o comando mostra as que há.',
    });
  return waiting.filter((each) => each.application !== application);
}
