/** What a customer brings from elsewhere, made by the companion in an instance that may refuse, stop, or be killed. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ImportBatch, ImportQuery } from '#companion/contract.ts';
import { createImportRecord } from '#companion/import-record.ts';
import { createImports } from '#companion/imports.ts';
import { openInstanceDatabase } from '#dev/stand-ins/tenants/instance-database.ts';
import { createInstanceSocket } from '#dev/stand-ins/tenants/instance-socket.ts';
import type { Monitor } from '#dev/stand-ins/tenants/monitors.ts';
import { testFolder } from '#tests/support/folders.ts';

const SOURCE = 'uptime-kuma:3f2a';
let folder: string;
let rows: Monitor[];
let instance: ReturnType<typeof openInstanceDatabase>;
let disturb: (command: string, value: unknown) => Promise<void> | void;
let asked: string[];

beforeEach(() => {
  folder = testFolder();
  rows = [];
  asked = [];
  disturb = () => undefined;
  instance = openInstanceDatabase(join(folder, 'kuma.db'));
});
afterEach(() => instance.close());

const read = <T>(sql: string): T[] => {
  using database = new DatabaseSync(join(folder, 'kuma.db'), { readOnly: true });
  return database.prepare(sql).all() as T[];
};

/** A newly started companion, which only has its file. */
function companion({ ownChannel = null, workMs }: { ownChannel?: number | null; workMs?: number } = {}) {
  const io = createInstanceSocket(
    {
      all: () => rows,
      change(id, change) {
        rows = rows.map((row) => (row.id === id ? { ...row, ...change } : row));
        instance.mirror(rows);
      },
      add(monitor) {
        const id = (rows.at(-1)?.id ?? 0) + 1;
        rows = [...rows, { ...monitor, id }];
        instance.mirror(rows);
        return id;
      },
      channels: instance.channels,
      tags: instance.tags,
    },
    (command, value) => {
      asked.push(command);
      return disturb(command, value);
    },
  );
  return createImports({
    database: join(folder, 'kuma.db'),
    record: createImportRecord(join(folder, 'vigia/imports.json'), () => undefined),
    ownChannel: () => ownChannel,
    instance: { io, instanceUrl: '', administratorFile: join(folder, 'administrator.json') },
    ...(workMs === undefined ? {} : { workMs }),
    log: () => undefined,
  });
}

/** Fields as the instance's form sends them. */
const fields = (name: string, more: object = {}) => ({
  type: 'http',
  name,
  url: `https://${name}.example`,
  method: 'GET',
  interval: 60,
  retryInterval: 60,
  maxretries: 2,
  timeout: 48,
  maxredirects: 10,
  accepted_statuscodes: ['200-299'],
  conditions: [],
  kafkaProducerBrokers: [],
  kafkaProducerSaslOptions: { mechanism: 'None' },
  rabbitmqNodes: [],
  ...more,
});
const monitor = (id: string, more: object = {}, known: object = {}) => ({
  kind: 'monitor',
  id,
  active: true,
  monitor: fields(`m${id}`, known),
  parent: null,
  channels: [],
  tags: [],
  ...more,
});
const channel = {
  kind: 'channel',
  id: '7',
  name: 'Equipe',
  config: { type: 'telegram', telegramBotToken: 'segredo', isDefault: true, applyExisting: true },
};
const tag = { name: 'produção', color: '#059669', value: 'sul' };
const family = [
  channel,
  monitor('1', {}, { type: 'group', url: null }),
  monitor('2', { parent: '1', channels: ['7'], tags: [tag] }),
  monitor('3', { parent: '1', active: false, tags: [tag, { ...tag, value: null }] }),
];
const batch = (items: object[]) => ImportBatch.parse({ source: SOURCE, items });
const bring = async (items: object[], options = {}) =>
  (await companion(options).bring(batch(items))).items.map(({ result }) => result);

/** Everything that an import makes. */
const made = () => ({
  monitors: read('SELECT name, type, active, parent, url, timeout, method FROM monitor ORDER BY id'),
  channels: read('SELECT name, config FROM notification ORDER BY id'),
  links: read('SELECT monitor_id, notification_id FROM monitor_notification ORDER BY 1, 2'),
  tags: read('SELECT name, color FROM tag'),
  tagged: read('SELECT tag_id, monitor_id, value FROM monitor_tag ORDER BY 2, 3'),
});

