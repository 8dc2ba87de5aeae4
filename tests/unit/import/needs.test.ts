/** What each type needs to be able to be up: what is let through, and what is left out with which reason. */
import { describe, expect, test } from 'vitest';
import { checkMonitor } from '#domain/import/check-monitor.ts';
import { importedTypes } from '#domain/import/columns.ts';
import { message } from '#domain/messages/import.ts';
import { least, url } from '#tests/support/import/least.ts';

const check = (raw: object) => checkMonitor({ name: 'x', ...raw });
function reasonOf(raw: object): string {
  const checked = check(raw);
  return checked.ok ? '' : checked.reason;
}
function monitorOf(raw: object) {
  const checked = check(raw);
  if (!checked.ok) throw new Error(checked.reason);
  return checked;
}
const missing = (what: string): string => message('import.missing', { what });
const invalid = (field: string): string => message('import.field-invalid', { field });

test('the table has every type that an environment can run', () => {
  expect(Object.keys(least).toSorted()).toEqual([...importedTypes].toSorted());
});

describe.each(Object.entries(least))('%s', (type, fields) => {
  test('comes with the least', () => {
    expect(reasonOf({ type, ...fields })).toBe('');
  });

  test.each(Object.keys(fields))('is left out without %s', (field) => {
    for (const empty of [undefined, null, '', ...(Array.isArray(Reflect.get(fields, field)) ? [[]] : [])])
      expect(reasonOf({ type, ...fields, [field]: empty })).toMatch(/^Está sem |não vem|^Falta/);
  });
});

test.each([
  [{ type: 'port', hostname: 'a.com.br', port: null }, missing('porta')],
  [{ type: 'port', hostname: 'a.com.br', port: 0 }, missing('porta')],
  [{ type: 'steam', hostname: 'a.com.br', port: '' }, missing('porta')],
  [{ type: 'mqtt', hostname: 'a.com.br', mqttTopic: 't' }, missing('porta')],
  [{ type: 'keyword', url, keyword: 'a', method: 'HEAD' }, message('import.method-head')],
  [
    { type: 'json-query', url, jsonPath: 'a', expectedValue: '1', method: 'head' },
    message('import.method-head'),
  ],
  [{ type: 'http', url, method: 'QUERY' }, invalid('method')],
  [{ type: 'http', url, method: 'CONNECT' }, invalid('method')],
  [{ type: 'http', url, body: 'a=1', method: 'POST' }, invalid('body')],
  [{ type: 'http', url, body: '{', httpBodyEncoding: 'json' }, invalid('body')],
  [{ type: 'http', url, headers: 'sem dois-pontos' }, invalid('headers')],
  [{ type: 'http', url, headers: '["a"]' }, invalid('headers')],
  [{ type: 'http', url, headers: '{"nome com espaço":"1"}' }, invalid('headers')],
  [{ type: 'http', url, accepted_statuscodes: ['299-200'] }, invalid('accepted_statuscodes')],
  [
    { type: 'http', url, authMethod: 'oauth2-cc', oauth_client_id: 'c' },
    missing('o endereço do token OAuth'),
  ],
  [{ type: 'http', url, authMethod: 'mtls', tlsKey: 'k' }, missing('o certificado')],
  [{ type: 'json-query', url, jsonPath: '$..a', expectedValue: '1' }, invalid('jsonPath')],
  [{ type: 'json-query', url, jsonPath: 'a[?(@.b)]', expectedValue: '1' }, invalid('jsonPath')],
  [
    { type: 'json-query', url, jsonPath: 'a', expectedValue: 'muito', jsonPathOperator: '>' },
    invalid('expectedValue'),
  ],
  [
    { type: 'json-query', url, jsonPath: 'a', expectedValue: '1', jsonPathOperator: '~' },
    invalid('jsonPathOperator'),
  ],
  [{ type: 'dns', hostname: 'a.com.br', dns_resolve_type: 'PTR' }, invalid('hostname')],
  [{ type: 'dns', hostname: '8.8.8.8', dns_resolve_type: 'A' }, invalid('hostname')],
  [{ type: 'dns', hostname: 'a.com.br', dns_resolve_type: 'SPF' }, invalid('dns_resolve_type')],
  [
    { type: 'mqtt', hostname: 'a.com.br', port: 1, mqttTopic: 't', mqttCheckType: 'json-query' },
    missing('a consulta JSON'),
  ],
  [{ type: 'postgres', databaseConnectionString: 'postgres://u@a.com.br/d' }, missing('a senha')],
  [
    { type: 'postgres', databaseConnectionString: 'postgres://u:p@a.com.br/d?sslrootcert=/ca.pem' },
    message('import.server-file'),
  ],
  [
    { type: 'mongodb', databaseConnectionString: 'mongodb://a.com.br', databaseQuery: 'ping' },
    invalid('databaseQuery'),
  ],
  [
    { type: 'snmp', hostname: 'a.com.br', snmpOid: '1', jsonPath: '$', expectedValue: '1', snmpVersion: '3' },
    missing('o usuário do SNMPv3'),
  ],
  [{ type: 'globalping', subtype: 'dns' }, message('import.no-address')],
  [
    {
      type: 'dns',
      hostname: 'a.com.br',
      conditions: [{ type: 'expression', variable: 'status', operator: 'equals', value: '1' }],
    },
    invalid('conditions'),
  ],
  [
    { type: 'dns', hostname: 'a.com.br', conditions: [{ type: 'group', children: [] }] },
    invalid('conditions'),
  ],
  [{ url }, message('import.no-type')],
])('%o is left out: %s', (raw, reason) => {
  expect(reasonOf(raw)).toBe(reason);
});

