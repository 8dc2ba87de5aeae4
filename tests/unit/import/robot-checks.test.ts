/** What an API monitor of UptimeRobot checks, in the language of this one, or the reason why not. */
import jsonata from 'jsonata';
import { describe, expect, test } from 'vitest';
import { toJsonata } from '#domain/import/expressions.ts';
import { translateChecks } from '#domain/import/robot-checks.ts';
import { type RobotMonitor, readUptimeRobot } from '#domain/import/uptimerobot.ts';
import { message } from '#domain/messages/import.ts';

const base: RobotMonitor = {
  id: '1',
  friendlyName: 'API',
  type: 'API',
  url: 'https://api.exemplo.com.br/s',
  interval: 300,
};
const check = (property: string, comparison = 'equals', target = '7') => ({ property, comparison, target });

function read(monitor: Partial<RobotMonitor>) {
  const reading = readUptimeRobot([{ ...base, ...monitor }]);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.value;
}

test.each([
  ['$.status', 'status'],
  ['$.build-id', '`build-id`'],
  ['$["data"][\'x y\']', 'data.`x y`'],
  ['$.data.items[0].id', 'data.items[0].id'],
  ['$[0].name', '$[0].name'],
  ['$', '$'],
  ['data.ok', 'data.ok'],
  ['$.and.in.true', '`and`.`in`.`true`'],
  ['$.@type', null],
  ["$['@type']", '`@type`'],
  ['$.preço', '`preço`'],
  ['$..id', null],
  ['$.items[*].id', null],
  ['$.items.length', null],
  ["$['length']", 'length'],
  ['$.items[?(@.a==1)].id', null],
  ['$.items[0:2]', null],
  ['$.items.length()', null],
  ['$.items.0.id', null],
  ['$.a`b', null],
  ['', null],
])('the path %s is %s', (path, expression) => {
  expect(toJsonata(path)).toBe(expression);
});

describe('in the language itself', () => {
  test.each([
    ['$.build-id', { 'build-id': 7 }],
    ["$['a b'].c", { 'a b': { c: 7 } }],
    ['$.and', { and: 7 }],
    ['$[1].x', [{ x: 1 }, { x: 7 }]],
    ['$.a[0][1]', { a: [[1, 7]] }],
    ['$.a.b[1].c', { a: { b: [{}, { c: 7 }] } }],
    ['$', 7],
  ])('%s finds its value', async (path, answer) => {
    expect(await jsonata(toJsonata(path) ?? '').evaluate(answer)).toBe(7);
  });
});

test.each([
  ['equals', ['200'], '200'],
  ['not_equals', ['100-499', '501-599'], '500'],
  ['greater_than', ['400-599'], '399'],
  ['less_than', ['100-399'], '400'],
])('a code that %s comes as one that HTTP accepts', (comparison, codes, target) => {
  const { found } = read({ apiChecks: [check('status_code', comparison, target)] });
  expect(found[0]?.item).toMatchObject({ monitor: { type: 'http', accepted_statuscodes: codes } });
  expect(found[0]?.notes).toEqual([message('import.status-only', { codes: codes.join(' e ') })]);
});

test.each([
  [[], message('import.assertion-none')],
  [[check('$.a'), check('$.b')], message('import.assertions')],
  [[check('status_code'), check('$.b')], message('import.assertions')],
  [[check('$.erro', 'is_null', '')], message('import.comparison', { comparison: 'is_null' })],
  [[check('$.a', 'not_contains')], message('import.comparison', { comparison: 'not_contains' })],
  [[check('$.a', '')], message('import.comparison', { comparison: '–' })],
  [[check('status_code', 'contains', '200')], message('import.comparison', { comparison: 'contains' })],
  [
    [check('status_code', 'equals', 'ok')],
    message('import.missing', { what: 'o código esperado, de 100 a 599' }),
  ],
  [
    [check('response_time', 'less_than', '500')],
    message('import.assertion-property', { property: 'response_time' }),
  ],
  [[check('headers.x-a')], message('import.assertion-property', { property: 'headers.x-a' })],
  [[check('$..id')], message('import.assertion-path', { path: '$..id' })],
  [[check('$.a', 'equals', '')], message('import.missing', { what: 'o valor esperado' })],
  [[check('$.a', 'greater_than', 'muito')], message('import.field-invalid', { field: 'expectedValue' })],
])('%o is left out with its reason', (apiChecks, reason) => {
  expect(read({ apiChecks })).toMatchObject({ found: [], left: [{ name: 'API', reason }] });
});

test('a comparison keeps its direction', () => {
  const operatorOf = (comparison: string) => {
    const read = translateChecks([check('$.a', comparison)]);
    return read.ok ? read.fields['jsonPathOperator'] : null;
  };
  expect(['equals', 'not_equals', 'greater_than', 'less_than', 'contains'].map(operatorOf)).toEqual([
    '==',
    '!=',
    '>',
    '<',
    'contains',
  ]);
});

