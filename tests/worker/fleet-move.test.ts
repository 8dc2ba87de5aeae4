/** One environment on its way to another cluster. */
import { beforeEach, expect, test } from 'vitest';
import type { Deps } from '#functions/compose.ts';
import { restoreWork } from '#functions/copies/restore-environment.ts';
import { commandFleet } from '#functions/fleet/command-run.ts';
import { moveEnvironment, moveWork } from '#functions/fleet/move-environment.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import {
  applicationsAt,
  calmClusters,
  depsWithCapacity,
  envWith,
  provision,
  signUpAt,
  two,
} from './clusters-support.ts';
import { eventsOf } from './operations-support.ts';
import {
  addresses,
  noFaults,
  orderIdOf,
  runDue,
  sendJson,
  setDue,
  setFaults,
  sql,
  stateOf,
} from './support.ts';

beforeEach(calmClusters);

interface Moving {
  readonly orderId: string;
  readonly subdominio: string;
}

/** A customer in the first cluster. */
async function customerInOne(): Promise<Moving> {
  const person = await signUpAt(envWith({ one: 50, two: 0 }));
  await provision(depsWithCapacity(50, 0), person);
  return { subdominio: person.subdominio, orderId: await orderIdOf(person.subject) };
}

const deps = () => depsWithCapacity(50, 50);
const move = ({ orderId }: Moving, to = 'two', needs: Deps = deps()) => moveEnvironment(needs, orderId, to);

interface Stored {
  readonly subdomain: string;
  readonly spec: {
    source: { helm: { valuesObject: { suspended: boolean; restore?: { snapshot: string } } } };
  };
}
/** The application's values at a cluster; `null` when it is not there. */
async function valuesAt(argocdUrl: string, { subdominio }: Moving) {
  const { applications } = await stateOf<{ applications: readonly Stored[] }>(argocdUrl);
  return (
    applications.find(({ subdomain }) => subdomain === subdominio)?.spec.source.helm.valuesObject ?? null
  );
}
/** Where the instance has a pod that is not stopped. */
const runsAt = async (moving: Moving) => {
  const both = await Promise.all([addresses.argocdUrl, two.argocdUrl].map((url) => valuesAt(url, moving)));
  return ['one', 'two'].filter((_, at) => both[at] !== null && !both[at]?.suspended);
};

/** One turn of the work. */
async function turn({ orderId }: Moving, needs: Deps = deps()): Promise<void> {
  for (const kind of [moveWork, restoreWork]) {
    await setDue(kind, orderId);
    await runDue(kind, needs);
  }
}

/** Turns until it is over; after each, it runs in one cluster at most. */
async function arrive(moving: Moving, needs: () => Deps = deps): Promise<void> {
  await expect
    .poll(async () => {
      await turn(moving, needs());
      expect((await runsAt(moving)).length).toBeLessThan(2);
      return sql('SELECT state FROM moves WHERE order_id = ?', moving.orderId);
    })
    .toEqual([]);
}

async function expectArrived(moving: Moving): Promise<void> {
  const { orderId, subdominio } = moving;
  expect(await sql('SELECT cluster FROM orders WHERE id = ?', orderId)).toEqual([{ cluster: 'two' }]);
  expect(await applicationsAt(addresses.argocdUrl)).not.toContain(subdominio);
  expect(await runsAt(moving)).toEqual(['two']);
  const kinds = (await eventsOf(orderId))
    .map(({ kind }) => kind)
    .filter((kind) => /^(move|restore)-/.test(kind));
  expect(kinds).toEqual(['move-asked', 'restore-asked', 'restore-done', 'move-done']);
}

test('it comes back from its copy on the other cluster, and is then removed where it was', async () => {
  const moving = await customerInOne();
  expect(await move(moving)).toMatchObject({ de: 'one', para: 'two', passo: 'copying' });
  expect(await move(moving)).toMatchObject({ passo: 'copying' });
  await arrive(moving);
  await expectArrived(moving);
  const values = await valuesAt(two.argocdUrl, moving);
  expect(values?.restore?.snapshot).toMatch(/^[0-9a-f]{8,}$/);
  expect(await move(moving)).toMatchObject({ de: 'two', para: 'two', passo: 'done' });
});

