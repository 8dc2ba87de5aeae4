/** Monitors of UptimeRobot, from its API and from its CSV, and our own template. */
import { expect, test } from 'vitest';
import { tableTemplate } from '#account/import/rules/table.ts';
import { type RobotMonitor, readUptimeRobot } from '#domain/import/uptimerobot.ts';
import { message } from '#domain/messages/import.ts';
import { readAny, readingOf } from '#tests/support/import/files.ts';

const base: RobotMonitor = {
  id: '800100200',
  friendlyName: 'Loja',
  type: 'HTTP',
  url: 'https://www.lojainventada.com.br',
  interval: 300,
  timeout: 30,
  status: 'UP',
};

function read(monitor: Partial<RobotMonitor>) {
  const reading = readUptimeRobot([{ ...base, ...monitor }]);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.value;
}
const first = (monitor: Partial<RobotMonitor>) => read(monitor).found[0];

test.each<[Partial<RobotMonitor>, object]>([
  [
    { httpMethodType: 'HEAD', followRedirections: false },
    { type: 'http', method: 'HEAD', maxredirects: 0, timeout: 30 },
  ],
  [{ successHttpResponseCodes: ['2xx', '301'] }, { accepted_statuscodes: ['200-299', '301'] }],
  [{ checkSSLErrors: false }, { ignoreTls: true }],
  [
    { authType: 'HTTP_BASIC', httpUsername: 'u', httpPassword: 'p' },
    { authMethod: 'basic', basic_auth_user: 'u' },
  ],
  [
    { authType: 'BEARER', httpPassword: 't' },
    { authMethod: 'bearer', bearer_token: 't' },
  ],
  [{ customHttpHeaders: { 'X-A': '1' } }, { headers: '{"X-A":"1"}' }],
  [
    { postValueType: 'RAW_JSON', postValueData: { a: 1 } },
    { body: '{"a":1}', httpBodyEncoding: 'json' },
  ],
  [
    { postValueType: 'KEY_VALUE', postValueData: { a: '1 2' } },
    { body: 'a=1%202', httpBodyEncoding: 'form' },
  ],
  [
    { type: 'KEYWORD', keywordType: 'ALERT_EXISTS', keywordValue: 'Erro' },
    { type: 'keyword', keyword: 'Erro', invertKeyword: true },
  ],
  [{ type: 'KEYWORD', keywordType: 'ALERT_NOT_EXISTS', keywordValue: 'ok' }, { invertKeyword: false }],
  [
    { type: 'PING', url: 'servidor.com.br' },
    { type: 'ping', hostname: 'servidor.com.br' },
  ],
  [
    { type: 'PORT', url: '51.222.10.10', port: 25 },
    { type: 'port', hostname: '51.222.10.10', port: 25 },
  ],
  [
    { type: 'HEARTBEAT', url: 'https://heartbeat.uptimerobot.com/m1', gracePeriod: 60 },
    { type: 'push', interval: 360 },
  ],
  [
    { type: 'DNS', url: 'loja.com.br', dnsRecordTypes: ['MX'] },
    { type: 'dns', dns_resolve_type: 'MX', port: 53 },
  ],
  [
    { type: 'API', apiChecks: [{ property: '$.status', comparison: 'equals', target: 'ok' }] },
    { type: 'json-query', jsonPath: 'status', jsonPathOperator: '==', expectedValue: 'ok' },
  ],
])('%o comes as %o', (monitor, fields) => {
  const item = first(monitor)?.item;
  expect(item).toMatchObject({ kind: 'monitor', id: '800100200', active: true, monitor: {} });
  expect(item).toMatchObject({ monitor: fields });
});

test('a word never turns a monitor upside down: a dead site would be "up"', () => {
  const item = first({ type: 'KEYWORD', keywordType: 'ALERT_EXISTS', keywordValue: 'Erro' })?.item;
  expect(item?.kind === 'monitor' && item.monitor['upsideDown']).not.toBe(true);
});

test('several record types become a monitor each', () => {
  const { found } = read({ type: 'DNS', url: 'loja.com.br', dnsRecordTypes: ['A', 'MX'] });
  expect(found.map(({ item }) => item.id)).toEqual(['800100200-A', '800100200-MX']);
});

test.each<[Partial<RobotMonitor>, string]>([
  [{ type: 'UDP' }, message('import.type-robot', { type: 'UDP' })],
  [{ type: 'VISUAL_COMPARISON' }, message('import.type-robot', { type: 'VISUAL_COMPARISON' })],
  [{ type: 'API', apiChecks: [] }, message('import.assertion-none')],
  [
    { type: 'API', apiChecks: [{ property: '$.a', comparison: 'is_null', target: '' }] },
    message('import.comparison', { comparison: 'is_null' }),
  ],
  [{ url: 'http://1.2.3.4' }, message('import.ip')],
])('%o cannot come', (monitor, reason) => {
  expect(read(monitor)).toMatchObject({ found: [], left: [{ id: '800100200', name: 'Loja', reason }] });
});

