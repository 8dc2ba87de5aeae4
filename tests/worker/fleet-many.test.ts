/** A run over many environments, with a cluster that fails and a Worker that dies at any call. */

import { beforeAll, expect, inject, test } from 'vitest';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { fleetWork } from '#functions/fleet/advance-run.ts';
import { commandFleet } from '#functions/fleet/command-run.ts';
import { runWork } from '#functions/platform/work/run-work.ts';
import { orderRows, tenantRows } from '#tests/support/rows.ts';
import { depsAt, depsWith, putRows, sql } from './support.ts';
import { killed, watchedDb } from './watched-db.ts';

/** A hundred are enough for all waves, and for every kind of failure; the full test walks as many as a year may bring. */
const ENVIRONMENTS = inject('fleetSize');
const AT_ONCE = 20;

beforeAll(async () => {
  const many = Array.from({ length: ENVIRONMENTS }, (_, index) => index + 1);
  await putRows(
    many.flatMap((number) => {
      const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
      const owned = { subject: `s-${number}`, subdomain: `many-${number}` };
      return [
        ...orderRows({ id, ...owned, chart_revision: 'v1' }),
        ...tenantRows({ order_id: id, ...owned, created_at: number }),
      ];
    }),
  );
});

/** A repeatable sequence of numbers from 0 to 1 (Mulberry32). */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Applications in memory; some calls are refused, and some are carried out without an answer. */
function failingCluster(chance: () => number) {
  const revisions = new Map<string, string>();
  const restarts = new Map<string, number>();
  const fails = (): void => {
    if (chance() < 0.05) throw new DomainError('cluster-unavailable');
  };
  const cluster: Partial<Deps['cluster']> = {
    startCopy: async () => false,
    async ensureApplication({ orderId }) {
      fails();
      const [row] = await sql<{ revision: string }>(
        'SELECT chart_revision AS revision FROM orders WHERE id = ?',
        orderId,
      );
      const revision = row?.revision ?? '';
      if (revisions.get(orderId) !== revision) restarts.set(orderId, (restarts.get(orderId) ?? 0) + 1);
      revisions.set(orderId, revision);
      fails();
    },
    async readApplication(orderId) {
      fails();
      const chartRevision = revisions.get(orderId) ?? 'v1';
      return { synced: true, healthy: chartRevision !== 'bad', syncFailed: false, chartRevision };
    },
  };
  return { cluster, revisions, restarts };
}

/** Instances that answer with any version. */
const instances = {
  readState: async () => ({
    version: '2.5.3',
    isTested: true,
    isServed: true,
    isMailPortOpen: null,
    volume: { usedBytes: 1, totalBytes: 2 },
  }),
  readLimits: async () => ({ monitors: [], paused: [], raised: [] }),
  readCopies: async () => ({ at: null, snapshot: null, restored: null }),
  isReady: async () => true,
};

/** Turns of the queue until the run is over; returns the most environments that were begun at once. */
async function walk(world: ReturnType<typeof failingCluster>, chance: () => number, stepMs: number) {
  let most = 0;
  let dies = false;
  const db = watchedDb({
    on: /^UPDATE fleet_steps SET written_at = \? WHERE/,
    before: () => (dies ? killed() : undefined),
  });
  for (let turn = 1; turn < 2 * ENVIRONMENTS; turn += 1) {
    // A Worker that dies leaves its lease; the queue goes on after it.
    dies = chance() < 0.1;
    const deps = depsWith({ cluster: world.cluster, instances, db }, turn * stepMs);
    await runWork(deps, fleetWork).catch(() => undefined);
    const [open] = await sql<{ count: number }>(
      `SELECT COUNT(*) AS count FROM fleet_steps WHERE state IN ('copying', 'begun', 'returning')`,
    );
    most = Math.max(most, open?.count ?? 0);
    const { run } = await commandFleet(depsAt(turn * stepMs), { atOnce: AT_ONCE } as never);
    if (run?.state === 'done' || (run?.state === 'failed' && open?.count === 0)) return { most, run };
  }
  throw new Error('The run does not end.');
}

test('every environment ends at the new revision, restarted once, never more than so many at once', async () => {
  const chance = drawn(29);
  const world = failingCluster(chance);
  await commandFleet(depsAt(0), { revision: 'v2', atOnce: AT_ONCE } as never);
  const { most, run } = await walk(world, chance, 60_000);
  expect(run).toMatchObject({ state: 'done', done: ENVIRONMENTS, waiting: 0 });
  expect(most).toBeLessThanOrEqual(AT_ONCE);
  expect([...world.revisions.values()].filter((each) => each === 'v2')).toHaveLength(ENVIRONMENTS);
  expect([...world.restarts.values()].filter((times) => times !== 1)).toEqual([]);
}, 600_000);

test('a bad version touches one environment, and that one is back', async () => {
  const chance = drawn(3);
  const world = failingCluster(chance);
  await commandFleet(depsAt(0), { revision: 'bad', atOnce: AT_ONCE } as never);
  const { run } = await walk(world, chance, 10 * 60_000);
  expect(run).toMatchObject({ state: 'failed', done: 0, waiting: ENVIRONMENTS - 1 });
  expect([...world.revisions.values()]).toEqual(['v2']);
  expect(await sql(`SELECT COUNT(*) AS bad FROM orders WHERE chart_revision = 'bad'`)).toEqual([{ bad: 0 }]);
}, 600_000);
