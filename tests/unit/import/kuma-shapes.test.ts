/** Shapes in which people really have their monitors: dumps of 2.x, backups without a field, scripts' own spellings. */
import { expect, test } from 'vitest';
import { countOfPausedThere, plannedLines, resultCsv } from '#account/import/rules/result.ts';
import { type ImportedMonitor, nameOf, type Reading } from '#domain/import/items.ts';
import { planImport } from '#domain/import/plan.ts';
import { message } from '#domain/messages/import.ts';
import { readAny, readingOf } from '#tests/support/import/files.ts';

const shop = { id: 1, name: 'Loja', type: 'http', url: 'https://loja.exemplo.com.br', interval: 60 };
const running = { ...shop, active: true };
const telegram = { type: 'telegram', telegramBotToken: 't', telegramChatID: '1' };
const team = { id: 7, name: 'Equipe', config: JSON.stringify(telegram) };

/** A backup of 1.x around a list of monitors. */
const backup = (monitorList: unknown, more: object = {}) =>
  readingOf(JSON.stringify({ version: '1.23.16', notificationList: [], monitorList, ...more }));
const withTeam = (monitor: object, more: object = {}) =>
  backup([{ ...running, ...monitor }], { notificationList: [team], ...more });

function onlyMonitor({ found }: Reading): ImportedMonitor {
  const monitors = found.flatMap(({ item }) => (item.kind === 'monitor' ? [item] : []));
  if (monitors.length !== 1 || monitors[0] === undefined) throw new Error(`${monitors.length} monitors`);
  return monitors[0];
}
const notesOf = ({ found }: Reading) => found.find(({ item }) => item.kind === 'monitor')?.notes;
const unread = (field: string): string => message('import.field-unread', { field });
const capacity = { limits: { monitors: 9, heartbeatSeconds: 60 }, running: 0, total: 0, present: [] };
const linesOf = ({ found, left }: Reading) => plannedLines(planImport(found, capacity), left);

test.each([
  [{ 7: true }],
  [{ '7': 1 }],
  [[7]],
  [['7']],
  [[{ id: 7 }]],
  [[{ notification_id: 7 }]],
  [['Equipe']],
  ['7'],
  ['[7]'],
  [7],
])('channels of a monitor written as %o are one channel', async (notificationIDList) => {
  const reading = await withTeam({ notificationIDList });
  const channel = reading.found.find(({ item }) => item.kind === 'channel')?.item.id;
  expect(onlyMonitor(reading).channels).toEqual([channel]);
  expect(notesOf(reading)).toEqual([]);
});

test.each([[{ 7: false }], [[]], [null], [{}], ['']])('channels %o are none', async (notificationIDList) => {
  const reading = await withTeam({ notificationIDList });
  expect([onlyMonitor(reading).channels, notesOf(reading)]).toEqual([[], []]);
});

test.each([[[[7]]], [{ 7: { on: [] }, 8: 'talvez' }], [true]])(
  'channels in an unknown shape are said: %o',
  async (notificationIDList) => {
    const reading = await withTeam({ notificationIDList });
    expect([onlyMonitor(reading).channels, notesOf(reading)]).toEqual([[], [unread('notificationIDList')]]);
  },
);

test.each([
  [[team]],
  [{ 7: team }],
  [[{ ...team, config: telegram }]],
  [[{ id: 7, name: 'Equipe', isDefault: false, ...telegram }]],
])('a channel written as %o comes with its fields', async (notificationList) => {
  const { found } = await withTeam({ notificationIDList: [7] }, { notificationList });
  expect(found[0]?.item).toMatchObject({ kind: 'channel', name: 'Equipe', config: telegram });
});

test('a list of channels in an unknown shape is said', async () => {
  expect((await withTeam({}, { notificationList: 'Equipe' })).notes).toContain(unread('notificationList'));
  const { left } = await withTeam({}, { notificationList: [7, team] });
  expect(left).toMatchObject([{ kind: 'channel', reason: message('import.channel-invalid') }]);
});

test('a list of wrapped monitors loses none', async () => {
  const file = [{ monitor: running }, { monitor: { ...running, id: 2, name: 'Blog' } }, { outra: 'coisa' }];
  const { found, left } = await readingOf(JSON.stringify(file));
  expect(found.map(({ item }) => nameOf(item))).toEqual(['Loja', 'Blog']);
  expect(left).toHaveLength(1);
});

test('channels that are named but not in the file are said', async () => {
  const { notes } = await readingOf(JSON.stringify({ 1: { ...running, notificationIDList: { 7: true } } }));
  expect(notes).toContain(message('import.channels-missing'));
  expect((await backup([running])).notes).not.toContain(message('import.channels-missing'));
});

