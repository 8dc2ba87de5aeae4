/** Every field that a check opens: addresses that it could not open, or that the terms forbid, and how each is written. */
import { expect, test } from 'vitest';
import { checkMonitor } from '#domain/import/check-monitor.ts';
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
const address = (written: string): string => message('import.address', { address: written });

const scheme = (written: string, schemes: string): string =>
  message('import.scheme', { scheme: written, schemes });

test.each([
  ['hhttps://loja.com.br/', scheme('hhttps://', 'http:// e https://')],
  ['ftp://loja.com.br', scheme('ftp://', 'http:// e https://')],
  ['file:///etc/passwd', scheme('file://', 'http:// e https://')],
  ['https://https://loja.com.br', address('https://https://loja.com.br')],
  ['http//loja.com.br', address('http//loja.com.br')],
  ['https://', address('https://')],
  ['https:///caminho', address('https:///caminho')],
  ['https://lo ja.com.br', address('https://lo ja.com.br')],
  ['https://loja..com.br', address('https://loja..com.br')],
  ['https://loja.com.br:99999', address('https://loja.com.br:99999')],
  ['https://%31%30.0.0.1/', address('https://%31%30.0.0.1/')],
  ['https://10.0.0.1\\@loja.com.br/', address('https://loja.com.br/')],
  ['https://192.168.0.1', message('import.ip')],
  ['http://loja', message('import.private')],
])('no check of HTTP opens %s', (written, reason) => {
  for (const type of ['http', 'keyword', 'json-query', 'real-browser'])
    expect(reasonOf({ type, ...least[type], url: written })).toBe(reason);
});

test.each([
  ['loja.com.br', 'https://loja.com.br'],
  ['loja.com.br:8443/a?b=1', 'https://loja.com.br:8443/a?b=1'],
  ['//loja.com.br', 'https://loja.com.br'],
  [' HTTP://Loja.com.br/A ', 'HTTP://Loja.com.br/A'],
  ['https://u:p@loja.com.br./', 'https://u:p@loja.com.br./'],
  ['https://ação.com.br/ç#d', 'https://ação.com.br/ç#d'],
])('%s comes as %s', (written, opened) => {
  const { monitor, notes } = monitorOf({ type: 'http', url: written });
  expect(monitor['url']).toBe(opened);
  expect(notes).toEqual(
    written.includes('://') ? [] : [message('import.scheme-added', { scheme: 'https://' })],
  );
});

test.each([
  [{ type: 'port', port: 1, hostname: 'https://loja.com.br' }, address('https://loja.com.br')],
  [{ type: 'smtp', hostname: 'loja.com.br:25' }, address('loja.com.br:25')],
  [{ type: 'port', port: 1, hostname: 'loja.com.br/a' }, address('loja.com.br/a')],
  [{ type: 'ping', hostname: '2130706433' }, message('import.private')],
  [{ type: 'port', port: 1, hostname: '0x7f.1' }, message('import.private')],
  [{ type: 'port', port: 1, hostname: '[::]' }, message('import.private')],
  [{ type: 'ping', hostname: '239.1.1.1' }, message('import.private')],
  [
    { type: 'mqtt', port: 1, mqttTopic: 't', hostname: 'http://loja.com.br' },
    scheme('http://', 'mqtt://, mqtts://, ws:// e wss://'),
  ],
  [{ type: 'mqtt', port: 1, mqttTopic: 't', hostname: 'wss://10.1.2.3' }, message('import.private')],
  [
    { type: 'dns', hostname: 'a.com.br', dns_resolve_server: '1.1.1.1, 192.168.0.1' },
    message('import.private'),
  ],
  [{ type: 'dns', hostname: 'a.com.br', dns_resolve_server: ' , ' }, address(',')],
  [{ type: 'websocket-upgrade', url: 'ws+unix:///run/x.sock' }, scheme('ws+unix://', 'ws:// e wss://')],
  [{ type: 'websocket-upgrade', url: 'ws://10.0.0.1' }, message('import.private')],
  [
    { ...least['grpc-keyword'], type: 'grpc-keyword', grpcUrl: 'unix:///run/x.sock' },
    scheme('unix://', 'o nome do servidor'),
  ],
  [
    { ...least['grpc-keyword'], type: 'grpc-keyword', grpcUrl: 'https://loja.com.br' },
    scheme('https://', 'o nome do servidor'),
  ],
  [
    { type: 'mysql', databaseConnectionString: 'jdbc:mysql://loja.com.br' },
    address('jdbc:mysql://loja.com.br'),
  ],
  [
    { type: 'mysql', databaseConnectionString: 'mysql://u:segredo@loja.com.br/d?host=10.0.0.1' },
    address('mysql://loja.com.br/d?host=10.0.0.1'),
  ],
  [{ type: 'redis', databaseConnectionString: 'loja.com.br:6379' }, address('loja.com.br:6379')],
  [
    { type: 'mongodb', databaseConnectionString: 'mongodb://loja.com.br,10.0.0.1/d' },
    message('import.private'),
  ],
  [
    { type: 'sqlserver', databaseConnectionString: 'Server=tcp:10.0.0.1,1433;Password=p' },
    message('import.private'),
  ],
  [
    { type: 'sqlserver', databaseConnectionString: 'Database=d;Password=p' },
    address('Database=d;Password=…'),
  ],
  [
    {
      type: 'oracledb',
      ...least['oracledb'],
      databaseConnectionString: '(DESCRIPTION=(ADDRESS=(HOST=10.0.0.1)))',
    },
    message('import.private'),
  ],
  [
    {
      type: 'kafka-producer',
      ...least['kafka-producer'],
      kafkaProducerBrokers: ['loja.com.br:1', '10.0.0.1:1'],
    },
    message('import.private'),
  ],
  [
    { type: 'kafka-producer', ...least['kafka-producer'], kafkaProducerBrokers: ['loja.com.br'] },
    address('loja.com.br'),
  ],
  [
    { type: 'rabbitmq', ...least['rabbitmq'], rabbitmqNodes: ['https://loja.com.br', 'http://rabbit:15672'] },
    message('import.private'),
  ],
  [
    {
      type: 'http',
      url,
      authMethod: 'oauth2-cc',
      oauth_client_id: 'c',
      oauth_token_url: 'http://keycloak:8080/token',
    },
    message('import.private'),
  ],
])('%o opens an address that it cannot: %s', (raw, reason) => {
  expect(reasonOf(raw)).toBe(reason);
});

test('ping takes the host out of an address, as the instance does', () => {
  expect(monitorOf({ type: 'ping', hostname: 'loja.com.br:80/a' }).monitor['hostname']).toBe('loja.com.br');
});