test('killed at any call it goes on, and ends the same', async () => {
  const moving = await customerInOne();
  await move(moving);
  let calls = 0;
  /** Every third call outside is made, and its answer lost. */
  const dying = (): Deps => {
    const real = deps();
    const cluster = new Proxy(real.cluster, {
      get:
        (target, name: keyof Deps['cluster']) =>
        async (...args: never[]) => {
          const answer = await (target[name] as (...all: never[]) => Promise<unknown>)(...args);
          calls += 1;
          if (calls % 3 === 0) throw new Error('the Worker died');
          return answer;
        },
    });
    return { ...real, cluster };
  };
  await arrive(moving, dying);
  await expectArrived(moving);
  expect(calls).toBeGreaterThan(3);
});

test('a change of standing meanwhile does not start it where it is stopped', async () => {
  const moving = await customerInOne();
  await move(moving);
  await sql("UPDATE moves SET state = 'stopping', snapshot = '0a1b2c3d' WHERE order_id = ?", moving.orderId);
  await turn(moving);
  await sql("UPDATE tenants SET plan = 'pro' WHERE order_id = ?", moving.orderId);
  await applyStanding(deps(), moving.orderId);
  expect(await valuesAt(addresses.argocdUrl, moving)).toMatchObject({ suspended: true });
  await arrive(moving);
  await expectArrived(moving);
});

test('a copy that is not kept changes nothing, and the team is told', async () => {
  const moving = await customerInOne();
  await move(moving);
  const neverCopied = { at: null, snapshot: null, restored: null };
  const needs = deps();
  const stuck: Deps = {
    ...needs,
    instances: { ...needs.instances, readCopies: async () => neverCopied },
    clock: { now: () => Date.now() + 71 * 60_000 },
  };
  await turn(moving, stuck);
  expect(await sql('SELECT 1 FROM moves')).toEqual([]);
  expect(await runsAt(moving)).toEqual(['one']);
  expect((await eventsOf(moving.orderId)).at(-1)).toMatchObject({ kind: 'move-given-up' });
});

test('a new cluster that does not answer is waited for, with the old one stopped and kept', async () => {
  const moving = await customerInOne();
  await move(moving);
  await setFaults(two.argocdUrl, { ...noFaults, down: true });
  for (let turns = 0; turns < 5; turns += 1) await turn(moving);
  expect(await sql('SELECT state FROM moves')).toEqual([{ state: 'starting' }]);
  expect(await valuesAt(addresses.argocdUrl, moving)).toMatchObject({ suspended: true });
  await setFaults(two.argocdUrl, noFaults);
  await arrive(moving);
  await expectArrived(moving);
});

test('refused: an unknown cluster, a stopped environment, without copies, beside a walk over all', async () => {
  const moving = await customerInOne();
  await expect(move(moving, 'three')).rejects.toMatchObject({
    code: 'not-found',
    sentence: expect.stringContaining('one, two'),
  });
  await sendJson(`${addresses.argocdUrl}/__stand-in/settings`, 'PATCH', { copies: false });
  await expect(move(moving)).rejects.toMatchObject({ code: 'not-found' });
  await sendJson(`${addresses.argocdUrl}/__stand-in/settings`, 'PATCH', { copies: true });
  await commandFleet(deps(), { revisao: 'v9', so: moving.subdominio, porVez: 1 });
  await expect(move(moving)).rejects.toMatchObject({ code: 'idempotency-in-progress' });
  await commandFleet(deps(), { acao: 'parar', porVez: 1 });
  await move(moving);
  await expect(commandFleet(deps(), { revisao: 'v9', porVez: 1 })).rejects.toMatchObject({
    code: 'idempotency-in-progress',
  });
  await arrive(moving);
  await sql("UPDATE tenants SET state = 'suspended' WHERE order_id = ?", moving.orderId);
  await expect(move(moving, 'one')).rejects.toMatchObject({ code: 'tenant-exists' });
});
