/// <reference types="@cloudflare/vitest-plugin/types" />
/** Bringing monitors in: the server's own judgement, repeats, and who may. */
import { beforeEach, expect, test } from 'vitest';
import { LOCAL_ROBOT_KEY } from '#dev/stand-ins/uptimerobot/monitors.ts';
import {
  type ImportAnswer,
  type ImportCapacity,
  importEndpoint,
  importRobotEndpoint,
  type RobotPage,
} from '#domain/api-schemas/import.ts';
import { DomainError } from '#domain/errors.ts';
import type { ImportedItem } from '#domain/import/items.ts';
import { message } from '#domain/messages.ts';
import { importItems } from '#functions/import/import-items.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { control, newTenant, type Tenancy } from './quota-setup.ts';
import { addresses, call, calmServices, codeOf, depsAt, setFaults } from './support.ts';
import { putState } from './tenant-rows.ts';

beforeEach(calmServices);

const monitor = (id: string, fields: object = {}, rest: object = {}): ImportedItem => ({
  kind: 'monitor',
  id,
  active: true,
  monitor: { type: 'http', name: id, url: `https://${id}.com.br`, interval: 600, ...fields },
  parent: null,
  channels: [],
  tags: [],
  ...rest,
});
const channel: ImportedItem = {
  kind: 'channel',
  id: 'c1',
  name: 'Equipe',
  config: { type: 'telegram', name: 'Equipe', telegramBotToken: '1:x', telegramChatID: '2' },
};

let keys = 0;
const post = (
  { person }: Pick<Tenancy, 'person'>,
  items: readonly object[],
  key = `k${keys++}`,
  source = 'csv',
) =>
  call(importEndpoint, { token: person.token, body: { source, items }, headers: { 'Idempotency-Key': key } });
const resultsOf = async (answer: Response) =>
  ((await answer.json()) as ImportAnswer).items.map(({ result }) => result);
const capacityOf = async ({ person }: Tenancy, source = 'csv') =>
  (await (
    await call(`${importEndpoint}?origem=${source}`, { token: person.token })
  ).json()) as ImportCapacity;
const monitorsOf = async ({ subdominio }: Tenancy) =>
  (await depsAt(0).instances.readLimits(subdominio)).monitors;

test('a batch is made once: channels, a group with its members, tags', async () => {
  const tenant = await newTenant();
  const batch = [
    channel,
    monitor('g', { type: 'group' }),
    monitor(
      'a',
      {},
      { parent: 'g', channels: ['c1'], tags: [{ name: 'produção', color: '#059669', value: '' }] },
    ),
  ];
  expect(await resultsOf(await post(tenant, batch))).toEqual(['made', 'made', 'made']);
  expect(await resultsOf(await post(tenant, batch))).toEqual(['present', 'present', 'present']);
  expect((await monitorsOf(tenant)).map(({ name, interval }) => [name, interval])).toEqual([['a', 600]]);
  expect((await capacityOf(tenant)).present).toEqual(
    expect.arrayContaining([
      { kind: 'channel', id: 'c1' },
      { kind: 'monitor', id: 'g' },
      { kind: 'monitor', id: 'a' },
    ]),
  );
  expect((await capacityOf(tenant, 'uptime-kuma')).present).toEqual([]);
});

test('plan and terms are applied to whatever was sent', async () => {
  const tenant = await newTenant();
  await control(
    tenant.subdominio,
    'monitors',
    Array.from({ length: 4 }, () => ({ kind: 'http', interval: 600 })),
  );
  const answer = await post(tenant, [
    monitor('rapido', { interval: 1, retryInterval: 1, hacked: 'x', user_id: 9 }),
    monitor('acima'),
    monitor('ip', { url: 'http://10.0.0.1' }),
    monitor('docker', { type: 'docker' }),
    monitor('escondido', { url: 'http://abc.onion' }),
  ]);
  expect(((await answer.json()) as ImportAnswer).items).toEqual([
    { kind: 'monitor', id: 'rapido', result: 'made' },
    { kind: 'monitor', id: 'acima', result: 'paused' },
    { kind: 'monitor', id: 'ip', result: 'refused', reason: message('import.ip') },
    { kind: 'monitor', id: 'docker', result: 'refused', reason: message('import.type-docker') },
    { kind: 'monitor', id: 'escondido', result: 'refused', reason: message('import.onion') },
  ]);
  const made = (await monitorsOf(tenant)).filter(({ name }) => ['rapido', 'acima'].includes(name));
  expect(made.map(({ name, interval, isRunning }) => [name, interval, isRunning])).toEqual([
    ['rapido', 600, true],
    ['acima', 600, false],
  ]);
  expect(await capacityOf(tenant)).toMatchObject({
    plan: 'free',
    limits: { monitors: 5, heartbeatSeconds: 600 },
    running: 5,
    total: 6,
  });
});

