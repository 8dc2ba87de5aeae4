/**
 * The table of what each monitor needs (src/domain/import/needs.ts), against a real Uptime Kuma: what it lets through comes up
 * at a target of this machine, and what it leaves out never does.
 *
 * The rules allow no address of this machine, so a monitor is judged with a public name, which is replaced afterwards.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { checkMonitor } from '#domain/import/check-monitor.ts';
import { importedTypes, requiredFields } from '#domain/import/columns.ts';
import { translateChecks } from '#domain/import/robot-checks.ts';
import type { ImportItem } from '#functions/vendors/instances.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';
import { type Environment, realInstance, startEnvironment } from './stage.ts';
import { startTargets } from './targets.ts';

const { helm, nginx } = inject('chartTools');

const NAME = 'alvo.exemplo.com.br';
type Fields = Readonly<Record<string, unknown>>;
type Ports = Awaited<ReturnType<typeof startTargets>>['ports'];

const proto =
  'syntax = "proto3"; package alvo; service Health { rpc Check (Ask) returns (Answer); } message Ask {} message Answer { string status = 1; }';

/** Where a target of each type is, and what it answers. */
const good = (ports: Ports): Readonly<Record<string, Fields>> => ({
  http: { url: `http://${NAME}:${ports.web}/`, headers: 'X-A: 1' },
  keyword: { url: `http://${NAME}:${ports.web}/`, keyword: 'em ordem' },
  'json-query': {
    url: `http://${NAME}:${ports.web}/json`,
    ...fieldsOfCheck('$.build-id'),
  },
  'websocket-upgrade': { url: `ws://${NAME}:${ports.web}/`, accepted_statuscodes: ['200-299'] },
  port: { hostname: NAME, port: ports.plain },
  ping: { hostname: NAME },
  dns: { hostname: 'loja.com.br', dns_resolve_server: NAME, port: ports.dns },
  push: {},
  manual: { manual_status: 1 },
  mqtt: { hostname: NAME, port: ports.mqtt, mqttTopic: 'alvo' },
  mysql: { databaseConnectionString: `mysql://leitor@${NAME}:${ports.mysql}/loja`, radiusPassword: 's' },
  postgres: { databaseConnectionString: `postgres://leitor:s@${NAME}:${ports.postgres}/loja` },
  mongodb: { databaseConnectionString: `mongodb://${NAME}:${ports.mongodb}/loja?directConnection=true` },
  redis: { databaseConnectionString: `redis://${NAME}:${ports.redis}` },
  radius: {
    hostname: NAME,
    port: ports.radius,
    radiusUsername: 'u',
    radiusPassword: 'p',
    radiusSecret: 'segredo',
    radiusCalledStationId: 'a',
    radiusCallingStationId: 'b',
  },
  rabbitmq: {
    rabbitmqNodes: [`http://${NAME}:${ports.web}/mq`],
    rabbitmqUsername: 'u',
    rabbitmqPassword: 'p',
  },
  smtp: { hostname: NAME, port: ports.smtp },
  snmp: {
    hostname: NAME,
    port: ports.snmp,
    snmpOid: '1.3.6.1.2.1.1.3.0',
    radiusPassword: 'public',
    jsonPath: '$',
    expectedValue: '7',
    snmpVersion: '2c',
  },
  ntp: { hostname: NAME, port: ports.ntp },
  'grpc-keyword': {
    grpcUrl: `${NAME}:${ports.grpc}`,
    grpcProtobuf: proto,
    grpcServiceName: 'alvo.Health',
    grpcMethod: 'check',
    keyword: 'SERVING',
  },
});

/** Without a target here: they need a game, a large protocol, the Internet, or a browser of the image. */
const notRun = [
  'kafka-producer',
  'sqlserver',
  'oracledb',
  'gamedig',
  'steam',
  'globalping',
  'real-browser',
  'group',
];

