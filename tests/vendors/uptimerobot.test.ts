/** UptimeRobot with the local one: pages, pauses, refusals, and a key that goes nowhere else. */
import { expect, test } from 'vitest';
import { createUptimeRobotStandIn } from '#dev/stand-ins/uptimerobot/index.ts';
import { LOCAL_ROBOT_KEY, manyMonitors } from '#dev/stand-ins/uptimerobot/monitors.ts';
import { readUptimeRobot } from '#domain/import/uptimerobot.ts';
import { message } from '#domain/messages/import.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { createUptimeRobot } from '#functions/vendors/uptimerobot/uptimerobot.ts';

const BASE = 'http://robot.example';

function open() {
  const clock = { now: 1_800_000_000_000 };
  const robot = createUptimeRobotStandIn({ port: 0, now: () => clock.now });
  const asked: { url: string; authorization: string | null }[] = [];
  const source = createUptimeRobot({
    baseUrl: BASE,
    fetch: (input, init) => {
      asked.push({ url: input, authorization: new Headers(init.headers).get('authorization') });
      return Promise.resolve(robot.app.request(input, init)).catch(() => Promise.reject(new Error(input)));
    },
  });
  return { clock, robot, asked, source };
}

const answering = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const fetch: Fetch = async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  return createUptimeRobot({ baseUrl: BASE, fetch });
};

test('every type of the sample account arrives, and what cannot come has a reason', async () => {
  const { source } = open();
  const page = await source.readMonitors(LOCAL_ROBOT_KEY, null);
  if (page.outcome !== 'page') throw new Error(page.outcome);
  expect(page.next).toBeNull();
  const reading = readUptimeRobot(page.monitors);
  if (!reading.ok) throw new Error(reading.problem);
  const { found, left } = reading.value;
  expect(found.map(({ item }) => item.kind === 'monitor' && item.monitor['type'])).toEqual([
    'http',
    'keyword',
    'ping',
    'port',
    'push',
    'dns',
    'dns',
    'json-query',
    'http',
    'json-query',
  ]);
  expect(left.map(({ name, reason }) => [name, reason])).toEqual([
    ['Servidor de voz', message('import.type-robot', { type: 'UDP' })],
    ['Painel antigo', message('import.ip')],
    ['Erros da API', message('import.comparison', { comparison: 'is_null' })],
    ['Correio', message('import.missing', { what: 'porta' })],
    ['https://sem-nome.lojainventada.com.br', message('import.no-name')],
  ]);
  expect(found[0]?.item).toMatchObject({
    active: true,
    tags: [{ name: 'produção', color: '#059669', value: '' }],
    monitor: {
      interval: 60,
      timeout: 30,
      accepted_statuscodes: ['200-299', '300-399'],
      expiryNotification: true,
    },
  });
  expect(found.at(-3)?.item).toMatchObject({
    active: false,
    monitor: { authMethod: 'bearer', bearer_token: 'token-inventado' },
  });
  expect(found.at(-2)?.item).toMatchObject({
    monitor: { url: 'https://api.lojainventada.com.br/saude', accepted_statuscodes: ['200'] },
  });
  expect(found.at(-1)?.item).toMatchObject({ monitor: { jsonPath: '`build-id`', method: 'GET' } });
});

test('pages follow the cursor to the last monitor, at our own address only', async () => {
  const { robot, source, asked } = open();
  robot.state.monitors = manyMonitors(450);
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await source.readMonitors(LOCAL_ROBOT_KEY, cursor);
    if (page.outcome !== 'page') throw new Error(page.outcome);
    names.push(...page.monitors.map(({ friendlyName }) => friendlyName));
    cursor = page.next;
  } while (cursor !== null);
  expect(new Set(names).size).toBe(450);
  expect(asked.map(({ url }) => url.split('?')[0])).toEqual(
    Array.from({ length: 3 }, () => `${BASE}/v3/monitors`),
  );
  expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(
    new Set([`Bearer ${LOCAL_ROBOT_KEY}`]),
  );
});