test.each([
  [
    {
      type: 'http',
      url,
      hostname: '10.0.0.1',
      port: 99_999,
      dns_resolve_server: {},
      keyword: 'a'.repeat(999),
    },
  ],
  [
    {
      type: 'ping',
      hostname: 'a.com.br',
      url: 'ftp://x',
      port: 'abc',
      accepted_statuscodes: {},
      headers: '{',
    },
  ],
  [{ type: 'group', url: 'https://', interval: 60, databaseConnectionString: 'x', conditions: '{' }],
  [
    {
      type: 'http',
      url,
      authMethod: 'basic',
      oauth_token_url: 'http://keycloak:8080',
      bearer_token: 'a'.repeat(9000),
      tlsCa: 'a'.repeat(20_000),
    },
  ],
  [{ type: 'globalping', subtype: 'ping', hostname: 'a.com.br', url: 'ftp://x', accepted_statuscodes: {} }],
  [{ type: 'mqtt', hostname: 'a.com.br', port: 1, mqttTopic: 't', jsonPath: '$..a' }],
  [{ type: 'real-browser', url, accepted_statuscodes: 'nenhum' }],
])('fields that the type does not use are no reason: %o', (raw) => {
  expect(reasonOf(raw)).toBe('');
});

test('a token that does not fit a push monitor is left behind', () => {
  expect(monitorOf({ type: 'push', pushToken: 'a'.repeat(99) }).monitor).not.toHaveProperty('pushToken');
});

test('what the instance would fill in from its form is filled in', () => {
  expect(monitorOf({ type: 'dns', hostname: 'a.com.br' })).toMatchObject({
    monitor: { dns_resolve_server: '1.1.1.1', dns_resolve_type: 'A', port: 53 },
    notes: [message('import.resolver-added', { server: '1.1.1.1' })],
  });
  expect(monitorOf({ type: 'mqtt', ...least['mqtt'] }).monitor['mqttSuccessMessage']).toBe('');
  expect(monitorOf({ type: 'websocket-upgrade', url: 'loja.com.br' }).monitor).toMatchObject({
    url: 'wss://loja.com.br',
    accepted_statuscodes: ['1000'],
  });
  expect(
    monitorOf({ type: 'websocket-upgrade', url: 'wss://a.com.br', accepted_statuscodes: ['200-299'] }),
  ).toMatchObject({
    monitor: { accepted_statuscodes: ['1000'] },
    notes: [message('import.websocket-codes')],
  });
  expect(
    monitorOf({ type: 'websocket-upgrade', url: 'wss://a.com.br', accepted_statuscodes: ['1000', '3000'] })
      .notes,
  ).toEqual([]);
});

test.each([
  ['200-299', ['200-299']],
  ['200, 301', ['200', '301']],
  [200, ['200']],
  [
    [200, '301'],
    ['200', '301'],
  ],
  ['["200-299"]', ['200-299']],
])('accepted codes %o are read as %o', (written, codes) => {
  expect(
    monitorOf({ type: 'http', url, accepted_statuscodes: written }).monitor['accepted_statuscodes'],
  ).toEqual(codes);
});

test.each([
  [{ 'X-A': '1' }, '{"X-A":"1"}'],
  ['{ "X-A": "1" }', '{ "X-A": "1" }'],
  [[{ name: 'X-A', value: '1' }], '{"X-A":"1"}'],
  ['X-A: 1\nX-B: a:b', '{"X-A":"1","X-B":"a:b"}'],
])('headers %o are read as %s', (written, headers) => {
  expect(monitorOf({ type: 'http', url, headers: written }).monitor['headers']).toBe(headers);
});

test.each([
  ['HTTP', 'http'],
  ['json_query', 'json-query'],
  [' Keyword ', 'keyword'],
])('the type %s is %s', (written, type) => {
  expect(monitorOf({ ...least[type], type: written }).monitor['type']).toBe(type);
});

test.each([
  'constructor',
  '$.__proto__',
  '($x := a; $x)',
  '$eval("a")',
  '"\\u005f"',
  '$lookup($, "a" & "b")',
])('an expression that reaches further is marked: %s', (jsonPath) => {
  expect(monitorOf({ type: 'json-query', url, jsonPath, expectedValue: '1' }).isDoubtful).toBe(true);
  expect(monitorOf({ type: 'http', url, jsonPath }).isDoubtful).toBe(false);
});

test.each(['status', '$.a.b[0]', '`build-id`', '$count(items)', 'a > 1 ? "x" : "y"'])(
  '%s is plain',
  (jsonPath) => {
    expect(monitorOf({ type: 'json-query', url, jsonPath, expectedValue: '1' }).isDoubtful).toBe(false);
  },
);

test('a value that is nested without end is refused, and not walked through', () => {
  let deep: unknown = 1;
  for (let at = 0; at < 20_000; at += 1) deep = [deep];
  expect(reasonOf({ type: 'http', url, headers: deep })).toBe(invalid('headers'));
  expect(reasonOf({ type: 'dns', hostname: 'a.com.br', conditions: deep })).toBe(invalid('conditions'));
});