/** A path of UptimeRobot, as it is translated. */
function fieldsOfCheck(property: string): Fields {
  const read = translateChecks([{ property, comparison: 'equals', target: '7' }]);
  if (!read.ok) throw new Error(read.reason);
  return read.fields;
}

/** Kinds with which a monitor can never be up; each differs from a good one by that alone. */
function bad(ports: Ports): Readonly<Record<string, Fields>> {
  const fine = good(ports);
  const of = (type: string, change: Fields): Fields => ({ type, ...fine[type], ...change });
  const web = `${NAME}:${ports.web}`;
  return {
    'a scheme with a slip': of('http', { url: `hhttp://${web}/` }),
    'a scheme of files': of('http', { url: `ftp://${web}/` }),
    'no address': of('http', { url: 'https://' }),
    'half a scheme': of('http', { url: `http//${web}/` }),
    'a body that is no JSON': of('http', { body: 'a=1', method: 'POST' }),
    'a header that is none': of('http', { headers: '{"nome ç":"1"}' }),
    'a method that opens tunnels': of('http', { method: 'CONNECT' }),
    'codes from high to low': of('http', { accepted_statuscodes: ['299-200'] }),
    'a sign-in without its address': of('http', { authMethod: 'oauth2-cc', oauth_client_id: 'c' }),
    'a certificate that is none': of('http', {
      url: `https://${web}/`,
      authMethod: 'mtls',
      tlsCert: 'x',
      tlsKey: 'x',
    }),
    'a word that HEAD never brings': of('keyword', { method: 'HEAD' }),
    'no word to look for': of('keyword', { keyword: null }),
    'a value that HEAD never brings': of('json-query', { method: 'HEAD' }),
    'no value to expect': of('json-query', { expectedValue: null }),
    'a path of another language': of('json-query', { jsonPath: '$..`build-id`' }),
    'a number that is none': of('json-query', { jsonPathOperator: '>', expectedValue: 'muito' }),
    'no port': of('port', { port: null }),
    'an address in place of a name': of('port', { hostname: `http://${NAME}` }),
    'an alert of TLS that does not exist': of('port', { expectedTlsAlert: 'nenhum' }),
    'records of an address by name': of('dns', { dns_resolve_type: 'PTR' }),
    'a resolver that is none': of('dns', { dns_resolve_server: ' , ' }),
    'a condition about nothing': of('dns', {
      conditions: [{ type: 'expression', variable: 'status', operator: 'equals', value: '1', andOr: 'and' }],
    }),
    'no topic': of('mqtt', { mqttTopic: null }),
    'a scheme of another protocol': of('mqtt', { hostname: `http://${NAME}` }),
    'a query without a path': of('mqtt', { mqttCheckType: 'json-query', expectedValue: 'x' }),
    'no password': of('postgres', {
      databaseConnectionString: `postgres://leitor@${NAME}:${ports.postgres}/loja`,
    }),
    'a file of another server': of('postgres', {
      databaseConnectionString: `${fine['postgres']?.['databaseConnectionString']}?sslrootcert=/nao/existe.pem`,
    }),
    'a driver in the scheme': of('mysql', {
      databaseConnectionString: `jdbc:mysql://${NAME}:${ports.mysql}/loja`,
    }),
    'a command that is no JSON': of('mongodb', { databaseQuery: 'ping' }),
    'a connection without a scheme': of('redis', { databaseConnectionString: `${NAME}:${ports.redis}` }),
    'no secret': of('radius', { radiusSecret: null }),
    'no node': of('rabbitmq', { rabbitmqNodes: [] }),
    'no object to ask for': of('snmp', { snmpOid: null }),
    'no service': of('grpc-keyword', { grpcServiceName: null }),
    'a page in place of a service': of('grpc-keyword', { grpcUrl: `http://${NAME}:${ports.grpc}` }),
    'a port in the name': of('smtp', { hostname: `${NAME}:${ports.smtp}` }),
    'no broker': { type: 'kafka-producer', kafkaProducerTopic: 't', kafkaProducerMessage: 'm' },
  };
}

