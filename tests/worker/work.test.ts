/// <reference types="@cloudflare/vitest-plugin/types" />
/** The one work queue: claims, leases, retries, fairness, and what happens to work that is asked for during its run. */

import { beforeEach, expect, test } from 'vitest';
import type { Deps } from '#functions/compose.ts';
import { raw } from '#functions/platform/db.ts';
import {
  defineWork,
  Unfinished,
  type WorkItem,
  type WorkKind,
} from '#functions/platform/work/define-work.ts';
import { runWork, runWorkNow } from '#functions/platform/work/run-work.ts';
import {
  addWork,
  claimTheseWorks,
  claimWork,
  finishWork,
  noteWorkFailed,
  retryWorkLater,
  workOfEach,
  workStatement,
} from '#functions/platform/work/work-store.ts';
import { workKinds } from '#functions/work.ts';
import { orderRows } from '#tests/support/rows.ts';
import { depsAt, env, putRows, sql } from './support.ts';

const KIND = 'test';
const LEASE_MS = 600_000;
const REQUEST_LEASE_MS = 120_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

beforeEach(() => sql('DELETE FROM work'));

/** The real dependencies at a moment. */
const at = (now: number): Deps => ({ ...depsAt(0), clock: { now: () => now } });

const ask = (key: string, more: { dueAt?: number; orderId?: string } = {}, now = 0) =>
  addWork(at(0).db, { kind: KIND, key, ...more }, now);

const kindOf = (run: WorkKind<Deps>['run'], more: Partial<WorkKind<Deps>> = {}): WorkKind<Deps> =>
  defineWork<Deps>({ kind: KIND, title: 'Prova', perRun: 10, run, ...more });

/** A kind that notes which items it ran, in order. */
function noting(more: Partial<WorkKind<Deps>> = {}) {
  const ran: string[] = [];
  const kind = kindOf(async (_, { key }) => void ran.push(key), more);
  return { ran, kind };
}

const failing = (more: Partial<WorkKind<Deps>> = {}) =>
  kindOf(() => Promise.reject(new Unfinished('falta algo')), more);

const rows = () =>
  sql<{ key: string; due_at: number; attempts: number; last_error: string | null }>(
    'SELECT key, due_at, attempts, last_error FROM work ORDER BY key',
  );
const keys = async () => (await rows()).map(({ key }) => key);

test('is written with the fact it follows, or not at all', async () => {
  const { DB } = env;
  const refused = DB.prepare("INSERT INTO orders (id) VALUES ('incompleto')");
  await expect(DB.batch([workStatement(DB, { kind: KIND, key: 'a' }, 0), refused])).rejects.toThrow();
  await workStatement(DB, { kind: KIND, key: 'b' }, 0, raw('1 = 2')).run();
  expect(await keys()).toEqual([]);
  await workStatement(DB, { kind: KIND, key: 'c' }, 0, raw('1 = 1')).run();
  await workOfEach(
    DB,
    KIND,
    0,
    raw(`SELECT value AS key, NULL AS order_id FROM json_each('["d","e"]')`),
  ).run();
  expect(await keys()).toEqual(['c', 'd', 'e']);
});

test('runs when it is due, the longest waiting first, and is gone when done', async () => {
  await ask('second', { dueAt: 2 });
  await ask('third', { dueAt: 3 });
  await ask('first', { dueAt: 1 });
  const { ran, kind } = noting({ perRun: 2 });
  await runWork(at(0), kind);
  expect(ran).toEqual([]);
  await runWork(at(3), kind);
  expect(ran).toEqual(['first', 'second']);
  await runWork(at(3), kind);
  expect(ran).toEqual(['first', 'second', 'third']);
  expect(await keys()).toEqual([]);
});

test('asked for twice it is one piece of work, at the earlier time', async () => {
  await ask('a', { dueAt: 5 });
  await ask('a', { dueAt: 9 });
  expect(await rows()).toMatchObject([{ key: 'a', due_at: 5 }]);
  await ask('a', { dueAt: 2 });
  expect(await rows()).toMatchObject([{ key: 'a', due_at: 2 }]);
});

test('two runs at once share the items; none is run twice', async () => {
  const all = Array.from({ length: 10 }, (_, index) => `${index}`);
  for (const key of all) await ask(key);
  const { ran, kind } = noting();
  await Promise.all([runWork(at(1), kind), runWork(at(1), kind), runWorkNow(at(1), kind, all)]);
  expect(ran.toSorted()).toEqual(all);
});

test('a request runs the items it names, unless they are leased or not due', async () => {
  await ask('mine');
  await ask('other');
  await ask('later', { dueAt: 100 });
  await claimWork(at(1).db, KIND, { perRun: 1 }, 1);
  const { ran, kind } = noting();
  await runWorkNow(at(1), kind, ['mine', 'other', 'later', 'gone']);
  expect(ran).toEqual(['other']);
});

test('after a crash an item is free when its lease ends', async () => {
  await ask('job');
  await ask('request');
  const { db } = at(0);
  await claimWork(db, KIND, { perRun: 1 }, 1);
  await claimTheseWorks(db, KIND, ['request'], {}, 1);
  const { ran, kind } = noting();
  await runWork(at(REQUEST_LEASE_MS), kind);
  expect(ran).toEqual([]);
  await runWork(at(1 + REQUEST_LEASE_MS), kind);
  expect(ran).toEqual(['request']);
  await runWork(at(LEASE_MS), kind);
  expect(ran).toEqual(['request']);
  await runWork(at(1 + LEASE_MS), kind);
  expect(ran).toEqual(['request', 'job']);
});

