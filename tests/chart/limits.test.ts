/** The companion's report and changes, with an instance that is slow, restarts, or is edited meanwhile. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { LimitsOrders } from '#companion/contract.ts';
import { readMonitors } from '#companion/counter.ts';
import { createLimits, createLimitsRecord } from '#companion/limits.ts';
import { createInstanceSocket } from '#dev/stand-ins/tenants/instance-socket.ts';
import { type Monitor, type MonitorWish, monitorsOf } from '#dev/stand-ins/tenants/monitors.ts';
import { testFolder } from '#tests/support/folders.ts';
import { KUMA_SCHEMA } from '#tests/support/kuma-database.ts';

let folder: string;
let rows: Monitor[];
let logged: Record<string, unknown>[];
let disturb: (command: string, value: unknown) => Promise<void> | void;

beforeEach(() => {
  folder = testFolder();
  logged = [];
  disturb = () => undefined;
});

const change = (id: number, columns: Partial<Monitor>): void => {
  rows = rows.map((row) => (row.id === id ? { ...row, ...columns } : row));
};

/** A newly started companion, which only has its file. */
function companion(workMs?: number) {
  const io = createInstanceSocket({ all: () => rows, change }, (command, value) => disturb(command, value));
  return createLimits({
    monitors: () => rows,
    record: createLimitsRecord(join(folder, 'vigia/limits.json'), (event: object) => {
      logged.push(event as Record<string, unknown>);
    }),
    instance: { io, instanceUrl: '', administratorFile: join(folder, 'administrator.json') },
    ...(workMs === undefined ? {} : { workMs }),
    log: (event: object) => {
      logged.push(event as Record<string, unknown>);
    },
  });
}

const many = (
  count: number,
  wish: Exclude<MonitorWish, string> = { kind: 'http', interval: 20 },
): Monitor[] => monitorsOf(Array.from({ length: count }, () => wish));
const upTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
const nothing = { pause: [], intervals: [], resume: [] };
const active = (): number[] => rows.filter((row) => row.active).map(({ id }) => id);
const intervalOf = (id: number) => rows.find((row) => row.id === id)?.interval;

/** Sixty monitors every 20 s, of which a free plan keeps five. */
const freeOrders = {
  pause: upTo(6, 60).toReversed(),
  intervals: upTo(1, 5).map((id) => ({ id, interval: 600 })),
  resume: [],
};

test('the instance’s database has the columns that are read', () => {
  const path = join(folder, 'kuma.db');
  const database = new DatabaseSync(path);
  database.exec(KUMA_SCHEMA);
  database.exec(
    "INSERT INTO monitor (name, interval, type, retry_interval, maxretries, url) VALUES ('Loja', 20, 'http', 5, 3, 'https://loja.example')",
  );
  database.close();
  const columns = { id: 1, name: 'Loja', type: 'http', active: 1 };
  const address = { url: 'https://loja.example', hostname: null, port: null };
  expect(readMonitors(path)).toEqual([
    { ...columns, interval: 20, retryInterval: 5, maxretries: 3, ...address },
  ]);
});

describe('the report', () => {
  test('omits groups; in a paused group a monitor still runs', () => {
    rows = monitorsOf([
      'group',
      { kind: 'group', active: false, parent: 1 },
      { kind: 'http', parent: 1 },
      { kind: 'http', parent: 2 },
      'paused',
      { kind: 'http', type: 'push' },
    ]);
    const { monitors } = companion().report();
    expect(monitors.map(({ id, isRunning }) => [id, isRunning])).toEqual([
      [3, true],
      [4, true],
      [5, false],
      [6, true],
    ]);
  });

  test.each([
    [{ url: 'https://loja.example/' }, 'loja.example'],
    [{ url: 'https://ana:senha@loja.example:8443/carrinho?token=1#a' }, 'loja.example:8443/carrinho'],
    [{ hostname: 'db.loja.example', port: 5432, url: 'https://' }, 'db.loja.example:5432'],
    [{ hostname: 'db.loja.example' }, 'db.loja.example'],
    [{ url: 'https://' }, undefined],
    [{}, undefined],
  ])('names what %j checks, without secrets', (columns, address) => {
    rows = many(1).map((row) => ({ ...row, url: null, hostname: null, ...columns }));
    expect(companion().report().monitors[0]?.address).toBe(address);
  });

  test('has a retry interval only with retries', () => {
    const [with3, none, same] = [
      { kind: 'http', retryInterval: 5, maxretries: 3 },
      { kind: 'http', retryInterval: 5, maxretries: 0 },
      { kind: 'http', retryInterval: 0, maxretries: 3 },
    ] as const;
    rows = monitorsOf([with3, none, same]);
    expect(
      companion()
        .report()
        .monitors.map(({ retryInterval }) => retryInterval),
    ).toEqual([5, null, null]);
  });
});