test('batches that arrive together run no more than the plan allows', async () => {
  const tenant = await newTenant();
  const batches = ['a', 'b', 'c', 'd'].map((name) =>
    ['1', '2', '3', '4', '5'].map((at) => monitor(`${name}${at}`)),
  );
  const answers = await Promise.all(batches.map((batch) => post(tenant, batch)));
  const results = (await Promise.all(answers.map(resultsOf))).flat();
  expect(results.filter((result) => result === 'made')).toHaveLength(5);
  expect(results.filter((result) => result === 'paused')).toHaveLength(15);
  expect(await capacityOf(tenant)).toMatchObject({ running: 5, total: 20 });
});

test('an expression that reaches further is made paused, whatever was sent', async () => {
  const tenant = await newTenant();
  const query = { type: 'json-query', jsonPath: '$.__proto__', expectedValue: '1' };
  expect(await resultsOf(await post(tenant, [monitor('consulta', query)]))).toEqual(['paused']);
  expect(await capacityOf(tenant)).toMatchObject({ running: 0, total: 1 });
});

test.each([
  ['porta', { type: 'port', hostname: 'a.com.br', url: null }, message('import.missing', { what: 'porta' })],
  ['metodo', { type: 'keyword', keyword: 'a', method: 'HEAD' }, message('import.method-head')],
  [
    'esquema',
    { url: 'hhttps://a.com.br' },
    message('import.scheme', { scheme: 'hhttps://', schemes: 'http:// e https://' }),
  ],
])('the server asks the same table: %s', async (id, fields, reason) => {
  const answer = (await (await post(await newTenant(), [monitor(id, fields)])).json()) as ImportAnswer;
  expect(answer.items).toEqual([{ kind: 'monitor', id, result: 'refused', reason }]);
});

test.each([
  ['a monitor', (deep: unknown) => monitor('a', { conditions: deep })],
  ['a channel', (deep: unknown) => ({ ...channel, config: { type: 'telegram', deep } })],
])('%s that is nested without end is refused, and no error', async (_, itemWith) => {
  let deep: unknown = 1;
  for (let at = 0; at < 3000; at += 1) deep = [deep];
  const answer = await post(await newTenant(), [itemWith(deep)]);
  expect(await codeOf(answer)).toEqual([422, 'validation-failed']);
});

test('the same key answers the same, another body under it is refused', async () => {
  const tenant = await newTenant();
  const first = await post(tenant, [monitor('a')], 'key');
  const again = await post(tenant, [monitor('a')], 'key');
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await again.text()).toBe(await first.text());
  expect(await codeOf(await post(tenant, [monitor('b')], 'key'))).toEqual([422, 'idempotency-key-reused']);
});

test('after a lost answer, the same batch ends the same', async () => {
  const tenant = await newTenant();
  const batch = [monitor('g', { type: 'group' }), monitor('a', {}, { parent: 'g' }), monitor('b')];
  const deps = depsAt(0);
  const instances: typeof deps.instances = {
    ...deps.instances,
    async importItems(...given) {
      await deps.instances.importItems(...given);
      throw new DomainError('tenant-unavailable', { message: 'the answer was lost' });
    },
  };
  const lost = importItems({ ...deps, instances }, tenant.person.subject, { source: 'csv', items: batch });
  await expect(lost).rejects.toMatchObject({ code: 'tenant-unavailable' });
  const results = await resultsOf(await post(tenant, batch));
  expect(results).toEqual(['present', 'present', 'present']);
  expect((await monitorsOf(tenant)).map(({ name }) => name).toSorted()).toEqual(['a', 'b']);
});

