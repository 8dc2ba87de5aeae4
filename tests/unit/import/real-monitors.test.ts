/**
 * Monitors that people have and that are up in Uptime Kuma 2.5.3, in odd but working spellings; and some that look right and
 * can never be up.
 */
import { expect, test } from 'vitest';
import { checkMonitor } from '#domain/import/check-monitor.ts';
import { message } from '#domain/messages/import.ts';
import { url } from '#tests/support/import/least.ts';

function made(raw: object) {
  const checked = checkMonitor({ name: 'x', ...raw });
  if (!checked.ok) throw new Error(checked.reason);
  return checked;
}
const reasonOf = (raw: object): string => {
  const checked = checkMonitor({ name: 'x', ...raw });
  return checked.ok ? '' : checked.reason;
};
const http = { type: 'http', url };
const mqtt = { type: 'mqtt', mqttTopic: 't', port: 1883 };
const kafka = {
  type: 'kafka-producer',
  kafkaProducerBrokers: '["a.com.br:9092 ", " b.com.br:9092"]',
  kafkaProducerTopic: 't',
  kafkaProducerMessage: 'm',
};
const postgres = (databaseConnectionString: string) => ({ type: 'postgres', databaseConnectionString });
const mongodb = (databaseConnectionString: string) => ({ type: 'mongodb', databaseConnectionString });
const sqlserver = (databaseConnectionString: string) => ({ type: 'sqlserver', databaseConnectionString });

test.each([
  { ...http, authMethod: 'none' },
  { ...http, httpBodyEncoding: 'plain' },
  { ...http, accepted_statuscodes: ['200 - 299'] },
  { ...http, accepted_statuscodes: ['200-299', '', 'abc'] },
  { ...http, accepted_statuscodes: ['0-999'] },
  { ...http, headers: 'null' },
  { ...http, headers: '{"Cookie":["a=1","b=2"],"X-Empty":null}' },
  { ...http, packetSize: 0 },
  { type: 'json-query', url, jsonPath: '$.items[*].status', expectedValue: 'ok' },
  { type: 'port', hostname: 'a.com.br', port: '443 ', smtpSecurity: 'none' },
  { type: 'port', hostname: 'a.com.br', port: 443, expectedTlsAlert: 'decode_error' },
  { type: 'ping', hostname: 'a.com.br', packetSize: 0 },
  { type: 'dns', hostname: '*.a.com.br', dns_resolve_server: ' 1.1.1.1, 2606:4700:4700::1111 ,' },
  { ...mqtt, hostname: 'mqtt://a.com.br/' },
  { ...mqtt, hostname: 'wss://u:p@a.com.br', mqttWebsocketPath: 'mqtt' },
  postgres('postgres://u:p ss@a.com.br:5432/d'),
  mongodb('mongodb+srv://u:p@c.abc.mongodb.net/?retryWrites=true'),
  sqlserver('Server="a.com.br,1433";Database=d'),
  sqlserver("server = 'a.com.br' ; database=d"),
  sqlserver('Data Source={tcp:a.com.br};Database=d'),
  { ...kafka, kafkaProducerSaslOptions: { mechanism: 'PLAIN', username: 'u', password: 'p' } },
])('%o comes, with nothing to say', (raw) => {
  expect(made(raw).notes).toEqual(expect.not.arrayContaining([expect.stringMatching(/não entendido/)]));
});

test.each([
  [{ ...http, authMethod: 'digest' }, 'authMethod'],
  [{ ...http, ipFamily: 'auto' }, 'ipFamily'],
  [{ ...http, maxretries: -1 }, 'maxretries'],
  [{ ...http, timeout: 'muito' }, 'timeout'],
  [{ ...http, weight: -1 }, 'weight'],
  [{ ...http, expiryNotification: 'talvez' }, 'expiryNotification'],
  [{ type: 'websocket-upgrade', url: 'wss://a.com.br', authMethod: 'ntlm' }, 'authMethod'],
])('%o comes without what does not decide the check, and that is said: %s', (raw, field) => {
  const { monitor, notes } = made(raw);
  expect(notes).toEqual([message('import.field-unread', { field })]);
  expect(monitor[field]).not.toBe(Reflect.get(raw, field));
});

test('words for people are cut, and that is said', () => {
  const { monitor, notes } = made({ ...http, name: 'n'.repeat(250), description: 'd'.repeat(3000) });
  expect([String(monitor['name']).length, String(monitor['description']).length]).toEqual([150, 2000]);
  expect(notes.toSorted()).toEqual([
    message('import.cut', { what: 'A descrição', max: 2000 }),
    message('import.cut', { what: 'O nome', max: 150 }),
  ]);
});

test('the port in a broker’s address is the one that the check opens', () => {
  for (const hostname of ['mqtt://a.com.br:8884', 'a.com.br:8884']) {
    const { monitor } = made({ ...mqtt, hostname });
    expect(monitor).toMatchObject({ hostname: hostname.replace(':8884', ''), port: 8884 });
  }
});

test('user and password without a choice are those of a version that had none', () => {
  const old = { ...http, basic_auth_user: 'u', basic_auth_pass: 'p' };
  expect(made(old).monitor['authMethod']).toBe('basic');
  expect(made({ ...old, authMethod: null }).monitor).not.toHaveProperty('authMethod');
});

test.each([{}, { mechanism: 'none' }, { mechanism: null }])('no mechanism in %o is none', (options) => {
  expect(made({ ...kafka, kafkaProducerSaslOptions: options }).monitor['kafkaProducerSaslOptions']).toEqual({
    mechanism: 'None',
  });
});

test('a wait that no timer holds is cut', () => {
  expect(made({ ...http, timeout: 99_999_999 }).monitor['timeout']).toBe(2_073_600);
});

test.each([
  { ...http, url: 'mailto:equipe@loja.com.br' },
  { ...http, accepted_statuscodes: ['2xx'] },
  { ...http, accepted_statuscodes: ['700-799'] },
  { ...http, accepted_statuscodes: ['200-299-300'] },
  { type: 'websocket-upgrade', url: 'wss://a.com.br', accepted_statuscodes: ['5000'] },
  { type: 'port', hostname: 'a.com.br', port: 443, expectedTlsAlert: 'nenhum_destes' },
  mongodb('mongodb+srv://u:p@abc.net/'),
  mongodb('mongodb+srv://u:p@c.abc.net:27017/'),
  mongodb('mongodb+srv://a.abc.net,b.abc.net/'),
  mongodb('mongodb://a.com.br/?tls=true&tlsCAFile=/certs/ca.pem'),
  sqlserver('Server=a.com.br;Database=d;Server=10.0.0.1'),
  { ...kafka, kafkaProducerSaslOptions: { mechanism: 'oauthbearer' } },
])('%o is left out', (raw) => {
  expect(reasonOf(raw)).not.toBe('');
});