describe('enforcing', () => {
  test('pauses and raises by order, deletes nothing, and is idempotent', async () => {
    rows = many(60);
    const first = await companion().carryOut(freeOrders);
    expect([active(), intervalOf(1), intervalOf(60), rows.length]).toEqual([[1, 2, 3, 4, 5], 600, 20, 60]);
    expect(first).toMatchObject({ failed: [], raised: upTo(1, 5).map((id) => ({ id, from: 20, to: 600 })) });
    expect(await companion().carryOut(freeOrders)).toEqual(first);
  });

  test.each(['pauseMonitor', 'editMonitor', 'getMonitor'])(
    'an instance that restarts at %s leaves nothing forgotten',
    async (command) => {
      for (const isDone of [false, true]) {
        rows = many(8);
        rmSync(join(folder, 'vigia'), { recursive: true, force: true });
        let left = 2;
        disturb = (asked, value) => {
          if (asked !== command || --left > 0) return;
          disturb = () => undefined;
          if (isDone && command === 'pauseMonitor') change(value as number, { active: false });
          if (isDone && command === 'editMonitor') change((value as Monitor).id, { interval: 600 });
          throw new Error('the socket was closed');
        };
        const orders = { ...freeOrders, pause: [8, 7, 6] };
        await expect(companion().carryOut(orders)).rejects.toThrow('closed');
        const { paused, raised, failed } = await companion().carryOut(orders);
        expect([paused, failed, active()]).toEqual([[8, 7, 6], [], [1, 2, 3, 4, 5]]);
        expect(raised.map(({ id, from, to }) => [id, from, to])).toEqual(
          upTo(1, 5).map((id) => [id, 20, 600]),
        );
      }
    },
  );

  test('a slow instance gets the rest with the next call', async () => {
    rows = many(8);
    disturb = () => new Promise((resolve) => setTimeout(resolve, 5));
    const { paused } = await companion(1).carryOut({ ...nothing, pause: [8, 7, 6] });
    expect(paused).toEqual([8]);
    expect((await companion().carryOut({ ...nothing, pause: [8, 7, 6] })).paused).toEqual([8, 7, 6]);
  });

  test('two callers at once wait for each other', async () => {
    rows = many(3);
    const one = companion();
    const intervals = [{ id: 1, interval: 600 }];
    const [a, b] = await Promise.all([
      one.carryOut({ ...nothing, pause: [3], intervals }),
      one.carryOut({ ...nothing, pause: [3], intervals }),
    ]);
    expect([a, a.paused, a.raised]).toEqual([b, [3], [{ id: 1, from: 20, to: 600 }]]);
  });

  test('refused monitors are named, and the others are done', async () => {
    rows = many(3);
    disturb = (command, value) => {
      if (command === 'editMonitor' && (value as Monitor).id === 1)
        Object.assign(value as object, { accepted_statuscodes: [200] });
    };
    const intervals = upTo(1, 3).map((id) => ({ id, interval: 600 }));
    const { failed, raised } = await companion().carryOut({ ...nothing, intervals });
    expect([failed, raised.map(({ id }) => id), intervalOf(1)]).toEqual([[1], [2, 3], 20]);
    expect(logged).toMatchObject([{ event: 'limits-refused', monitor: 1 }]);
  });

  test('a monitor that is edited meanwhile keeps its owner’s values', async () => {
    rows = many(3);
    // The owner set a longer interval before our turn, and a name after it.
    change(1, { interval: 900 });
    let reads = 0;
    disturb = (command) => {
      if (command === 'getMonitor' && ++reads === 3) change(2, { name: 'Loja nova' });
    };
    await companion().carryOut({ ...nothing, intervals: [1, 2].map((id) => ({ id, interval: 600 })) });
    expect([intervalOf(1), intervalOf(2), rows[1]?.name]).toEqual([900, 600, 'Loja nova']);
    expect(logged).toEqual([{ event: 'limits-edit-differs', monitor: 2, fields: ['name'] }]);
  });

  test('a monitor deleted or paused since is not changed', async () => {
    rows = many(2).map((row) => ({ ...row, active: row.id !== 2 }));
    const { paused, failed } = await companion().carryOut({
      pause: [2, 9],
      resume: [2, 9],
      intervals: [{ id: 9, interval: 600 }],
    });
    expect([paused, failed, active()]).toEqual([[], [], [1]]);
  });
});

