/** Files that people made themselves, by hand or by a script: nothing in them is lost, and nothing taken for something else. */
import { expect, test } from 'vitest';
import { type ImportedMonitor, nameOf, type Reading } from '#domain/import/items.ts';
import { planImport } from '#domain/import/plan.ts';
import { message } from '#domain/messages/import.ts';
import { readAny, readingOf } from '#tests/support/import/files.ts';

const shop = { name: 'Loja', type: 'http', url: 'https://loja.com.br' };
/** As an instance has it. */
const whole = { id: 1, ...shop, maxretries: 1, retryInterval: 60, conditions: [], notificationIDList: {} };
const blog = { ...whole, id: 2, name: 'Blog', url: 'https://blog.com.br' };
const capacity = { limits: { monitors: 99, heartbeatSeconds: 20 }, running: 0, total: 0, present: [] };

const readingOfJson = (file: unknown) => readingOf(JSON.stringify(file));
const monitorsOf = ({ found }: Reading): readonly ImportedMonitor[] =>
  found.flatMap(({ item }) => (item.kind === 'monitor' ? [item] : []));
const namesOf = (reading: Reading) => reading.found.map(({ item }) => nameOf(item));

test.each([
  [
    { name: 'A', type: 'port', hostname: 'a.com.br', port: 80 },
    { name: 'B', type: 'port', hostname: 'a.com.br', port: 443 },
  ],
  [
    { ...shop, name: 'A' },
    { ...shop, name: 'B' },
  ],
  [
    { ...shop, type: 'keyword', keyword: 'a' },
    { ...shop, type: 'keyword', keyword: 'b' },
  ],
  [
    { name: 'A', type: 'dns', hostname: 'a.com.br', dns_resolve_type: 'A' },
    { name: 'A', type: 'dns', hostname: 'a.com.br', dns_resolve_type: 'MX' },
  ],
])('two checks of an address without ids are two: %o', async (...file) => {
  const { found } = await readingOfJson(file);
  expect(planImport(found, capacity).map(({ result }) => result)).toEqual(['made', 'made']);
});

test('the same check twice is one', async () => {
  const { found } = await readingOfJson([shop, shop]);
  expect(planImport(found, capacity).map(({ result }) => result)).toEqual(['made', 'refused']);
});

test('ids that stand only as keys are ids', async () => {
  const reading = await readingOfJson({ 1: { name: 'Site', type: 'group' }, 2: { ...shop, parent: 1 } });
  const [group, monitor] = monitorsOf(reading);
  expect([group?.id.startsWith('1-'), monitor?.parent]).toEqual([true, group?.id]);
});

test.each([
  [{ max_retries: 3 }, { maxretries: 3 }],
  [{ maxRetries: 3 }, { maxretries: 3 }],
  [{ retries: 3 }, { maxretries: 3 }],
  [{ max_redirects: 5 }, { maxredirects: 5 }],
  [{ ignoreTLS: true }, { ignoreTls: true }],
  [{ acceptedStatusCodes: ['204'] }, { accepted_statuscodes: ['204'] }],
  [{ Interval: 120 }, { interval: 120 }],
  [{ basicAuthUser: 'u' }, { basic_auth_user: 'u', authMethod: 'basic' }],
])('a field written as %o is read', async (written, fields) => {
  const reading = await readingOfJson([{ ...shop, ...written }]);
  expect(monitorsOf(reading)[0]?.monitor).toMatchObject(fields);
  expect(reading.notes).not.toContainEqual(expect.stringContaining('não foram lidos'));
});

test('fields that no monitor has are named once for the file', async () => {
  const reading = await readingOfJson([
    { ...shop, cor: 'azul', vazio: null },
    { ...blog, cor: 'verde', dono: 'a' },
  ]);
  expect(reading.notes).toContain(message('import.fields-unread', { fields: 'cor, dono' }));
});

test('what a script names by words is found by its name', async () => {
  const reading = await readingOfJson([
    { name: 'Site', type: 'group' },
    { ...shop, parent_name: 'Site', tag_names: [{ name: 'produção', value: 'sim' }] },
    { ...blog, tags: [{ tag: { name: 'teste', color: '#fff' }, value: 'v' }] },
  ]);
  const [group, first, second] = monitorsOf(reading);
  expect(first).toMatchObject({ parent: group?.id, tags: [{ name: 'produção', value: 'sim' }] });
  expect(second?.tags).toEqual([{ name: 'teste', color: '#fff', value: 'v' }]);
});

test('one channel of several that is not in the file is said', async () => {
  const channel = { id: 7, name: 'Equipe', config: '{"type":"telegram"}' };
  const monitor = { ...whole, notificationIDList: { 7: true, 9: true } };
  const { found } = await readingOfJson({ notificationList: [channel], monitorList: [monitor] });
  expect(found[1]).toMatchObject({
    item: { channels: [expect.any(String)] },
    notes: [message('import.channel-unknown')],
  });
});

test.each(['services', 'endpoints', 'checks', 'uptime_kuma'])(
  'monitors of an Uptime Kuma under %s are no other service’s',
  async (wrapper) => {
    expect(namesOf(await readingOfJson({ [wrapper]: [whole] }))).toEqual(['Loja']);
    expect(namesOf(await readingOfJson({ [wrapper]: { 1: whole } }))).toEqual(['Loja']);
  },
);

test.each([
  { casa: { monitorList: { 1: whole } }, nuvem: { monitorList: { 2: blog } } },
  { grupos: [{ monitors: [whole] }, { monitors: [blog] }] },
  [[whole], [blog]],
  [
    ['monitorList', { 1: whole }],
    ['monitorList', { 1: whole, 2: blog }],
  ],
])('of several lists none is lost: %o', async (file) => {
  const { found, left } = await readingOfJson(file);
  expect([found.map(({ item }) => nameOf(item)), left]).toEqual([['Loja', 'Blog'], []]);
});

