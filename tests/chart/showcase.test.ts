/** What an environment of our own shows, made by the companion, changed, interrupted and made again. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Showcase } from '#companion/contract.ts';
import { createImportRecord } from '#companion/import-record.ts';
import { createImports } from '#companion/imports.ts';
import { createShowcase } from '#companion/showcase.ts';
import { openInstanceDatabase } from '#dev/stand-ins/tenants/instance-database.ts';
import { createInstanceSocket } from '#dev/stand-ins/tenants/instance-socket.ts';
import type { Monitor } from '#dev/stand-ins/tenants/monitors.ts';
import { testFolder } from '#tests/support/folders.ts';

let folder: string;
let rows: Monitor[];
let settings: Readonly<Record<string, unknown>>;
let instance: ReturnType<typeof openInstanceDatabase>;
let asked: string[];
let disturb: (command: string) => void;

beforeEach(() => {
  folder = testFolder();
  [rows, asked] = [[], []];
  settings = { entryPage: 'dashboard', disableAuth: true };
  disturb = () => undefined;
  instance = openInstanceDatabase(join(folder, 'kuma.db'));
});
afterEach(() => instance.close());

/** A newly started companion, which only has its files. */
function companion() {
  const database = join(folder, 'kuma.db');
  const write = (next: Monitor[]) => {
    rows = next;
    instance.mirror(rows);
  };
  const io = createInstanceSocket(
    {
      all: () => rows,
      change: (id, change) => write(rows.map((row) => (row.id === id ? { ...row, ...change } : row))),
      add(monitor) {
        const id = (rows.at(-1)?.id ?? 0) + 1;
        write([...rows, { ...monitor, id }]);
        return id;
      },
      remove: (id) => write(rows.filter((row) => row.id !== id)),
      channels: instance.channels,
      tags: instance.tags,
      pages: instance.pages,
      settings: {
        read: () => settings,
        write(next) {
          settings = next;
        },
      },
    },
    (command) => {
      asked.push(command);
      return disturb(command);
    },
  );
  const target = { io, instanceUrl: '', administratorFile: join(folder, 'administrator.json') };
  const log = () => undefined;
  const imports = createImports({
    ...{ database, instance: target, log },
    record: createImportRecord(join(folder, 'vigia/imports.json'), log),
    ownChannel: () => null,
  });
  return createShowcase({ database, imports, instance: target });
}

const base = {
  interval: 60,
  retryInterval: 60,
  maxretries: 1,
  accepted_statuscodes: ['200-299'],
  conditions: [],
};
const lists = {
  kafkaProducerBrokers: [],
  kafkaProducerSaslOptions: { mechanism: 'None' },
  rabbitmqNodes: [],
};
const monitor = (id: string, name: string, more: object = {}, fields: object = {}) => ({
  kind: 'monitor',
  id,
  active: true,
  monitor: {
    ...base,
    ...lists,
    type: 'http',
    name,
    url: `https://vigia.example/${id}`,
    method: 'GET',
    ...fields,
  },
  parent: null,
  channels: [],
  tags: [],
  ...more,
});
const group = monitor('grupo', 'Loja', {}, { type: 'group', url: null });
const tag = { name: 'produção', color: '#059669', value: null };
const page = {
  slug: 'vigia',
  title: 'Status do Vigia',
  description: 'O que fazemos funcionar.',
  footer: '',
  groups: [{ name: 'Site', monitors: ['site', 'api'] }],
};
const wanted = (monitors: object[], shown: object | null = page) => Showcase.parse({ monitors, page: shown });
const show = (monitors: object[], shown: object | null = page) => companion().show(wanted(monitors, shown));
const site = monitor('site', 'Site', { parent: 'grupo', tags: [tag] });
const api = monitor('api', 'API', { parent: 'grupo' }, { description: 'Responde "ok".' });

const names = () => rows.map(({ name, active }) => `${name}${active ? '' : ' (pausado)'}`);
const idOf = (name: string) => rows.find((row) => row.name === name)?.id;

