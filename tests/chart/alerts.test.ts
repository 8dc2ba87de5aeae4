/** What the companion reports of an instance, and the channel that it keeps there: once, in order, whatever fails. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAlertRecord } from '#companion/alert-record.ts';
import { createAlerts } from '#companion/alerts.ts';
import { AlertsSetUp } from '#companion/contract.ts';
import { createLimits, createLimitsRecord } from '#companion/limits.ts';
import { openInstanceDatabase } from '#dev/stand-ins/tenants/instance-database.ts';
import { createInstanceSocket } from '#dev/stand-ins/tenants/instance-socket.ts';
import { DOWN, kumaTime, MAINTENANCE, PENDING, type Status, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { type Monitor, monitorsOf } from '#dev/stand-ins/tenants/monitors.ts';
import type { AlertEvents, ReportedEvent } from '#domain/api-schemas/alert-events.ts';
import { AlertEvents as AlertEventsSchema } from '#domain/api-schemas/alert-events.ts';
import { testFolder } from '#tests/support/folders.ts';

const START = Date.parse('2026-11-26T06:13:00Z');
const CHANNEL = 'Avisos da Vigia';
const setUp = {
  address: 'https://vigia.example/api/ambiente/avisos',
  token: 'token',
  restore: false,
  attach: [] as number[],
  first: null as { key: string; address: string; interval: number } | null,
};

let folder: string;
let rows: Monitor[];
let clock: number;
let instance: ReturnType<typeof openInstanceDatabase>;
/** Answers of the functions, in order; 204 afterwards. */
let answers: (number | 'lost' | 'silent' | { status: number; retryAfter: string })[];
let accepted: ReportedEvent[];
/** Generation and key of each. */
let known: Set<string>;
let posts: AlertEvents[];
let calls: [string, unknown][];
let disturb: (command: string, value: unknown) => void;
let maintenance: Record<string, object>;

beforeEach(() => {
  folder = testFolder();
  rows = monitorsOf(['http', 'http', 'http']).map((row) => ({ ...row, name: `Site ${row.id}` }));
  clock = START;
  instance = openInstanceDatabase(join(folder, 'kuma.db'));
  instance.mirror(rows);
  [answers, accepted, posts, calls] = [[], [], [], []];
  known = new Set();
  disturb = () => undefined;
  maintenance = {};
});
afterEach(() => instance.close());

async function post(_address: string, init: RequestInit): Promise<Response> {
  const answer = answers.shift() ?? 204;
  const body = AlertEventsSchema.parse(JSON.parse(String(init.body)));
  posts.push(body);
  if (answer === 'silent') throw new Error('no answer');
  const isAccepted = answer === 204 || answer === 'lost';
  for (const event of isAccepted ? body.events : []) {
    const name = `${body.generation} ${event.key}`;
    if (!known.has(name)) accepted.push(event);
    known.add(name);
  }
  if (answer === 'lost') throw new Error('the answer was lost');
  if (typeof answer === 'object')
    return new Response(null, { status: answer.status, headers: { 'Retry-After': answer.retryAfter } });
  return new Response(null, { status: answer });
}

/** The instance's own sockets, and whose administrator the companion is. */
function connection() {
  const inner = createInstanceSocket(
    {
      all: () => rows,
      change: (id, change) => {
        rows = rows.map((row) => (row.id === id ? { ...row, ...change } : row));
      },
      add(monitor) {
        const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
        rows = [...rows, { ...monitor, id }];
        instance.mirror(rows);
        return id;
      },
      channels: instance.channels,
    },
    (command, value) => {
      calls.push([command, value]);
      disturb(command, value);
    },
  );
  const io = () => {
    const socket = inner();
    const plain = socket.timeout;
    return Object.assign(socket, {
      timeout: () => ({
        emitWithAck: async (command: string, value: never) => {
          if (command !== 'getMaintenanceList') return plain().emitWithAck(command, value);
          disturb(command, value);
          socket.emit('maintenanceList', maintenance);
          return { ok: true };
        },
      }),
    });
  };
  return { io, instanceUrl: '', administratorFile: join(folder, 'administrator.json') };
}