test('makes channels, groups, monitors and tags, with the channel of alerts but on no group', async () => {
  const own = instance.channels.add({ name: 'Avisos' });
  expect(await bring(family, { ownChannel: own })).toEqual(['made', 'made', 'made', 'made']);
  expect(made()).toMatchObject({
    monitors: [
      { name: 'm1', type: 'group', active: 1, parent: null },
      { name: 'm2', type: 'http', active: 1, parent: 1, timeout: 48, url: 'https://m2.example' },
      { name: 'm3', active: 0, parent: 1 },
    ],
    channels: [{ name: 'Avisos' }, { name: 'Equipe', config: expect.stringContaining('segredo') }],
    links: [
      { monitor_id: 2, notification_id: own },
      { monitor_id: 2, notification_id: 2 },
      { monitor_id: 3, notification_id: own },
    ],
    tags: [{ name: tag.name, color: tag.color }],
    tagged: [
      { monitor_id: 2, value: 'sul' },
      { monitor_id: 3, value: '' },
      { monitor_id: 3, value: 'sul' },
    ],
  });
  // Running before it has monitors, it would report itself as empty.
  expect(asked.slice(-1)).toEqual(['resumeMonitor']);
});

test('a repeat changes nothing; another source is another thing', async () => {
  await bring(family);
  const before = made();
  expect(await bring(family)).toEqual(['present', 'present', 'present', 'present']);
  expect(made()).toEqual(before);
  expect(await companion().list(SOURCE)).toEqual({ items: family.map(({ kind, id }) => ({ kind, id })) });
  expect(await companion().list('csv')).toEqual({ items: [] });
});

test('what the customer deleted counts as not brought, and is made again', async () => {
  await bring(family);
  rows = rows.filter(({ id }) => id !== 3);
  instance.mirror(rows);
  expect((await companion().list(SOURCE)).items.map(({ id }: { id: string }) => id)).toEqual(['7', '1', '2']);
  expect(await bring(family)).toEqual(['present', 'present', 'present', 'made']);
});

describe('killed at any command, before or after it, the repeat ends like one run', () => {
  const commands = ['addNotification', 'add', 'addTag', 'addMonitorTag', 'resumeMonitor'];
  const steps = [1, 2, 3].flatMap((at) => commands.map((command) => ({ command, at })));

  test.each(steps)('before $command number $at', async ({ command, at }) => {
    await bring(family);
    const whole = made();
    for (const table of ['monitor', 'notification', 'tag', 'sqlite_sequence'])
      using(join(folder, 'kuma.db'), `DELETE FROM "${table}"`);
    rows = [];
    instance.mirror(rows);
    rmSync(join(folder, 'vigia'), { recursive: true });
    let left = at;
    disturb = (name) => {
      if (name !== command || --left > 0) return;
      disturb = () => undefined;
      throw new Error('killed');
    };
    await companion()
      .bring(batch(family))
      .catch(() => undefined);
    expect(await bring(family)).toHaveLength(family.length);
    expect(made()).toEqual(whole);
  });

  test('after each monitor was added, before it was recorded', async () => {
    const own = instance.channels.add({ name: 'Avisos' });
    let isKilled = true;
    for (let round = 0; isKilled; round += 1) {
      expect(round).toBeLessThan(20);
      isKilled = false;
      const known = rows.length + read('SELECT 1 FROM notification').length;
      // The next command after one that wrote a row.
      disturb = () => {
        if (rows.length + read('SELECT 1 FROM notification').length === known) return;
        isKilled = true;
        throw new Error('killed');
      };
      await companion({ ownChannel: own })
        .bring(batch(family))
        .catch(() => undefined);
    }
    disturb = () => undefined;
    expect(await bring(family, { ownChannel: own })).toEqual(['present', 'present', 'present', 'present']);
    expect(rows.map(({ name, active }) => [name, active])).toEqual([
      ['m1', true],
      ['m2', true],
      ['m3', false],
    ]);
    expect(made().links).toHaveLength(3);
    expect(made().tagged).toHaveLength(3);
  });

  test('a monitor that lost its channels gets them', async () => {
    const own = instance.channels.add({ name: 'Avisos' });
    // The instance wrote the row, and stopped before the links.
    disturb = (command) => {
      if (command !== 'add') return;
      rows = [{ ...row('m9'), id: 1 }];
      instance.mirror(rows);
      throw new Error('killed');
    };
    await expect(companion({ ownChannel: own }).bring(batch([monitor('9')]))).rejects.toThrow('killed');
    disturb = () => undefined;
    expect(await bring([monitor('9')], { ownChannel: own })).toEqual(['made']);
    expect(made()).toMatchObject({ monitors: [{ name: 'm9' }], links: [{ monitor_id: 1 }] });
  });
});