test('where something is looked for, HEAD becomes GET, and it is said', () => {
  const keyword = {
    type: 'KEYWORD',
    keywordType: 'ALERT_NOT_EXISTS',
    keywordValue: 'ok',
    keywordCaseType: 0,
    httpMethodType: 'HEAD',
  };
  for (const monitor of [keyword, { apiChecks: [check('$.a')], httpMethodType: 'HEAD' }]) {
    const { found } = read(monitor);
    expect(found[0]?.item).toMatchObject({ monitor: { method: 'GET' } });
    expect(found[0]?.notes).toEqual([message('import.head-to-get')]);
  }
  expect(read({ type: 'HTTP', httpMethodType: 'HEAD' }).found[0]?.item).toMatchObject({
    monitor: { method: 'HEAD' },
  });
});

test.each([
  [{ type: 'PORT', url: 'a.com.br', portKind: '4' }, 25],
  [{ type: 'PORT', url: 'a.com.br', portKind: 'HTTPS' }, 443],
  [{ type: 'PORT', url: 'a.com.br', portKind: '99', port: 8080 }, 8080],
  [{ type: 'PORT', url: 'a.com.br:5432' }, 5432],
])('the port of %o is %i', (monitor, port) => {
  expect(read(monitor).found[0]?.item).toMatchObject({ monitor: { type: 'port', port } });
});

test.each([
  [{ type: 'PORT', url: 'a.com.br' }, message('import.missing', { what: 'porta' })],
  [{ type: 'PORT', url: 'a.com.br', portKind: '99' }, message('import.missing', { what: 'porta' })],
  [{ type: 'KEYWORD', keywordValue: '' }, message('import.missing', { what: 'a palavra-chave' })],
  [{ type: 'HTTP', httpMethodType: 'QUERY' }, message('import.field-invalid', { field: 'method' })],
  [
    { type: 'HTTP', postValueType: 'RAW_JSON', postValueData: '{a' },
    message('import.field-invalid', { field: 'body' }),
  ],
  [{ type: 'HTTP', url: undefined }, message('import.no-address')],
  [{ type: '' }, message('import.no-type')],
  [
    { type: 'DNS', url: 'a.com.br', dnsRecordTypes: ['SPF'] },
    message('import.field-invalid', { field: 'dns_resolve_type' }),
  ],
])('%o could never be up and is left out', (monitor, reason) => {
  expect(read(monitor)).toMatchObject({ found: [], left: [{ reason }] });
});

test('an address without a scheme gets one, and the records of DNS are said to be looked for only', () => {
  const { found } = read({ type: 'HTTP', url: 'loja.com.br' });
  expect(found[0]).toMatchObject({
    item: { monitor: { url: 'https://loja.com.br' } },
    notes: [message('import.scheme-added', { scheme: 'https://' })],
  });
  expect(read({ type: 'DNS', url: 'a.com.br', dnsRecordTypes: ['A'] }).found[0]?.notes).toEqual([
    message('import.dns-values'),
  ]);
});

test('one without a name is left out by what it has, and the rest comes', () => {
  const reading = readUptimeRobot([
    { ...base, type: 'HTTP', friendlyName: '' },
    { ...base, id: '2', type: 'HTTP' },
  ]);
  expect(reading).toMatchObject({
    value: {
      found: [{ item: { id: '2' } }],
      left: [{ name: 'https://api.exemplo.com.br/s', reason: message('import.no-name') }],
    },
  });
});

test('notes about a request are said of monitors that make one', () => {
  const sign = { authType: 'DIGEST', postValueType: 'KEY_VALUE', postValueData: {} };
  expect(read({ type: 'PING', url: 'a.com.br', ...sign }).found[0]?.notes).toEqual([]);
  expect(read({ type: 'HTTP', ...sign }).found[0]?.notes).toEqual([message('import.digest')]);
});

test('an id that the API does not carry becomes one that it does', () => {
  const { found } = read({ type: 'HTTP', id: '#1 (loja)' });
  expect(found[0]?.item.id).toMatch(/^[\w-]{1,60}$/);
});

test.each([
  ['>=', '>='],
  ['gt', '>'],
  ['EQ', '=='],
  ['Greater Than Or Equal', '>='],
])('the comparison %s is %s', (comparison, operator) => {
  expect(translateChecks([check('$.a', comparison, '5')])).toMatchObject({
    fields: { jsonPathOperator: operator },
  });
});

test('the record stays at the end of a name that is cut', () => {
  const { found } = read({ type: 'DNS', friendlyName: 'n'.repeat(149), dnsRecordTypes: ['A', 'MX'] });
  expect(found.map(({ item }) => item.kind === 'monitor' && String(item.monitor['name']).slice(-4))).toEqual([
    'n (A)'.slice(-4),
    'n (MX)'.slice(-4),
  ]);
  expect(found[0]?.notes).toContain(message('import.cut', { what: 'O nome', max: 150 }));
});
