/** Which fields and addresses may come, and the times that are always set. */
import { expect, test } from 'vitest';
import { checkMonitor } from '#domain/import/check-monitor.ts';
import { message } from '#domain/messages/import.ts';

const http = { type: 'http', name: 'Loja', url: 'https://loja.com.br' };

const reasonOf = (raw: object): string | null => {
  const checked = checkMonitor({ name: 'x', ...raw });
  return checked.ok ? null : checked.reason;
};
const monitorOf = (raw: object) => {
  const checked = checkMonitor({ name: 'x', ...raw });
  if (!checked.ok) throw new Error(checked.reason);
  return checked.monitor;
};

test.each([
  [{ ...http, url: 'http://1.2.3.4/' }, 'import.ip'],
  [{ ...http, url: 'http://2130706433/' }, 'import.ip'],
  [{ ...http, url: 'http://0x7f.1/' }, 'import.ip'],
  [{ ...http, url: 'http://[2001:db8::1]/' }, 'import.ip'],
  [{ ...http, url: 'http://user:pass@1.2.3.4/' }, 'import.ip'],
  [{ ...http, url: 'http://loja.local' }, 'import.private'],
  [{ ...http, url: 'http://localhost:3000' }, 'import.private'],
  [{ ...http, url: 'http://abc.onion./' }, 'import.onion'],
  [{ ...http, url: 'https://' }, 'import.address'],
  [{ type: 'ping', hostname: '192.168.0.1' }, 'import.private'],
  [{ type: 'ping', hostname: '172.16.0.1' }, 'import.private'],
  [{ type: 'ping', hostname: 'fe80::1' }, 'import.private'],
  [{ type: 'port', hostname: '::1', port: 1 }, 'import.private'],
  [{ type: 'port', hostname: 'abc.onion', port: 1 }, 'import.onion'],
  [{ type: 'postgres', databaseConnectionString: 'postgres://a:b@10.0.0.2/x' }, 'import.private'],
  [{ type: 'grpc-keyword', grpcUrl: 'abc.onion:443' }, 'import.onion'],
  [{ type: 'ping' }, 'import.no-address'],
  [{ ...http, name: ' ' }, 'import.no-name'],
  [{ type: 'docker' }, 'import.type-docker'],
  [{ type: 'pm2' }, 'import.type-machine'],
  [{ type: 'constructor' }, 'import.type-unknown'],
  [{ ...http, headers: '{"a":' }, 'import.field-invalid'],
  [{ ...http, accepted_statuscodes: ['2xx'] }, 'import.field-invalid'],
  [{ ...http, interval: -5 }, 'import.field-invalid'],
  [{ ...http, port: 1, body: 'a'.repeat(12_001) }, 'import.field-long'],
] as const)('%o is refused: %s', (raw, id) => {
  const general = reasonOf(raw)
    ?.replace(/“.*”/, '“{field}”')
    .replace(/: constructor/, ': {type}')
    .replace(/válido: https:\/\/$/, 'válido: {address}');
  expect(general).toBe(message(id));
});

test.each([
  { type: 'ping', hostname: '8.8.8.8' },
  { type: 'ping', hostname: '172.32.0.1' },
  { type: 'port', hostname: '2606:4700::1111', port: 443 },
  { type: 'dns', hostname: 'servidor.local' },
  { type: 'gamedig', hostname: '51.222.10.10', port: 27015, game: 'rust' },
  { type: 'sqlserver', databaseConnectionString: 'Server=tcp:db.loja.com.br,1433;Database=x' },
  { ...http, url: 'https://café.com.br/á?b#c' },
])('%o may come', (raw) => {
  expect(reasonOf(raw)).toBeNull();
});

test('values of files and databases become those of the form', () => {
  expect(
    monitorOf({
      ...http,
      ignoreTls: 1,
      upsideDown: '0',
      interval: '90',
      accepted_statuscodes: '["200", 301]',
      headers: { a: 1 },
    }),
  ).toMatchObject({
    ignoreTls: true,
    upsideDown: false,
    interval: 90,
    accepted_statuscodes: ['200', '301'],
    headers: '{"a":1}',
  });
});

test('fields of other types and unknown ones stay behind', () => {
  const monitor = monitorOf({
    ...http,
    pushToken: 'abc',
    id: 7,
    user_id: 1,
    dns_last_result: 'x',
    hacked: true,
  });
  expect(
    Object.keys(monitor).filter((name) =>
      ['pushToken', 'id', 'user_id', 'dns_last_result', 'hacked'].includes(name),
    ),
  ).toEqual([]);
});

test.each([
  [{}, { interval: 60, retryInterval: 60, timeout: 48 }],
  [
    { interval: 300, retryInterval: 0, timeout: 0 },
    { interval: 300, retryInterval: 300, timeout: 240 },
  ],
  [
    { interval: 1, retryInterval: 1 },
    { interval: 1, retryInterval: 20, timeout: 1 },
  ],
  [{ interval: 2_678_400 }, { interval: 2_073_600, retryInterval: 2_073_600, timeout: 1_658_880 }],
  [{ timeout: 10 }, { timeout: 10 }],
])('times %o become %o', (given, times) => {
  expect(monitorOf({ ...http, ...given })).toMatchObject(times);
});

test('a ping waits between one packet and 300 s', () => {
  const ping = { type: 'ping', hostname: 'loja.com.br', interval: 3600 };
  expect(monitorOf(ping)['timeout']).toBe(300);
  expect(monitorOf({ ...ping, timeout: 1, ping_per_request_timeout: 5 })['timeout']).toBe(5);
});

test('a time that changes is said', () => {
  const checked = checkMonitor({ ...http, interval: 2_678_400, retryInterval: 5, maxretries: 1 });
  expect(checked.ok && checked.notes).toEqual([
    message('import.interval-lowered'),
    message('import.retry-raised', { to: '20 s' }),
  ]);
  const calm = checkMonitor({ ...http, retryInterval: 5, maxretries: 0 });
  expect(calm.ok && calm.notes).toEqual([]);
});