/** A companion that starts anew on the same files. */
const companion = () =>
  createAlerts({
    database: instance.path,
    record: createAlertRecord(join(folder, 'vigia/alerts.json')),
    notifyUrl: 'http://127.0.0.1:3002/alert',
    instance: connection(),
    fetch: post as typeof fetch,
    now: () => clock,
    log: () => undefined,
  });

const beat = (monitor: number, status: Status, message = '') =>
  instance.beat(monitor, { status, message, ping: status === UP ? 80.4 : null }, clock);
const kinds = () => accepted.map(({ kind, monitor }) => [kind, monitor?.id ?? null]);
const sql = (text: string) => {
  const database = new DatabaseSync(instance.path);
  database.exec(text);
  database.close();
};
const secondsLater = (seconds: number) => {
  clock += seconds * 1000;
};

/** A companion that was set up before the next beats. */
async function started(more: Partial<typeof setUp> = {}) {
  const alerts = companion();
  await alerts.setUp({ ...setUp, ...more });
  return alerts;
}

describe('the record of the instance is what is told', () => {
  test('changes of state arrive once, in order, with what the instance says', async () => {
    const alerts = await started();
    beat(1, UP);
    beat(2, DOWN, 'connect\nETIMEDOUT');
    beat(1, DOWN, 'timeout');
    beat(1, DOWN, 'timeout');
    beat(1, UP);
    await alerts.poll();
    await alerts.poll();
    expect(kinds()).toEqual([
      ['first', 1],
      ['down', 2],
      ['down', 1],
      ['up', 1],
    ]);
    expect(accepted[0]).toMatchObject({ at: START, ping: 80, monitor: { name: 'Site 1' } });
    expect(accepted[1]).toMatchObject({ isFirst: true, message: 'connect ETIMEDOUT' });
    expect(alerts.report().waiting).toEqual({ events: 0, oldestAt: null });
  });

  test('what happened before the set-up is not told', async () => {
    beat(1, UP);
    beat(1, DOWN);
    const alerts = await started();
    await alerts.poll();
    expect(posts).toEqual([]);
    beat(1, UP);
    await alerts.poll();
    expect(kinds()).toEqual([['up', 1]]);
  });

  test('a restart continues where the last one stopped', async () => {
    const before = await started();
    beat(1, DOWN);
    answers = ['silent'];
    await before.poll();
    const alerts = companion();
    secondsLater(5);
    await alerts.poll();
    await companion().poll();
    expect(kinds()).toEqual([['down', 1]]);
  });

  test('a database that came from a copy begins a new generation, and its past is not told', async () => {
    const alerts = await started();
    for (const status of [UP, DOWN, UP] as const) beat(1, status);
    await alerts.poll();
    const [before] = posts;
    sql('DELETE FROM heartbeat WHERE id > 1; UPDATE sqlite_sequence SET seq = 1');
    await alerts.poll();
    beat(1, DOWN);
    await alerts.poll();
    expect(kinds().at(-1)).toEqual(['down', 1]);
    expect(posts.at(-1)?.generation).not.toBe(before?.generation);
  });

  test('a monitor that was down and is paused, deleted or in maintenance is reported as stopped', async () => {
    const alerts = await started();
    for (const monitor of [1, 2, 3]) beat(monitor, DOWN);
    await alerts.poll();
    rows = rows.filter(({ id }) => id !== 1).map((row) => (row.id === 2 ? { ...row, active: false } : row));
    instance.mirror(rows);
    beat(3, MAINTENANCE);
    await alerts.poll();
    expect(kinds().slice(3).toSorted()).toEqual([
      ['stopped', 1],
      ['stopped', 2],
      ['stopped', 3],
    ]);
  });

  test('a monitor that was down and is deleted is told as stopped, though no newer row is left', async () => {
    const alerts = await started();
    beat(1, DOWN);
    await alerts.poll();
    rows = rows.filter(({ id }) => id !== 1);
    instance.mirror(rows);
    await alerts.poll();
    beat(2, DOWN);
    await alerts.poll();
    expect(kinds().slice(1)).toEqual([
      ['stopped', 1],
      ['down', 2],
    ]);
    expect(new Set(posts.map(({ generation }) => generation)).size).toBe(1);
  });

  test('a monitor that is down is told as stopped when the channel is taken off, or deleted', async () => {
    const alerts = await started();
    beat(1, DOWN);
    beat(2, DOWN);
    await alerts.poll();
    instance.channels.set(1, []);
    await alerts.poll();
    instance.channels.removeAll();
    await alerts.poll();
    await alerts.poll();
    expect(kinds().slice(2)).toEqual([
      ['stopped', 1],
      ['stopped', 2],
    ]);
  });

  test.each([
    ['up', [PENDING, UP], [['first', 1]]],
    ['down', [PENDING, PENDING, DOWN], [['down', 1]]],
  ] as const)(
    'a first check that failed a try before it was %s is told as the first',
    async (_name, states, told) => {
      const alerts = await started();
      for (const status of states) {
        beat(1, status);
        await alerts.poll();
      }
      for (const status of [UP, UP] as const) beat(1, status);
      beat(2, DOWN);
      await alerts.poll();
      await companion().poll();
      expect(kinds().slice(0, 1)).toEqual(told);
      expect(kinds().filter(([kind]) => kind === 'first').length).toBe(told[0][0] === 'first' ? 1 : 0);
      if (told[0][0] === 'down') expect(accepted[0]?.isFirst).toBe(true);
      beat(1, DOWN);
      await alerts.poll();
      expect(accepted.at(-1)?.isFirst).toBeUndefined();
    },
  );

  test('a certificate that is about to expire is told, again after it was renewed', async () => {
    const alerts = await started();
    const warn = () =>
      sql(`INSERT INTO notification_sent_history (type, monitor_id, days) VALUES ('certificate', 1, 14)`);
    warn();
    await alerts.poll();
    expect(accepted).toMatchObject([{ kind: 'certificate', days: 14, at: clock, monitor: { id: 1 } }]);
    sql('DELETE FROM notification_sent_history');
    beat(2, DOWN);
    await alerts.poll();
    warn();
    await alerts.poll();
    expect(kinds()).toEqual([
      ['certificate', 1],
      ['down', 2],
      ['certificate', 1],
    ]);
  });

  test('a domain that is about to expire is told once for each warning of the instance', async () => {
    sql(`INSERT INTO domain_expiry (domain, expiry, last_expiry_notification_sent)
      VALUES ('antes.example', '2026-12-01 00:00:00', 7)`);
    rows = rows.map((row) => ({ ...row, columns: { domain_expiry_notification: 1 } }));
    rows = rows.map((row) => (row.id === 2 ? { ...row, url: 'https://www.loja.example/x' } : row));
    instance.mirror(rows);
    const alerts = await started();
    await alerts.poll();
    sql(`INSERT INTO domain_expiry (domain, expiry, last_expiry_notification_sent)
      VALUES ('loja.example', '2026-12-10 00:00:00', 14), ('outra.example', '2026-12-10 00:00:00', 14)`);
    await alerts.poll();
    await companion().poll();
    sql("UPDATE domain_expiry SET last_expiry_notification_sent = 7 WHERE domain = 'loja.example'");
    await alerts.poll();
    sql(`UPDATE domain_expiry SET last_expiry_notification_sent = NULL, expiry = '2027-12-10 00:00:00'
      WHERE domain = 'loja.example'`);
    await alerts.poll();
    expect(accepted).toMatchObject([
      { kind: 'domain', days: 14, monitor: { id: 2 } },
      { kind: 'domain', days: 7, monitor: { id: 2 } },
    ]);
  });

  test('a name, a message and an address are cut between whole characters', async () => {
    const alerts = await started();
    const url = `https://loja.example/${'a'.repeat(187)}`;
    rows = rows.map((row) => ({ ...row, name: `${'x'.repeat(149)}🛒 loja`, url }));
    instance.mirror(rows);
    sql(`UPDATE monitor SET hostname = 'a${'🛒'.repeat(120)}' WHERE id = 2`);
    beat(1, DOWN, `${'y'.repeat(299)}👩‍👩‍👧‍👦`);
    beat(2, DOWN);
    await alerts.poll();
    expect(accepted[0]).toMatchObject({ monitor: { name: 'x'.repeat(149) }, message: 'y'.repeat(299) });
    expect(accepted[1]?.monitor?.address).toBe(`a${'🛒'.repeat(99)}`);
    expect(JSON.stringify(posts)).not.toMatch(/\\ud[89a-f]/i);
  });

  test('addresses are told without user, password or query', async () => {
    const alerts = await started();
    const url = 'https://ana:senha@loja.example/saude?token=segredo';
    rows = rows.map((row) => ({ ...row, url }));
    instance.mirror(rows);
    beat(1, DOWN);
    await alerts.poll();
    expect(accepted[0]?.monitor?.address).toBe('loja.example/saude');
  });
});