test('makes monitors, their group and tags, and the page that `/` leads to; a repeat changes nothing', async () => {
  expect(await show([group, site, api])).toEqual({
    made: 3,
    changed: 0,
    removed: 0,
    refused: [],
    isDone: true,
  });
  expect(names()).toEqual(['Loja', 'Site', 'API']);
  expect(rows.map(({ parent }) => parent)).toEqual([null, idOf('Loja'), idOf('Loja')]);
  expect(instance.tags.of(idOf('Site') ?? 0)).toMatchObject([{ name: 'produção' }]);
  expect(settings['entryPage']).toBe('statusPage-vigia');
  const shown = instance.pages.view('vigia');
  expect(shown).toMatchObject({
    title: 'Status do Vigia',
    groups: [{ name: 'Site', monitors: [idOf('Site'), idOf('API')] }],
  });
  asked.length = 0;
  expect(await show([group, site, api])).toMatchObject({ made: 0, changed: 0, removed: 0 });
  expect(asked).not.toContain('editMonitor');
  expect(asked).not.toContain('setSettings');
  expect(instance.pages.view('vigia')).toEqual(shown);
});

test('corrects names, addresses, groups and tags, and keeps the history of what is renamed', async () => {
  await show([group, site, api]);
  const id = idOf('Site');
  const renamed = monitor('site', 'Página inicial', { tags: [{ ...tag, color: '#0e7a41' }] });
  expect(await show([group, renamed, api])).toMatchObject({ made: 0, changed: 1, removed: 0 });
  expect(idOf('Página inicial')).toBe(id);
  expect(rows.find((row) => row.id === id)?.parent).toBeNull();
  expect(instance.tags.of(id ?? 0)).toMatchObject([{ color: '#0e7a41' }]);
  const described = { ...api, monitor: { ...api.monitor, description: 'Outra.' } };
  expect(await show([group, renamed, described])).toMatchObject({ changed: 1 });
});

test('removes what it made and no longer names, and nothing else', async () => {
  await show([group, site, api]);
  rows = [...rows, { ...(rows[1] as Monitor), id: 90, name: 'De outra mão', columns: {} }];
  instance.mirror(rows);
  expect(await show([group, api], { ...page, groups: [] })).toMatchObject({ removed: 1 });
  expect(names()).toEqual(['Loja', 'API', 'De outra mão']);
  expect(instance.pages.view('vigia')?.groups).toEqual([]);
});

test('a group of the page keeps its place through changes, and no group appears twice', async () => {
  await show([group, site, api]);
  const groups = [
    { name: 'API', monitors: ['api'] },
    { name: 'Site', monitors: ['site'] },
  ];
  await show([group, site, api], { ...page, groups });
  await show([group, site, api], { ...page, groups });
  expect(instance.pages.view('vigia')?.groups.map(({ name }) => name)).toEqual(['API', 'Site']);
  using database = new DatabaseSync(join(folder, 'kuma.db'), { readOnly: true });
  expect(database.prepare('SELECT COUNT(*) AS count FROM "group"').get()).toEqual({ count: 2 });
});

test('without a page `/` leads to the panel', async () => {
  await show([group, site, api]);
  await show([group, site, api], null);
  expect(settings['entryPage']).toBe('dashboard');
});

test.each(['add', 'addMonitorTag', 'addStatusPage', 'saveStatusPage', 'setSettings'])(
  'cut off at %s, it ends as one run when it is repeated',
  async (command) => {
    disturb = (each) => {
      if (each === command) throw new Error('transport close');
    };
    await expect(show([group, site, api])).rejects.toThrow('transport close');
    disturb = () => undefined;
    expect(await show([group, site, api])).toMatchObject({ isDone: true, refused: [] });
    expect(names()).toEqual(['Loja', 'Site', 'API']);
    expect(instance.tags.of(idOf('Site') ?? 0)).toHaveLength(1);
    expect(instance.pages.view('vigia')?.groups).toHaveLength(1);
    expect(settings['entryPage']).toBe('statusPage-vigia');
  },
);

test('says which monitor the instance does not take, and shows the others', async () => {
  const wrong = monitor('errado', 'Errado', {}, { campoNovo: 1 });
  expect(await show([group, site, wrong, api])).toMatchObject({
    made: 3,
    refused: [{ id: 'errado', detail: 'campoNovo' }],
  });
});
