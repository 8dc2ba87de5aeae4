/**
 * Deletes the copies of an environment that was removed, after the promised time (content/legal/retention.json).
 *
 * Needs the bucket that the chart's copies go to, bound as COPIES. Without it the operator deletes them (docs/cluster.md).
 */
import { DAY_MS } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import type { NewWork } from '#functions/platform/work/work-store.ts';

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
  async run({ copiesBucket }, { key: application }) {
    if (copiesBucket === null) return;
    // The name is a whole part of the path, so that no other environment's copies begin with it.
    for (;;) {
      const { objects } = await copiesBucket.list({ prefix: `${application}/`, limit: PER_CALL });
      if (objects.length === 0) return;
      await copiesBucket.delete(objects.map(({ key }) => key));
    }
  },
});