/** Odd spellings with which a monitor is up where it comes from; each differs from a good one by that alone. */
function odd(ports: Ports): Readonly<Record<string, Fields>> {
  const fine = good(ports);
  const of = (type: string, change: Fields): Fields => ({ type, ...fine[type], ...change });
  const page = (change: Fields): Fields => of('http', { headers: '{"X-A":"1"}', ...change });
  return {
    'codes with spaces': page({ accepted_statuscodes: ['200 - 299'] }),
    'one odd code of several': page({ accepted_statuscodes: ['', 'abc', '200-299'] }),
    'codes beyond those of answers': page({ accepted_statuscodes: ['0-999'] }),
    'headers that are nothing': page({ headers: 'null' }),
    'a header several times': page({ headers: '{"X-A":["1","2"],"X-B":null}' }),
    'a sign-in that is none': page({ authMethod: 'none' }),
    'a family that is none': page({ ipFamily: 'auto' }),
    'a body that nobody sends': page({ httpBodyEncoding: 'plain' }),
    'a port twice': of('mqtt', { hostname: `mqtt://${NAME}:${ports.mqtt}`, mqttSuccessMessage: '' }),
    'a password with a space': of('postgres', {
      databaseConnectionString: `postgres://leitor:s s@${NAME}:${ports.postgres}/loja`,
    }),
    'resolvers with spaces': of('dns', { dns_resolve_server: ` ${NAME} , `, dns_resolve_type: 'A' }),
    'no community': of('snmp', { radiusPassword: null, jsonPathOperator: '==' }),
    'a security that is none': of('smtp', { smtpSecurity: 'none' }),
    'a security that a port ignores': of('port', { smtpSecurity: 'none' }),
  };
}

const toHere = (fields: Fields): Fields =>
  JSON.parse(JSON.stringify(fields).replaceAll(NAME, '127.0.0.1')) as Fields;
const hasPing = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'ping')));

/** What the instance wrote about each monitor, by name; the last beat. */
function lastBeats(
  data: string,
): ReadonlyMap<string, { readonly status: number; readonly msg: string | null }> {
  using database = new DatabaseSync(join(data, 'kuma.db'), { readOnly: true, timeout: 5000 });
  const rows = database
    .prepare(
      'SELECT m.name, h.status, h.msg FROM heartbeat h JOIN monitor m ON m.id = h.monitor_id ORDER BY h.id',
    )
    .all() as { name: string; status: number; msg: string | null }[];
  return new Map(rows.map((row) => [row.name, row]));
}

test('every type is tried, or named as one that is not', () => {
  const tried = Object.keys(good({} as Ports));
  expect([...tried, ...notRun].toSorted()).toEqual([...importedTypes].toSorted());
});