test('a customer’s monitor of the same name is not taken for ours', async () => {
  rows = [{ ...row('m1'), id: 1 }];
  instance.mirror(rows);
  expect(await bring([monitor('1')])).toEqual(['made']);
  expect(rows.map(({ name }) => name)).toEqual(['m1', 'm1']);
});

test('refuses one by one, with the reason, and goes on', async () => {
  const outcomes = await companion().bring(
    batch([
      monitor('1', {}, { cor: 'azul', userId: 2 }),
      monitor('2', { parent: '1' }),
      monitor('3', {}, { interval: 0, basic_auth_pass: 'segredo' }),
      monitor('4', {}, { id: 1 }),
      monitor('5'),
    ]),
  );
  expect(outcomes.items).toEqual([
    { kind: 'monitor', id: '1', result: 'refused', reason: 'fields', detail: 'cor, userId' },
    { kind: 'monitor', id: '2', result: 'refused', reason: 'parent', detail: '' },
    {
      kind: 'monitor',
      id: '3',
      result: 'refused',
      reason: 'instance',
      detail: expect.stringContaining('Interval cannot be less than 1 seconds'),
    },
    { kind: 'monitor', id: '4', result: 'refused', reason: 'fields', detail: 'id' },
    { kind: 'monitor', id: '5', result: 'made' },
  ]);
  expect(JSON.stringify(outcomes)).not.toContain('segredo');
  // Nothing of a refused one is kept, so a later one of the same name is not taken for it.
  rows = [...rows, { ...row('m3'), id: 2 }];
  instance.mirror(rows);
  expect(await bring([monitor('3')])).toEqual(['made']);
  expect(rows).toHaveLength(3);
});

test('batches wait for each other, and no more run than may', async () => {
  const imports = companion();
  const batches = ['a', 'b', 'c', 'd'].map((name) => ({
    source: 'csv',
    runningMax: 5,
    items: ['1', '2', '3', '4', '5'].map((at) => monitor(`${name}${at}`)),
  }));
  const outcomes = await Promise.all(batches.map((each) => imports.bring(ImportBatch.parse(each))));
  const made = outcomes.flatMap(({ items }) => items);
  expect(made.filter(({ result }) => result === 'made')).toHaveLength(20);
  expect(made.filter(({ paused }) => paused === true)).toHaveLength(15);
  expect(rows.filter(({ active }) => active)).toHaveLength(5);
});

test('a push monitor without a token gets one, and one with a token keeps it', async () => {
  const added: { pushToken: string }[] = [];
  disturb = (command, value) => void (command === 'add' && added.push(value as { pushToken: string }));
  const push = (id: string, more: object = {}) => monitor(id, {}, { type: 'push', ...more });
  await bring([push('1'), push('2'), push('3', { pushToken: 'da-outra-instalacao' })]);
  const tokens = added.map(({ pushToken }) => pushToken);
  expect(tokens[0]).toMatch(/^[\da-f]{32}$/);
  expect(new Set(tokens).size).toBe(3);
  expect(tokens[2]).toBe('da-outra-instalacao');
});

test('when the time is over the rest waits, and nothing is half made', async () => {
  expect(await bring(family, { workMs: -1 })).toEqual(['pending', 'pending', 'pending', 'pending']);
  expect([asked, rows]).toEqual([[], []]);
});

test.each([
  [null],
  [{ source: 'X', items: [] }],
  [{ source: 'csv', items: {} }],
  [{ source: 'csv', items: [null] }],
  [{ source: 'csv', items: [monitor('')] }],
  [{ source: 'csv', items: [monitor('1', { active: 'sim' })] }],
  [{ source: 'csv', items: [monitor('1', { tags: [{ name: 'a', color: 'b' }] })] }],
  [{ source: 'csv', items: [{ ...channel, config: 'texto' }] }],
  [{ source: 'csv', items: [{ ...channel, kind: 'page' }] }],
  [{ source: 'csv', items: Array.from({ length: 501 }, () => monitor('1')) }],
])('the batch %# is invalid', (value) => {
  expect(ImportBatch.safeParse(value).success).toBe(false);
});

test('a source is short and plain', () => {
  expect(ImportQuery.parse({ source: SOURCE })).toEqual({ source: SOURCE });
  for (const source of ['', 'A', 'a b', 'a'.repeat(41), '__proto__'])
    expect(ImportQuery.safeParse({ source }).success).toBe(false);
});

function row(name: string): Omit<Monitor, 'id'> {
  return {
    kind: 'http',
    name,
    type: 'http',
    url: null,
    hostname: null,
    active: true,
    parent: null,
    interval: 60,
    retryInterval: 60,
    maxretries: 0,
  };
}

function using(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