test('a pause lasts as long as UptimeRobot says', async () => {
  const { robot, source, clock } = open();
  robot.state.callsPerMinute = 1;
  expect(await source.readMonitors(LOCAL_ROBOT_KEY, null)).toMatchObject({ outcome: 'page' });
  clock.now += 20_000;
  expect(await source.readMonitors(LOCAL_ROBOT_KEY, null)).toEqual({ outcome: 'later', seconds: 40 });
  clock.now += 40_000;
  expect(await source.readMonitors(LOCAL_ROBOT_KEY, null)).toMatchObject({ outcome: 'page' });
  expect(await answering(429, '').readMonitors('k', null)).toEqual({ outcome: 'later', seconds: 60 });
  const soon = answering(429, '', { 'retry-after': 'Sat, 28 Nov 2026 12:00:00 GMT' });
  expect(await soon.readMonitors('k', null)).toEqual({ outcome: 'later', seconds: 60 });
});

test.each([400, 401, 403])('a key refused with %i is a wrong key', async (status) => {
  expect(await answering(status, { message: 'no' }).readMonitors('k', null)).toEqual({
    outcome: 'wrong-key',
  });
});

test('another key is refused by the account', async () => {
  expect(await open().source.readMonitors('ur1-another-key', null)).toEqual({ outcome: 'wrong-key' });
});

test.each<[string, ReturnType<typeof answering>]>([
  ['an outage', answering(502, 'Bad Gateway')],
  ['a page in place of JSON', answering(200, '<p>')],
  ['another shape', answering(200, { monitors: [] })],
  ['a redirect', answering(302, '', { location: 'https://elsewhere.example' })],
])('%s tells nothing, and no error has the key', async (_, source) => {
  const error = await source.readMonitors('ur1-secret-key', null).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'source-unavailable', retryable: true });
  const { message, stack } = error as Error;
  expect(`${message} ${stack}`).not.toContain('ur1-secret-key');
});

test('a field in another form is left out, not the monitor', async () => {
  const source = answering(200, {
    data: [{ id: 1, friendlyName: 'a', type: 'http', url: 'https://a.com.br', interval: 'cinco', tags: 'x' }],
  });
  expect(await source.readMonitors('k', null)).toMatchObject({
    outcome: 'page',
    monitors: [{ id: '1', type: 'HTTP', url: 'https://a.com.br', interval: undefined, tags: undefined }],
  });
});

test.each([
  [
    { id: 1, type: 'HTTP', url: 'https://a.com.br' },
    { id: '1', friendlyName: '', type: 'HTTP' },
  ],
  [
    { friendlyName: 'a', type: 'PORT', subType: 4 },
    { id: 'item-1', type: 'PORT', portKind: '4' },
  ],
  [{ id: 1, friendlyName: 'a', type: null }, { type: '' }],
  [null, { id: 'item-1', friendlyName: '', type: '' }],
  ['a', { id: 'item-1', friendlyName: '', type: '' }],
])('a monitor that is only %o does not end the page', async (monitor, read) => {
  const whole = { id: 2, friendlyName: 'b', type: 'HTTP' };
  expect(await answering(200, { data: [monitor, whole] }).readMonitors('k', null)).toMatchObject({
    outcome: 'page',
    monitors: [read, { id: '2' }],
  });
});

test('a check in another form still counts, so that a part is not taken for the whole', async () => {
  const config = { apiAssertions: { checks: [{ property: '$.a', comparison: 'equals', target: null }, 7] } };
  const source = answering(200, { data: [{ id: 1, friendlyName: 'a', type: 'API', config }] });
  expect(await source.readMonitors('k', null)).toMatchObject({
    monitors: [{ apiChecks: [{ property: '$.a', comparison: 'equals', target: '' }, { property: '' }] }],
  });
});