describe.skipIf(helm === null || nginx === null || realInstance === undefined)('a real instance', () => {
  let environment: Environment;
  let targets: Awaited<ReturnType<typeof startTargets>>;
  beforeAll(async () => {
    targets = await startTargets(realInstance ?? '');
    environment = await startEnvironment('real');
    await environment.startAll();
  }, 180_000);
  afterAll(async () => {
    targets.stop();
    await environment.stop();
  });

  /** Brings monitors as the Worker does. @returns Names of those that the instance refused. */
  async function bring(monitors: readonly Fields[]): Promise<readonly string[]> {
    const items = monitors.map((monitor, at) => ({
      kind: 'monitor',
      id: `${monitor['name']}-${at}`.replace(/[^\w-]/g, '-'),
      active: true,
      parent: null,
      channels: [],
      tags: [],
      monitor: toHere(monitor) as Fields & { name: string; type: string },
    })) satisfies ImportItem[];
    const instances = createInstances(environment.clients);
    let outcomes = await instances.importItems('padaria', { source: 'csv', items });
    while (outcomes.some(({ result }) => result === 'pending'))
      outcomes = await instances.importItems('padaria', { source: 'csv', items });
    return outcomes.flatMap(({ result }, at) =>
      result === 'refused' ? [String(monitors[at]?.['name'])] : [],
    );
  }

  test('what the table lets through comes up', async () => {
    const monitors = Object.entries(good(targets.ports))
      .filter(([type]) => type !== 'ping' || hasPing)
      .map(([type, fields]) => {
        const checked = checkMonitor({ type, name: `bom ${type}`, ...fields });
        if (!checked.ok) throw new Error(`${type}: ${checked.reason}`);
        return checked.monitor;
      });
    expect(await bring(monitors)).toEqual([]);
    await pushTo('bom push');
    const names = monitors.map(({ name }) => String(name));
    await vi
      .waitUntil(() => names.every((name) => lastBeats(environment.data).get(name)?.status === 1), {
        timeout: 60_000,
        interval: 500,
      })
      .catch(() => undefined);
    const beats = lastBeats(environment.data);
    const down = names.filter((name) => beats.get(name)?.status !== 1);
    expect(down.map((name) => [name, beats.get(name)?.msg])).toEqual([]);
  }, 120_000);

  /** Sends what a script sends to a push monitor. */
  async function pushTo(name: string): Promise<void> {
    using database = new DatabaseSync(join(environment.data, 'kuma.db'), { readOnly: true, timeout: 5000 });
    const token = database.prepare('SELECT push_token AS token FROM monitor WHERE name = ?').get(name)?.[
      'token'
    ];
    const answer = await environment.ask(`/api/push/${token}?status=up`);
    expect(answer.status).toBe(200);
  }

  test('odd spellings that are up as they are written come up here too', async () => {
    const kinds = odd(targets.ports);
    const common = { interval: 20, retryInterval: 20, maxretries: 0, timeout: 10, ...requiredFields };
    const monitors = Object.entries(kinds).flatMap(([name, fields]) => {
      const checked = checkMonitor({ name: `aqui ${name}`, ...fields });
      if (!checked.ok) throw new Error(`${name}: ${checked.reason}`);
      return [{ ...common, ...fields, name: `lá ${name}` }, checked.monitor];
    });
    expect(await bring(monitors)).toEqual([]);
    const names = monitors.map(({ name }) => String(name));
    await vi
      .waitUntil(() => names.every((name) => lastBeats(environment.data).get(name)?.status === 1), {
        timeout: 60_000,
        interval: 500,
      })
      .catch(() => undefined);
    const beats = lastBeats(environment.data);
    const down = names.filter((name) => beats.get(name)?.status !== 1);
    expect(down.map((name) => [name, beats.get(name)?.msg])).toEqual([]);
  }, 120_000);

  test('what it leaves out never does', async () => {
    const kinds = bad(targets.ports);
    const passed = Object.entries(kinds).filter(([name, fields]) => checkMonitor({ name, ...fields }).ok);
    expect(passed.map(([name]) => name)).toEqual([]);
    const common = { interval: 20, retryInterval: 20, maxretries: 0, timeout: 3, ...requiredFields };
    const monitors = Object.entries(kinds).map(([name, { conditions = [], ...fields }]) => {
      const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
      return { ...common, ...set, name, conditions };
    });
    const refused = await bring(monitors);
    const names = Object.keys(kinds).filter((name) => !refused.includes(name));
    await vi
      .waitUntil(() => names.every((name) => lastBeats(environment.data).has(name)), {
        timeout: 60_000,
        interval: 500,
      })
      .catch(() => undefined);
    const beats = lastBeats(environment.data);
    expect(
      names
        .map((name) => [name, beats.get(name)?.status, beats.get(name)?.msg])
        .filter(([, status]) => status !== 0),
    ).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(13);
  }, 120_000);
});