describe('until it is accepted', () => {
  test.each([
    ['silence', 'silent'],
    ['an error', 503],
    ['a lost answer', 'lost'],
  ] as const)('%s is followed by the same events, after a growing pause', async (_name, answer) => {
    const alerts = await started();
    beat(1, DOWN);
    answers = [answer, answer, answer];
    for (const seconds of [0, 1, 2, 3]) {
      secondsLater(seconds);
      await alerts.poll();
    }
    expect(posts).toHaveLength(3);
    secondsLater(2);
    await alerts.poll();
    expect(kinds()).toEqual([['down', 1]]);
    expect(new Set(posts.map(({ events }) => events[0]?.key)).size).toBe(1);
  });

  test('a day without the functions loses nothing, and keeps the order', async () => {
    const alerts = await started();
    for (let change = 0; change < 60; change += 1) {
      answers = ['silent'];
      secondsLater(1440);
      beat(1, change % 2 === 0 ? DOWN : UP);
      await alerts.poll();
    }
    expect(alerts.report().waiting).toEqual({ events: 60, oldestAt: START + 1_440_000 });
    answers = [];
    secondsLater(60);
    await alerts.poll();
    expect(kinds()).toEqual(Array.from({ length: 60 }, (_, at) => [at % 2 === 0 ? 'down' : 'up', 1]));
    expect(Math.max(...posts.map(({ events }) => events.length))).toBe(50);
  });

  test('a request stays below the functions’ limit', async () => {
    const alerts = await started();
    rows = rows.map((row) => ({ ...row, name: 'ã'.repeat(150) }));
    instance.mirror(rows);
    for (let change = 0; change < 40; change += 1) beat(1, change % 2 === 0 ? DOWN : UP, 'é'.repeat(300));
    await alerts.poll();
    expect(accepted).toHaveLength(40);
    for (const body of posts) expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(16 * 1024);
  });

  test('an event that the functions cannot read holds up no other', async () => {
    const alerts = await started();
    for (const monitor of [1, 2, 3]) beat(monitor, DOWN);
    answers = [422, 204, 422, 422];
    await alerts.poll();
    expect(kinds()).toEqual([
      ['down', 1],
      ['down', 3],
    ]);
  });

  test('a pause that the functions ask for is kept', async () => {
    const alerts = await started();
    beat(1, DOWN);
    answers = [{ status: 429, retryAfter: '120' }];
    await alerts.poll();
    secondsLater(119);
    await alerts.poll();
    expect(posts).toHaveLength(1);
    secondsLater(2);
    await alerts.poll();
    expect(kinds()).toEqual([['down', 1]]);
  });

  test('a token that counts no more waits for a new set-up', async () => {
    const alerts = await started();
    beat(1, DOWN);
    answers = [401];
    await alerts.poll();
    secondsLater(5);
    await alerts.poll();
    expect(posts).toHaveLength(1);
    await alerts.setUp({ ...setUp, token: 'new' });
    await alerts.poll();
    expect(kinds()).toEqual([['down', 1]]);
  });

  test('an environment that the functions do not know asks again every ten minutes, and keeps its set-up', async () => {
    const alerts = await started();
    beat(1, DOWN);
    answers = [410, 410];
    await alerts.poll();
    beat(1, UP);
    for (const seconds of [599, 2, 599]) {
      secondsLater(seconds);
      await alerts.poll();
    }
    expect(posts).toHaveLength(2);
    // Their database was turned back, and is as it was again.
    secondsLater(2);
    await companion().poll();
    expect(kinds()).toEqual([
      ['down', 1],
      ['up', 1],
    ]);
  });
});