test('groups are looked up in their own list', async () => {
  const group = { id: 1, type: 'group' };
  const list = (name: string, url: string) => ({
    monitorList: [
      { ...group, name },
      { ...whole, id: 2, url, parent: 1 },
    ],
  });
  const reading = await readingOfJson({ a: list('A', 'https://a.com.br'), b: list('B', 'https://b.com.br') });
  const [a, inA, b, inB] = monitorsOf(reading);
  expect([inA?.parent, inB?.parent]).toEqual([a?.id, b?.id]);
});

test('two files saved as one are both read', async () => {
  const text = [whole, blog].map((row) => JSON.stringify({ monitorList: [row] }, null, 2)).join('\n');
  expect(namesOf(await readingOf(text))).toEqual(['Loja', 'Blog']);
});

test.each([
  ['https', 'http', {}],
  ['HTTP(s)', 'http', {}],
  ['tcp', 'port', { hostname: 'a.com.br', port: 80 }],
  ['TCP Port', 'port', { hostname: 'a.com.br', port: 80 }],
  ['icmp', 'ping', { hostname: 'a.com.br' }],
])('the type %s is %s', async (written, type, fields) => {
  for (const file of [
    [{ ...shop, type: written, ...fields }],
    { monitorList: [{ ...shop, type: written, ...fields }] },
  ])
    expect(monitorsOf(await readingOfJson(file))[0]?.monitor['type']).toBe(type);
});

test.each(['null', '[]', '{}', '[[],[]]', '"texto"', '[null,3]', '{"monitorList":7}'])(
  '%s has no monitor, and says so',
  async (text) => {
    expect((await readAny(text)).ok).toBe(false);
  },
);

test('commas too many before an end are no reason, and those in texts stay', async () => {
  const reading = await readingOf(`[{"name":"A,]","type":"http","url":"https://a.com.br",},]`);
  expect(namesOf(reading)).toEqual(['A,]']);
});

test.each([[0xff, 0xfe], []])('JSON in UTF-16 is read, with and without its mark', async (...mark) => {
  const text = JSON.stringify([{ ...shop, name: 'Ação' }]);
  const bytes = [...text].flatMap((letter) => [letter.charCodeAt(0) % 256, letter.charCodeAt(0) >> 8]);
  expect(namesOf(await readingOf(new Uint8Array([...mark, ...bytes])))).toEqual(['Ação']);
});

/** Rows of the tables, as a query prints them. */
const tables = {
  monitor: [
    { id: 1, name: 'Site', type: 'group', active: 1, interval: 60 },
    {
      id: '2',
      name: 'Loja',
      type: 'http',
      url: shop.url,
      active: '0',
      parent: '1',
      user_id: 1,
      retry_interval: '60',
      accepted_statuscodes_json: '["204"]',
      ignore_tls: '1',
      proxy_id: null,
    },
  ],
  notification: [{ id: 7, name: 'Equipe', config: '{"type":"telegram"}', active: 1, user_id: 1 }],
  monitor_notification: [{ id: 1, monitor_id: 2, notification_id: 7 }],
  tag: [{ id: 3, name: 'produção', color: '#059669' }],
  monitor_tag: [{ id: 1, monitor_id: 2, tag_id: 3, value: 'v' }],
};

test.each([
  ['a script', tables],
  [
    'phpMyAdmin',
    [
      { type: 'header', version: '5.2.1', comment: 'Export to JSON plugin for phpMyAdmin' },
      { type: 'database', name: 'kuma' },
      ...Object.entries(tables).map(([name, data]) => ({ type: 'table', name, database: 'kuma', data })),
    ],
  ],
])('a dump of tables by %s keeps its links', async (_, file) => {
  const reading = await readingOfJson(file);
  const [group, monitor] = monitorsOf(reading);
  expect(monitor).toMatchObject({
    active: false,
    parent: group?.id,
    channels: [reading.found[0]?.item.id],
    tags: [{ name: 'produção', color: '#059669', value: 'v' }],
    monitor: { accepted_statuscodes: ['204'], ignoreTls: true, retryInterval: 60 },
  });
  expect(reading.found.flatMap(({ notes }) => notes)).toEqual([]);
  expect(reading.notes).toEqual([message('import.history-left')]);
});

test('a group that a script made with zeros comes', async () => {
  const group = {
    id: 1,
    name: 'Site',
    type: 'group',
    interval: 0,
    retryInterval: 0,
    packetSize: 0,
    timeout: 0,
  };
  const { found, left } = await readingOfJson({ version: '1.23.1', monitorList: [group] });
  expect(left).toEqual([]);
  expect(found[0]).toMatchObject({
    item: { monitor: { interval: 60 } },
    notes: [message('import.field-unread', { field: 'interval' })],
  });
});

test.each([
  { statusPages: [{}, {}], maintenances: [{}], proxies: [{}] },
  { statusPageList: { 1: { slug: 'a' }, 2: { slug: 'b' } }, maintenanceList: { 1: {} }, proxyList: [{}] },
  { ...tables, monitorList: undefined, status_page: [{}, {}], maintenance: [{}], proxy: [{}] },
])('pages, maintenance and proxies in %o are counted', async (more) => {
  expect((await readingOfJson({ monitorList: [whole], ...more })).notes).toEqual(
    expect.arrayContaining([
      message('import.pages-left', { count: 2 }),
      message('import.maintenance-left', { count: 1 }),
      message('import.proxies-left', { count: 1 }),
    ]),
  );
});