test('a body that is nested without end is left behind', async () => {
  const deep = `{"data":[{"id":1,"friendlyName":"a","type":"HTTP","postValueData":${'['.repeat(9000)}${']'.repeat(9000)}}]}`;
  const page = await answering(200, deep).readMonitors('k', null);
  expect(page).toMatchObject({ outcome: 'page', monitors: [{ friendlyName: 'a' }] });
  expect(JSON.stringify(page)).not.toContain('[[[');
});

test.each([
  ['/v3/monitors?cursor=12&limit=200', '12'],
  ['https://evil.example/?limit=1&cursor=34', '34'],
  ['https://evil.example/', null],
])('of %s only the cursor is taken', async (nextLink, next) => {
  expect(await answering(200, { data: [], nextLink }).readMonitors('k', null)).toMatchObject({ next });
});

/** The first monitor of an answer. */
async function firstOf(monitor: object) {
  const page = await answering(200, { data: [monitor], nextLink: null }).readMonitors(LOCAL_ROBOT_KEY, null);
  const reading = page.outcome === 'page' ? readUptimeRobot(page.monitors) : null;
  if (!reading?.ok) throw new Error(page.outcome);
  return { found: reading.value.found, left: reading.value.left };
}
const site = { id: 1, friendlyName: 'Loja', type: 'HTTP', url: 'https://loja.com.br' };

test.each([
  [
    { interval: '300', timeout: '20' },
    { interval: 300, timeout: 20 },
  ],
  [{ type: 'PORT', url: 'loja.com.br', port: '8080' }, { port: 8080 }],
  [{ type: 1 }, { type: 'http' }],
  [
    { type: 'heartbeat', gracePeriod: '30', interval: '60' },
    { type: 'push', interval: 90 },
  ],
  [{ successHttpResponseCodes: '2xx, 301' }, { accepted_statuscodes: ['200-299', '301'] }],
  [
    { followRedirections: 'false', checkSSLErrors: 0 },
    { maxredirects: 0, ignoreTls: true },
  ],
])('values in quotes or as numbers are read: %o', async (fields, monitor) => {
  const { found } = await firstOf({ ...site, ...fields });
  expect(found[0]?.item).toMatchObject({ monitor });
  expect(found[0]?.notes).not.toContainEqual(expect.stringContaining('não entendido'));
});

test.each([
  ['PAUSED', false],
  ['paused', false],
  [0, false],
  ['0', false],
  [2, true],
  ['UP', true],
  [null, true],
])('status %s runs: %s', async (status, active) => {
  expect((await firstOf({ ...site, status })).found[0]?.item).toMatchObject({ active });
});

test('tags without a colour, or as words, come', async () => {
  const { found } = await firstOf({ ...site, tags: ['loja', { name: 'site', color: null }] });
  expect(found[0]?.item).toMatchObject({ tags: [{ name: 'loja' }, { name: 'site' }] });
});

test('a known field in an unknown form is said; an empty one is not', async () => {
  const odd = { interval: 'sempre', tags: 7, customHttpHeaders: 'X: 1', keywordValue: null, timeout: {} };
  const { found } = await firstOf({
    ...site,
    ...odd,
    successHttpResponseCodes: [],
    assignedAlertContacts: [],
  });
  expect(found[0]?.notes.toSorted()).toEqual(
    ['customHttpHeaders', 'interval', 'tags'].map((field) => message('import.field-unread', { field })),
  );
});

test('a record type without records is not checked there', async () => {
  const dns = { ...site, type: 'DNS', url: 'loja.com.br' };
  const { found } = await firstOf({ ...dns, config: { dnsRecords: { A: ['1.2.3.4'], AAAA: [], MX: null } } });
  expect(found.map(({ item }) => item.kind === 'monitor' && item.monitor['dns_resolve_type'])).toEqual(['A']);
});