describe('the channel', () => {
  const channels = () => {
    const database = new DatabaseSync(instance.path, { readOnly: true });
    const found = database.prepare('SELECT id, name, config FROM notification').all();
    database.close();
    return found as { id: number; name: string; config: string }[];
  };
  const later = async (alerts: Awaited<ReturnType<typeof started>>) => {
    secondsLater(10);
    await alerts.poll();
  };

  test('is made once, without a secret, on every monitor', async () => {
    const alerts = await started();
    await companion().setUp(setUp);
    expect(channels()).toMatchObject([{ name: CHANNEL }]);
    expect(channels()[0]?.config).not.toContain('token');
    expect([1, 2, 3].map((id) => instance.channels.of(id))).toEqual([[1], [1], [1]]);
    expect(alerts.report()).toMatchObject({ channel: 'on', detached: [] });
  });

  test('is found after a start that broke off before it was recorded', async () => {
    const alerts = companion();
    disturb = (command) => {
      if (command !== 'addNotification') return;
      instance.channels.add({
        name: CHANNEL,
        applyExisting: true,
        webhookURL: 'http://127.0.0.1:3002/alert',
      });
      throw new Error('the connection broke');
    };
    await expect(alerts.setUp(setUp)).rejects.toThrow('broke');
    disturb = () => undefined;
    await companion().setUp(setUp);
    expect(channels()).toHaveLength(1);
  });

  test('is put on later monitors, and not back where it was taken off', async () => {
    const alerts = await started();
    instance.channels.set(2, []);
    rows = [...rows, ...monitorsOf(['http']).map((row) => ({ ...row, id: 4, name: 'Site 4' }))];
    instance.mirror(rows);
    await later(alerts);
    await later(alerts);
    expect([2, 4].map((id) => instance.channels.of(id))).toEqual([[], [1]]);
    expect(alerts.report().detached).toEqual([{ id: 2, name: 'Site 2' }]);
    beat(2, DOWN);
    beat(4, DOWN);
    await later(alerts);
    expect(kinds()).toEqual([['down', 4]]);
    await alerts.setUp({ ...setUp, attach: [2] });
    expect(alerts.report().detached).toEqual([]);
    const edits = calls.length;
    await alerts.setUp({ ...setUp, attach: [2] });
    expect(calls.slice(edits).map(([command]) => command)).not.toContain('editMonitor');
  });

  describe('on a group', () => {
    const withGroup = () => {
      rows = [
        ...monitorsOf(['group']).map((row) => ({ ...row, id: 4, name: 'Servidor' })),
        ...rows.map((row) => (row.id === 3 ? row : { ...row, parent: 4 })),
      ];
      instance.mirror(rows);
    };

    test('is taken off after the instance put it on everything', async () => {
      withGroup();
      const alerts = await started();
      expect([1, 2, 3, 4].map((id) => instance.channels.of(id))).toEqual([[1], [1], [1], []]);
      expect(alerts.report()).toMatchObject({ detached: [], untold: [] });
    });

    test('is taken off again after the panel’s form put it there, and other channels stay', async () => {
      const alerts = await started();
      withGroup();
      instance.channels.add({ name: 'Slack' });
      instance.channels.set(4, [1, 2]);
      await later(alerts);
      expect(instance.channels.of(4)).toEqual([2]);
      const edits = calls.length;
      await later(alerts);
      expect(calls).toHaveLength(edits);
    });

    test('tells nothing, and its monitors are named as untold', async () => {
      const alerts = await started();
      withGroup();
      for (const id of [1, 2]) instance.channels.set(id, []);
      disturb = (command, value) => {
        // The instance lets nobody save this group.
        if (command === 'editMonitor') (value as { interval: number }).interval = 0;
      };
      instance.channels.set(4, [1]);
      for (const id of [1, 2, 4]) beat(id, DOWN);
      await later(alerts);
      await later(alerts);
      expect(accepted).toEqual([]);
      expect(alerts.report().untold).toEqual([
        { id: 1, name: 'Site 1' },
        { id: 2, name: 'Site 2' },
      ]);
      expect(calls.filter(([command]) => command === 'editMonitor')).toHaveLength(1);
    });
  });

  describe('a running monitor is untold', () => {
    const untold = (alerts: Awaited<ReturnType<typeof started>>) =>
      alerts.report().untold.map(({ id }: { id: number }) => id);

    test('without any channel, not with one of the customer’s, nor while it is paused', async () => {
      const alerts = await started();
      instance.channels.add({ name: 'Slack' });
      instance.channels.set(1, []);
      instance.channels.set(2, [2]);
      instance.channels.set(3, []);
      rows = rows.map((row) => (row.id === 3 ? { ...row, active: false } : row));
      instance.mirror(rows);
      expect(untold(alerts)).toEqual([1]);
      await alerts.setUp({ ...setUp, attach: [1] });
      expect(untold(alerts)).toEqual([]);
    });

    test('unless a running group tells its fall through another channel', async () => {
      const alerts = await started();
      const groups = monitorsOf(['group', 'group']).map((row) => ({ ...row, id: row.id + 3 }));
      rows = [
        ...groups.map((row) => ({ ...row, parent: row.id === 5 ? 4 : null })),
        ...rows.map((row) => ({ ...row, parent: 5 })),
      ];
      instance.mirror(rows);
      instance.channels.add({ name: 'Slack' });
      for (const id of [1, 2, 3]) instance.channels.set(id, []);
      instance.channels.set(4, [2]);
      expect(untold(alerts)).toEqual([]);
      rows = rows.map((row) => (row.id === 5 ? { ...row, active: false } : row));
      instance.mirror(rows);
      expect(untold(alerts)).toEqual([1, 2, 3]);
    });

    test('not in the moment before it gets our channel', async () => {
      const alerts = await started();
      rows = [...rows, ...monitorsOf(['http']).map((row) => ({ ...row, id: 4 }))];
      instance.mirror(rows);
      expect(untold(alerts)).toEqual([]);
      instance.channels.removeAll();
      expect(untold(alerts)).toEqual([1, 2, 3, 4]);
    });
  });

  test('that was deleted is not made again unasked, and what happens meanwhile is not told', async () => {
    const alerts = await started();
    instance.channels.removeAll();
    beat(1, DOWN);
    await later(alerts);
    await alerts.setUp(setUp);
    expect([alerts.report().channel, channels(), posts]).toEqual(['deleted', [], []]);
    await alerts.setUp({ ...setUp, restore: true });
    beat(1, UP);
    await later(alerts);
    expect([alerts.report().channel, kinds()]).toEqual(['on', [['up', 1]]]);
  });

  test('leaves a monitor alone that the instance does not let us change', async () => {
    const alerts = await started();
    rows = [...rows, ...monitorsOf(['http']).map((row) => ({ ...row, id: 4, interval: 0 }))];
    instance.mirror(rows);
    await later(alerts);
    const edits = () => calls.filter(([command]) => command === 'editMonitor').length;
    const before = edits();
    await later(alerts);
    expect([before, edits()]).toEqual([1, 1]);
  });

  test('rings for a test at most once a minute, and for anything else at will', async () => {
    const alerts = await started();
    for (let time = 0; time < 100; time += 1) alerts.notify(`${CHANNEL} Testing`);
    for (const message of [undefined, null, 7, 'x'.repeat(10_000)]) alerts.notify(message);
    await alerts.poll();
    expect(kinds()).toEqual([['test', null]]);
    secondsLater(61);
    alerts.notify(`${CHANNEL} Testing`);
    await alerts.poll();
    expect(new Set(accepted.map(({ key }) => key)).size).toBe(2);
  });
});