describe('undoing', () => {
  test('resumes what was paused here, never what the customer paused', async () => {
    rows = many(8);
    change(6, { active: false });
    await companion().carryOut({ ...nothing, pause: [8, 7] });
    const { paused } = await companion().carryOut({ ...nothing, resume: [6, 7, 8] });
    expect([paused, active()]).toEqual([[], [1, 2, 3, 4, 5, 7, 8]]);
  });

  test('forgets monitors that the customer resumed or deleted', async () => {
    rows = many(8);
    await companion().carryOut({ ...nothing, pause: [8, 7, 6] });
    change(8, { active: true });
    rows = rows.filter(({ id }) => id !== 7);
    expect(companion().report().paused).toEqual([6]);
    // The customer paused it since, so it is not ours.
    change(8, { active: false });
    await companion().carryOut({ ...nothing, resume: [6, 7, 8] });
    expect(active()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('restores an interval within the new plan and the customer’s choice', async () => {
    rows = many(1);
    await companion().carryOut({ ...nothing, intervals: [{ id: 1, interval: 600 }] });
    const { raised } = await companion().carryOut({ ...nothing, intervals: [{ id: 1, interval: 300 }] });
    expect([raised, intervalOf(1)]).toEqual([[{ id: 1, from: 20, to: 300 }], 300]);
    const back = await companion().carryOut({ ...nothing, intervals: [{ id: 1, interval: 20 }] });
    expect([back.raised, intervalOf(1)]).toEqual([[], 20]);
  });

  test('interrupted, the customer’s own value is not forgotten', async () => {
    rows = many(1);
    await companion().carryOut({ ...nothing, intervals: [{ id: 1, interval: 600 }] });
    disturb = (command) => {
      if (command === 'editMonitor') throw new Error('the socket was closed');
    };
    await expect(
      companion().carryOut({ ...nothing, intervals: [{ id: 1, interval: 300 }] }),
    ).rejects.toThrow();
    expect(companion().report().raised).toMatchObject([{ id: 1, from: 20 }]);
    disturb = () => undefined;
    await companion().carryOut({ ...nothing, intervals: [{ id: 1, interval: 300 }] });
    expect([companion().report().raised, intervalOf(1)]).toEqual([[{ id: 1, from: 20, to: 300 }], 300]);
  });

  test('an interval that the customer changed since is kept', async () => {
    rows = many(1);
    await companion().carryOut({ ...nothing, intervals: [{ id: 1, interval: 600 }] });
    change(1, { interval: 900 });
    await companion().carryOut({ ...nothing, intervals: [{ id: 1, interval: 300 }] });
    expect([companion().report().raised, intervalOf(1)]).toEqual([[], 900]);
  });

  test('a short retry is raised for good, under every plan', async () => {
    rows = many(1, { kind: 'http', interval: 600, retryInterval: 5, maxretries: 3 });
    const orders = { ...nothing, intervals: [{ id: 1, interval: 600, retryInterval: 20 }] };
    const { raised } = await companion().carryOut(orders);
    expect([raised, rows[0]?.retryInterval]).toEqual([[], 20]);
  });

  test('an entry goes when the customer’s value is back, whatever else was changed', async () => {
    rows = many(1, { kind: 'http', interval: 20, retryInterval: 5, maxretries: 3 });
    await companion().carryOut({ ...nothing, intervals: [{ id: 1, interval: 600, retryInterval: 20 }] });
    const { raised } = await companion().carryOut({ ...nothing, intervals: [{ id: 1, interval: 20 }] });
    expect([raised, intervalOf(1)]).toEqual([[], 20]);
  });

  test('an entry goes when an interrupted raise is no longer wanted', async () => {
    rows = many(1);
    await companion().carryOut({ ...nothing, intervals: [{ id: 1, interval: 300 }] });
    disturb = (command) => {
      if (command === 'editMonitor') throw new Error('the socket was closed');
    };
    const back = { ...nothing, intervals: [{ id: 1, interval: 20 }] };
    await expect(companion().carryOut(back)).rejects.toThrow();
    disturb = () => undefined;
    change(1, { interval: 20 });
    expect((await companion().carryOut(back)).raised).toEqual([]);
  });

  test('an entry goes when nothing of ours is left', () => {
    rows = many(1, { kind: 'http', interval: 600 });
    const file = createLimitsRecord(join(folder, 'vigia/limits.json'));
    file.write({ paused: [], raised: [{ id: 1, from: 600, at: [600] }] });
    expect(companion().report().raised).toEqual([]);
  });
});

test.each(['', '{"paused":[8,7', '{"paused":[]}', 'null'])(
  'a damaged record (%s) is kept aside, and limits go on',
  async (text) => {
    rows = many(8);
    mkdirSync(join(folder, 'vigia'));
    writeFileSync(join(folder, 'vigia/limits.json'), text);
    expect(companion().report().paused).toEqual([]);
    expect((await companion().carryOut({ ...nothing, pause: [8] })).paused).toEqual([8]);
    const aside = readdirSync(join(folder, 'vigia')).filter((name) => name.includes('damaged'));
    expect([aside.length, logged]).toMatchObject([1, [{ event: 'record-damaged' }]]);
  },
);

test.each([
  null,
  [],
  {},
  { ...nothing, pause: ['1'] },
  { ...nothing, pause: [0] },
  { ...nothing, resume: 1 },
  { ...nothing, intervals: [null] },
  { ...nothing, intervals: [{ id: 1 }] },
  { ...nothing, intervals: [{ id: 1, interval: -1 }] },
])('%j is not an order', (value) => {
  expect(LimitsOrders.safeParse(value).success).toBe(false);
});