test.each([
  [undefined, true],
  [null, true],
  ['', true],
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  ['yes', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
  ['False', false],
  ['off', false],
  ['no', false],
])('active %o arrives as %s', async (active, isRunning) => {
  expect(onlyMonitor(await backup([{ ...shop, active }])).active).toBe(isRunning);
});

test('a word that is neither on nor off is said, and the monitor runs', async () => {
  const reading = await backup([{ ...shop, active: 'talvez' }]);
  expect([onlyMonitor(reading).active, notesOf(reading)]).toEqual([true, [unread('active')]]);
});

test('what was paused there is said on its line, counted, and in the table of the result', async () => {
  const lines = linesOf(
    await backup([
      { ...shop, active: false },
      { ...running, id: 2, name: 'Blog' },
    ]),
  );
  expect(lines.map(({ name, notes }) => [name, notes])).toEqual([
    ['Loja', [message('import.paused-there')]],
    ['Blog', []],
  ]);
  expect(countOfPausedThere(lines)).toBe(1);
  const [, paused, other] = resultCsv(lines).trim().split('\r\n');
  expect(paused).toBe(
    `Loja;monitor;"Criado, pausado como lá";${message('import.paused-there')}`.replaceAll('"', ''),
  );
  expect(other).toBe('Blog;monitor;Criado;');
});

const wordTag = { color: '#4B5563', value: '' };
test.each<[unknown, readonly object[]]>([
  [
    ['produção', 'site'],
    [
      { ...wordTag, name: 'produção' },
      { ...wordTag, name: 'site' },
    ],
  ],
  ['produção, site', [{ name: 'produção' }, { name: 'site' }]],
  [
    [{ tag_id: 3, name: 'cliente', color: '#2563EB', value: 'ACME' }],
    [{ name: 'cliente', color: '#2563EB', value: 'ACME' }],
  ],
  [[{ name: 'cliente' }], [{ ...wordTag, name: 'cliente' }]],
  [[3], [{ name: 'do arquivo', color: '#059669' }]],
  [[{ tag_id: 3, value: 'sul' }], [{ name: 'do arquivo', color: '#059669', value: 'sul' }]],
  [{ 0: { name: 'cliente' } }, [{ name: 'cliente' }]],
  [{ cliente: 'ACME' }, [{ name: 'cliente', value: 'ACME' }]],
  [null, []],
  [[], []],
])('tags %o are read', async (tags, expected) => {
  const reading = await backup([{ ...running, tags }], {
    tags: [{ id: 3, name: 'do arquivo', color: '#059669' }],
  });
  expect(onlyMonitor(reading).tags).toMatchObject(expected);
  expect([onlyMonitor(reading).tags.length, notesOf(reading)]).toEqual([expected.length, []]);
});

test.each([[[9]], [true], [[[]]], [[{ color: '#fff' }]]])(
  'tags in an unknown shape are said: %o',
  async (tags) => {
    expect(notesOf(await backup([{ ...running, tags }]))).toEqual([unread('tags')]);
  },
);

const group = { id: 5, name: 'Site', type: 'group', active: true };
test.each([
  [group, { parent: 5 }],
  [group, { parent: '5' }],
  [group, { parent: { id: 5 } }],
  [group, { parent: 'Site' }],
  [group, { parent_id: 5 }],
  [{ ...group, childrenIDs: [1] }, {}],
])('the group of a monitor is found by %o and %o', async (list, fields) => {
  const { found } = await backup([{ ...running, ...fields }, list]);
  expect(found.map(({ item }) => nameOf(item))).toEqual(['Site', 'Loja']);
  expect(found[1]?.item).toMatchObject({ parent: found[0]?.item.id });
});

test('a group that is not in the file is said', async () => {
  expect(notesOf(await backup([{ ...running, parent: 99 }]))).toEqual([message('import.parent-left')]);
});

const byId = { 1: running };
test.each<[string, unknown]>([
  ['an object by id', byId],
  ['a backup with an object by id', { version: '2.0.2', monitorList: byId, notificationList: [] }],
  ['the socket’s event', ['monitorList', byId]],
  [
    'all that a socket said',
    [
      ['info', {}],
      ['monitorList', byId],
      ['notificationList', [team]],
    ],
  ],
  ['a list', [running]],
  ['a single one', running],
  ['a script’s wrapper', { monitors: [running] }],
  ['wrappers around wrappers', { ok: true, data: { monitorList: byId } }],
  ['a list of wrappers', [{ monitor: running, uptime: 99 }]],
  ['an object by name', { monitors: { Loja: { ...running, name: undefined } } }],
  ['an answer', { ok: true, monitor: running }],
  ['an answer with a list of its own name', { result: { items: [running] } }],
  [
    'names in the database’s spelling',
    [{ ...running, retry_interval: 60, accepted_statuscodes_json: '["200"]' }],
  ],
])('%s is read', async (_, file) => {
  expect(onlyMonitor(await readingOf(JSON.stringify(file))).monitor['url']).toBe(shop.url);
});

test('a frame of the socket, and a monitor on each line, are read', async () => {
  const frame = `42${JSON.stringify(['monitorList', byId])}`;
  expect(onlyMonitor(await readingOf(frame)).monitor['name']).toBe('Loja');
  const lines = [running, { ...running, id: 2, name: 'Blog' }].map((row) => JSON.stringify(row)).join('\n');
  expect((await readingOf(lines)).found.map(({ item }) => nameOf(item))).toEqual(['Loja', 'Blog']);
});

test('fields in the spelling of the database are read', async () => {
  const row = {
    ...shop,
    retry_interval: 90,
    accepted_statuscodes_json: '["204"]',
    upside_down: 1,
    ignoreTls: 'sim',
  };
  expect(onlyMonitor(await readingOf(JSON.stringify([row]))).monitor).toMatchObject({
    retryInterval: 90,
    accepted_statuscodes: ['204'],
    upsideDown: true,
    ignoreTls: true,
  });
});

test('a game of a dump without a version keeps the id of 2.x', async () => {
  const game = { ...shop, type: 'gamedig', hostname: 'jogo.com.br', port: 1, game: 'as', conditions: [] };
  expect(onlyMonitor(await readingOf(JSON.stringify([game]))).monitor['game']).toBe('as');
  expect(onlyMonitor(await backup([game])).monitor['game']).toBe('actionsource');
});

test('a row that lacks something is left out by itself, named by what it has', async () => {
  const { found, left } = await backup([
    { id: 1, type: 'http', url: 'https://sem-nome.com.br' },
    'texto',
    null,
    { id: 3, name: 'Sem tipo' },
    running,
    { id: 4, hostname: 'servidor.com.br', type: 'ping' },
  ]);
  expect(found).toHaveLength(1);
  expect(left.map(({ name, reason }) => [name, reason])).toEqual([
    ['2º do arquivo', message('import.not-a-monitor')],
    ['3º do arquivo', message('import.not-a-monitor')],
    ['https://sem-nome.com.br', message('import.no-name')],
    ['Sem tipo', message('import.no-type')],
    ['servidor.com.br', message('import.no-name')],
  ]);
});

test('a note is said once, and one about what is not there is not said', async () => {
  const steam = { ...shop, type: 'steam', hostname: 'jogo.exemplo.com.br', port: 27_015 };
  expect(linesOf(await backup([steam]))[0]?.notes).toEqual([message('import.steam-key')]);
  // A proxy that this type does not use, and retries that there are none of.
  const ping = { ...shop, type: 'ping', hostname: 'a.com.br', proxyId: 3, retryInterval: 5, maxretries: 0 };
  expect(linesOf(await backup([ping]))[0]?.notes).toEqual([]);
  const mail = { id: 1, name: 'E-mail', config: { type: 'smtp', customSubject: '{{NAME}}' } };
  const channelNotes = async (version: string) =>
    (await backup([running], { version, notificationList: [mail] })).found[0]?.notes;
  expect(await channelNotes('1.23.16')).toEqual([message('import.mail-template')]);
  expect(await channelNotes('2.5.3')).toEqual([]);
  // What is there already needs no preparation.
  const reading = await backup([steam]);
  const present = reading.found.map(({ item }) => ({ kind: item.kind, id: item.id }));
  expect(planImport(reading.found, { ...capacity, present })[0]?.notes).toEqual([]);
});

test('an expression that reaches further is made paused, with the reason', async () => {
  const query = { ...running, type: 'json-query', jsonPath: '$constructor', expectedValue: '1' };
  const [planned] = planImport((await backup([query])).found, capacity);
  expect(planned).toMatchObject({
    result: 'made',
    item: { active: false },
    notes: [message('import.expression')],
    isPausedThere: false,
  });
});

test('a file that is nested without end is refused', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(await readAny(deep)).toEqual({ ok: false, problem: 'import.file-not-backup' });
  const config = `{"version":"1","notificationList":[{"id":1,"config":${deep}}],"monitorList":[${JSON.stringify(running)}]}`;
  expect((await readingOf(config)).found).toHaveLength(2);
});