describe('what is watched first', () => {
  const first = { key: 'order-1', address: 'https://loja.com.br', interval: 600 };
  const made = () => rows.filter(({ url }) => url === first.address);

  test('is made once, with the plan’s interval and the channel', async () => {
    const alerts = await started({ first });
    await alerts.setUp({ ...setUp, first });
    await companion().setUp({ ...setUp, first });
    expect(made()).toMatchObject([{ name: 'loja.com.br', interval: 600, maxretries: 2 }]);
    const id = made()[0]?.id ?? 0;
    expect(instance.channels.of(id)).toEqual([1]);
    const [, sent] = calls.find(([command]) => command === 'add') ?? [];
    expect(sent).toMatchObject({ timeout: 48, retryInterval: 60, accepted_statuscodes: ['200-299'] });
    beat(id, UP);
    expect(alerts.report().first).toMatchObject({ state: 'made', monitor: id, beats: [{ status: 'up' }] });
  });

  test('is not made again after a start that broke off, nor after it was deleted', async () => {
    disturb = (command) => {
      if (command !== 'add') return;
      rows = [...rows, ...monitorsOf(['http']).map((row) => ({ ...row, id: 9, url: first.address }))];
      instance.mirror(rows);
      throw new Error('the connection broke');
    };
    const alerts = companion();
    await expect(alerts.setUp({ ...setUp, first })).rejects.toThrow('broke');
    disturb = () => undefined;
    await companion().setUp({ ...setUp, first });
    expect(made()).toHaveLength(1);
    rows = rows.filter(({ url }) => url !== first.address);
    instance.mirror(rows);
    const again = companion();
    await again.setUp({ ...setUp, first });
    expect([made(), again.report().first?.state]).toEqual([[], 'deleted']);
  });

  test('that the instance refuses says why, and may be another then', async () => {
    disturb = (command, value) => {
      if (command === 'add') (value as { interval: number }).interval = 0;
    };
    const alerts = await started({ first });
    expect(alerts.report().first).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('Interval'),
    });
    disturb = () => undefined;
    const other = { ...first, address: 'https://blog.com.br' };
    await alerts.setUp({ ...setUp, first: other });
    expect(alerts.report().first).toMatchObject({ state: 'made' });
  });
});