test('what the instance refuses is told with its reason', async () => {
  const tenant = await newTenant();
  const deps = depsAt(0);
  const refuse = async (reason: 'fields' | 'instance', detail: string) => {
    const importing = async () => [{ kind: 'monitor', id: 'a', result: 'refused', reason, detail }] as const;
    const instances = { ...deps.instances, importItems: importing };
    const { subject } = tenant.person;
    const { items } = await importItems({ ...deps, instances }, subject, {
      source: 'csv',
      items: [monitor('a')],
    });
    return items[0]?.reason;
  };
  expect(await refuse('fields', 'novo')).toBe(message('import.fields-refused', { fields: 'novo' }));
  expect(await refuse('instance', 'Nope')).toBe(message('import.instance-refused', { detail: 'Nope' }));
});

test('a group that was not made is told', async () => {
  const tenant = await newTenant();
  const answer = await post(tenant, [monitor('a', {}, { parent: 'nenhum' })]);
  const [orphan] = ((await answer.json()) as ImportAnswer).items;
  expect(orphan).toMatchObject({ result: 'refused', reason: message('import.parent-refused') });
});

test.each([
  ['no items', []],
  ['too many', Array.from({ length: 26 }, (_, at) => monitor(`m${at}`))],
  ['an id with spaces', [monitor('a b')]],
  ['another kind', [{ kind: 'status', id: 'a' }]],
])('a batch with %s is refused', async (_, itens) => {
  const answer = await post(await newTenant(), itens);
  expect(answer.status).toBe(422);
  expect(JSON.stringify(await answer.json())).toContain(message('import.batch-invalid').slice(0, 20));
});

test('a field that the API does not have is refused', async () => {
  const answer = await post(await newTenant(), [{ ...monitor('a'), dono: 'x' }]);
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('items.0.*')]);
});

test('an unknown source is refused', async () => {
  const tenant = await newTenant();
  const answer = await call(`${importEndpoint}?origem=outra`, { token: tenant.person.token });
  expect(await answer.json()).toMatchObject({ fields: { origem: message('import.source-invalid') } });
});

test('only an owner with a running environment may bring anything', async () => {
  const stranger = { person: await signUp() };
  expect(await codeOf(await post(stranger, [monitor('a')]))).toEqual([404, 'order-missing']);
  const body = { key: LOCAL_ROBOT_KEY };
  expect(await codeOf(await call(importRobotEndpoint, { token: stranger.person.token, body }))).toEqual([
    404,
    'order-missing',
  ]);
  const tenant = await newTenant();
  await putState(tenant.subdominio, 'suspended');
  expect(await codeOf(await post(tenant, [monitor('a')]))).toEqual([503, 'tenant-unavailable']);
});

test('the account of a key is read, page by page; its answers are kept nowhere', async () => {
  const { person } = await newTenant();
  const read = (key: string) => call(importRobotEndpoint, { token: person.token, body: { key } });
  const page = (await (await read(LOCAL_ROBOT_KEY)).json()) as RobotPage;
  expect(page.next).toBeNull();
  expect(page.monitors.map(({ type }) => type)).toContain('HEARTBEAT');
  expect(await (await read('ur1-uma-outra-chave')).json()).toMatchObject({
    fields: { key: message('import.robot-key') },
  });
  expect(await (await read('com espaço')).json()).toMatchObject({
    fields: { key: message('import.robot-key-shape') },
  });
  await setFaults(addresses.robotUrl, { down: true });
  expect(await codeOf(await read(LOCAL_ROBOT_KEY))).toEqual([503, 'source-unavailable']);
});

test('a pause that UptimeRobot asks for is passed on', async () => {
  const { person } = await newTenant();
  const answers: Response[] = [];
  for (let at = 0; at < 11; at++)
    answers.push(await call(importRobotEndpoint, { token: person.token, body: { key: LOCAL_ROBOT_KEY } }));
  const last = answers.at(-1);
  const seconds = Number(last?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(5);
  expect(await last?.json()).toMatchObject({
    code: 'source-unavailable',
    error: message('import.robot-wait', { seconds }),
  });
});