test('a worker that lost its lease changes nothing', async () => {
  await ask('a');
  const { db } = at(0);
  const [slow] = await claimWork(db, KIND, { perRun: 1 }, 1);
  const [other] = await claimWork(db, KIND, { perRun: 1 }, 1 + LEASE_MS);
  if (slow === undefined || other === undefined) throw new Error('The item was not claimed twice.');
  const [before] = await sql('SELECT * FROM work');
  await finishWork(db, slow);
  await retryWorkLater(db, slow, 77);
  await noteWorkFailed(db, slow, 77, 'x');
  expect(await sql('SELECT * FROM work')).toEqual([before]);
  await finishWork(db, other);
  expect(await keys()).toEqual([]);
});

test('asked for while it runs, it runs once more', async () => {
  await ask('a');
  let runs = 0;
  const kind = kindOf(async () => {
    runs += 1;
    if (runs === 1) await ask('a', { dueAt: 50 }, 5);
  });
  await runWork(at(1), kind);
  expect(await keys()).toEqual(['a']);
  await runWork(at(1), kind);
  expect([runs, await keys()]).toEqual([2, []]);
});

test('a handler can put its work off; a request meanwhile comes first', async () => {
  await ask('a');
  await ask('b');
  const kind = kindOf(async (_, { key }) => {
    if (key === 'b') await ask('b', {}, 1);
    return { againAt: 100 };
  });
  await runWork(at(1), kind);
  expect(await rows()).toMatchObject([
    { key: 'a', due_at: 100, attempts: 0 },
    { key: 'b', due_at: 0, attempts: 0 },
  ]);
});

test('failures wait longer and longer, an hour at most; success starts anew', async () => {
  await ask('a');
  const waits: number[] = [];
  for (let now = 1; waits.length < 12; ) {
    await runWork(at(now), failing());
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: waits.length + 1, last_error: 'falta algo' });
    waits.push(((row?.due_at ?? 0) - now) / 1000);
    now = row?.due_at ?? 0;
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
  await runWork(
    at(DAY_MS),
    kindOf(async () => ({ againAt: 2 * DAY_MS })),
  );
  expect(await rows()).toMatchObject([{ attempts: 0, last_error: null }]);
});

test('failing for a day, it is stuck; a success in between counts', async () => {
  await ask('a');
  const stuck: WorkItem[] = [];
  const kind = failing({ onStuck: async (_, item) => stuck.push(item) });
  await runWork(at(1), kind);
  await runWork(at(DAY_MS), kind);
  expect(stuck).toEqual([]);
  await runWork(at(DAY_MS + HOUR_MS), kind);
  expect(stuck).toMatchObject([{ key: 'a', attempts: 3 }]);
  await runWork(
    at(3 * DAY_MS),
    kindOf(async () => ({ againAt: 0 })),
  );
  await runWork(at(4 * DAY_MS), kind);
  expect(stuck).toHaveLength(1);
});

test('an item that always fails holds up no other', async () => {
  for (const key of ['poison', 'a', 'b', 'c']) await ask(key);
  const ran: string[] = [];
  const kind = kindOf(
    async (_, { key }) => {
      if (key === 'poison') throw new Error('broken');
      ran.push(key);
    },
    { perRun: 1 },
  );
  for (let round = 0; round < 4; round += 1) await runWork(at(1), kind);
  expect(ran.toSorted()).toEqual(['a', 'b', 'c']);
  expect(await rows()).toMatchObject([{ key: 'poison', last_error: 'internal' }]);
});

test('an item that hangs holds up no other of its run', async () => {
  await ask('hangs');
  await ask('runs');
  let release = (): void => undefined;
  const other = new Promise<void>((resolve) => {
    release = resolve;
  });
  await runWork(
    at(1),
    kindOf(async (_, { key }) => (key === 'hangs' ? other : release())),
  );
  expect(await keys()).toEqual([]);
});

test('each cluster has its own share of a run', async () => {
  const orderOf = async (cluster: string): Promise<string> => {
    const id = crypto.randomUUID();
    await putRows(orderRows({ id, subject: id, subdomain: id, cluster }));
    return id;
  };
  for (const [cluster, name] of [
    ['one', 'a'],
    ['two', 'b'],
  ] as const)
    for (const each of [1, 2, 3])
      await ask(`${name}${each}`, { orderId: await orderOf(cluster), dueAt: cluster === 'one' ? each : 9 });
  const { ran, kind } = noting({ perRun: 2, isPerCluster: true });
  await runWork(at(10), kind);
  expect(ran.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2']);
});

test('a drained kind goes on until nothing is due, but not while everything fails', async () => {
  for (let index = 0; index < 25; index += 1) await ask(`${index}`);
  await runWork(at(1), failing({ isDrained: true, perRun: 10 }));
  expect((await rows()).filter(({ attempts }) => attempts > 0)).toHaveLength(10);
  const { ran, kind } = noting({ isDrained: true });
  await runWork(at(HOUR_MS), kind);
  expect(ran).toHaveLength(25);
});

test('every kind has a name of its own, and words for operators', () => {
  expect(new Set(workKinds.map(({ kind }) => kind)).size).toBe(workKinds.length);
  for (const { title } of workKinds) expect(title).toMatch(/^\p{Lu}/u);
});