describe('maintenance', () => {
  const HOUR = 3_600_000;
  const windowAt = (from: number, hours: number, more: object = {}) => ({
    5: {
      id: 5,
      title: 'Troca de servidor',
      active: true,
      strategy: 'single',
      status: 'scheduled',
      timezoneOffset: '-03:00',
      // The instance writes a single window in the window's own zone.
      timeslotList: [
        {
          startDate: kumaTime(from - 3 * HOUR).slice(0, 19),
          endDate: kumaTime(from + (hours - 3) * HOUR).slice(0, 19),
        },
      ],
      ...more,
    },
  });
  async function quarterByQuarter(alerts: Awaited<ReturnType<typeof started>>, until: number) {
    while (clock < until) {
      clock += 15 * 60_000;
      await alerts.poll();
    }
  }
  beforeEach(() =>
    sql(`INSERT INTO maintenance (id, title, description) VALUES (5, 'Troca de servidor', '');
      INSERT INTO monitor_maintenance (monitor_id, maintenance_id) VALUES (1, 5), (2, 5)`),
  );

  test('is told a day, an hour and a quarter before, at its start and at its end, each once', async () => {
    const from = START + 25 * HOUR;
    maintenance = windowAt(from, 1);
    await quarterByQuarter(await started(), from + 30 * 60_000);
    await quarterByQuarter(companion(), from + 2 * HOUR);
    expect(accepted.map(({ kind, at }) => [kind, (at - from) / 60_000])).toEqual([
      ['maintenance-soon', -1440],
      ['maintenance-soon', -60],
      ['maintenance-soon', -15],
      ['maintenance', 0],
      ['maintenance-over', 60],
    ]);
    expect(accepted[0]?.window).toEqual({
      title: 'Troca de servidor',
      from,
      until: from + HOUR,
      count: 2,
      monitors: ['Site 1', 'Site 2'],
    });
  });

  test('that was planned late has no reminders of the past, and none after it was called off', async () => {
    const from = START + 2 * HOUR;
    maintenance = windowAt(from, 1);
    const alerts = await started();
    await quarterByQuarter(alerts, from - 30 * 60_000);
    maintenance = windowAt(from, 1, { active: false });
    await quarterByQuarter(alerts, from + 2 * HOUR);
    expect(accepted.map(({ kind }) => kind)).toEqual(['maintenance-soon']);
  });

  test('that ends in a year that no calendar of ours has is told all the same', async () => {
    const from = START + 2 * HOUR;
    const [slot] = windowAt(from, 1)[5].timeslotList;
    maintenance = windowAt(from, 1, {
      timeslotList: [{ ...slot, endDate: '+275000-01-01T00:00:00.000Z' }],
    });
    await quarterByQuarter(await started(), from + 30 * 60_000);
    expect(accepted.map(({ kind }) => kind)).toEqual(['maintenance-soon', 'maintenance-soon', 'maintenance']);
  });

  test('is looked at within a minute, also while nothing else changes', async () => {
    const byHand = (status: string) => windowAt(0, 0, { strategy: 'manual', status, timeslotList: [] });
    const alerts = await started();
    sql('DELETE FROM maintenance');
    await alerts.poll();
    secondsLater(30);
    maintenance = byHand('under-maintenance');
    sql("INSERT INTO maintenance (id, title, description) VALUES (5, 'Troca de servidor', '')");
    await alerts.poll();
    secondsLater(10);
    maintenance = byHand('inactive');
    sql('UPDATE maintenance SET active = 0');
    for (const seconds of [0, 21, 30]) {
      secondsLater(seconds);
      await alerts.poll();
    }
    expect(accepted.map(({ kind }) => kind)).toEqual(['maintenance', 'maintenance-over']);
  });

  test('waits for no answer of the instance before changes of state are told', async () => {
    maintenance = windowAt(START + HOUR, 1);
    const alerts = await started();
    disturb = (command) => {
      if (command === 'getMaintenanceList') throw new Error('the connection broke');
    };
    beat(1, DOWN);
    await expect(alerts.poll()).rejects.toThrow('broke');
    expect(kinds()).toEqual([['down', 1]]);
  });

  test('switched by hand is told at each start and end', async () => {
    const alerts = await started();
    for (const status of ['under-maintenance', 'inactive', 'under-maintenance', 'inactive']) {
      maintenance = windowAt(0, 0, { strategy: 'manual', status, timeslotList: [] });
      await quarterByQuarter(alerts, clock + HOUR);
    }
    expect(accepted.map(({ kind }) => kind)).toEqual([
      'maintenance',
      'maintenance-over',
      'maintenance',
      'maintenance-over',
    ]);
    expect(new Set(accepted.map(({ key }) => key)).size).toBe(4);
  });
});