test('what differs is said', () => {
  const keyword = { type: 'KEYWORD', keywordType: 'ALERT_EXISTS', keywordValue: 'a' };
  expect(first({ ...keyword, keywordCaseType: 1 })?.notes).toEqual([message('import.keyword-case')]);
  expect(first({ ...keyword, keywordCaseType: 0 })?.notes).toEqual([]);
  expect(first({ type: 'KEYWORD', keywordCaseType: 0, keywordValue: 'a' })?.notes).toEqual([
    message('import.keyword-kind'),
  ]);
  expect(first({ type: 'HTTP', authType: 'HTTP_BASIC' })?.notes).toEqual([message('import.sign-in-missing')]);
  expect(first({ type: 'HTTP', authType: 'NTLM' })?.notes).toEqual([
    message('import.field-unread', { field: 'authType' }),
  ]);
  expect(first({ type: 'PING', authType: 'NTLM', url: 'loja.com.br' })?.notes).toEqual([]);
  expect(first({ authType: 'DIGEST' })?.notes).toEqual([message('import.digest')]);
  expect(first({ type: 'HEARTBEAT' })?.notes).toEqual([message('import.push-address')]);
  const all = [
    message('import.contacts'),
    message('import.groups-left'),
    message('import.long-waits', { count: 1, seconds: 10 }),
    message('import.history-left'),
  ];
  expect(read({ hasContacts: true, isInGroup: true }).notes).toEqual(all);
});

test('a form is said to have become one', () => {
  expect(first({ postValueType: 'KEY_VALUE', postValueData: { a: '1' } })?.notes).toEqual([
    message('import.body-form'),
  ]);
});

test('a paused monitor arrives paused, with its tags', () => {
  const tags = [{ name: 'produção', color: '#059669' }];
  expect(first({ status: 'PAUSED', tags })?.item).toMatchObject({
    active: false,
    tags: [{ ...tags[0], value: '' }],
  });
});

test('an account without monitors says so', () => {
  expect(readUptimeRobot([])).toEqual({ ok: false, problem: 'import.robot-nothing' });
});

test('its CSV is read by the names of its columns', async () => {
  const csv =
    'ID,Type,Status,Friendly Name,URL/IP,Keyword Type,Keyword Value,Port,New Column\r\n' +
    '1,HTTP(s),2,"Loja, a nova",https://loja.com.br,,,,x\r\n' +
    '2,2,0,Busca,https://loja.com.br/b,1,Erro,,\r\n' +
    '3,Port,9,Banco,db.loja.com.br,,,5432,\r\n';
  const reading = await readingOf(csv);
  expect(reading.source).toBe('uptimerobot');
  expect(reading.found.map(({ item }) => item)).toMatchObject([
    { id: '1', active: true, monitor: { type: 'http', name: 'Loja, a nova' } },
    { id: '2', active: false, monitor: { type: 'keyword', invertKeyword: true } },
    { id: '3', active: true, monitor: { type: 'port', port: 5432 } },
  ]);
});

test('our template can be read as it is, with a comma or a semicolon, in UTF-8 or as Excel saves it', async () => {
  for (const separator of [',', ';']) {
    const csv = tableTemplate.map((line) => line.join(separator)).join('\n');
    const windows = Uint8Array.from([...csv].map((letter) => letter.charCodeAt(0)));
    for (const file of [csv, `\uFEFF${csv}`, windows]) {
      const { source, found, left } = await readingOf(file);
      expect({ source, left }).toEqual({ source: 'csv', left: [] });
      expect(found.map(({ item }) => item.kind === 'monitor' && [item.monitor['name'], item.active])).toEqual(
        [
          ['Site', true],
          ['Loja', true],
          ['Busca da loja', true],
          ['Servidor', true],
          ['Banco', false],
        ],
      );
      expect(found[1]?.item).toMatchObject({ parent: found[0]?.item.id, tags: [{ name: 'produção' }] });
    }
  }
});

test.each([
  ['other columns', 'a,b\n1,2\n', 'import.file-columns'],
  ['no lines', 'nome,endereço\n', 'import.file-nothing'],
  ['an open quote', 'nome,endereço\n"Loja,https://loja.com.br\n', 'import.file-table'],
])('a CSV with %s is refused with its sentence', async (_, csv, problem) => {
  expect(await readAny(csv)).toEqual({ ok: false, problem });
});

test('a line that cannot come is listed beside the others', async () => {
  const { found, left } = await readingOf(
    'nome;url;tipo\nLoja;loja.com.br;site\nNAS;192.168.0.2;ping\n=1+1;;http\n',
  );
  expect(found.map(({ item }) => item.kind === 'monitor' && item.monitor['url'])).toEqual([
    'https://loja.com.br',
  ]);
  expect(left.map(({ name, reason }) => [name, reason])).toEqual([
    ['NAS', message('import.private')],
    ['=1+1', message('import.no-address')],
  ]);
});