test.each([
  ['nothing', undefined],
  ['no token', { ...setUp, token: '' }],
  ['an address that is none', { ...setUp, address: 'x' }],
  ['ids that are none', { ...setUp, attach: ['1'] }],
  ['a first monitor without an interval', { ...setUp, first: { key: 'k', address: 'https://x.example' } }],
])('%s is no set-up', (_name, value) => {
  expect(AlertsSetUp.safeParse(value).success).toBe(false);
});

test('the channel and a raised interval come onto a monitor at the same time, and neither undoes the other', async () => {
  const alerts = companion();
  await alerts.setUp(setUp);
  const limits = createLimits({
    monitors: () => rows,
    record: createLimitsRecord(join(folder, 'vigia/limits.json'), () => undefined),
    instance: connection(),
    log: () => undefined,
  });
  const [channel = 0] = instance.channels.of(1);
  for (const { id } of rows) instance.channels.set(id, []);
  const intervals = rows.map(({ id }) => ({ id, interval: 300 }));
  await Promise.all([
    limits.carryOut({ pause: [], resume: [], intervals }),
    alerts.setUp({ ...setUp, attach: rows.map(({ id }) => id) }),
  ]);
  expect(rows.map(({ id, interval }) => [interval, instance.channels.of(id)])).toEqual(
    rows.map(() => [300, [channel]]),
  );
});
