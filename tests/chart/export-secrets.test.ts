/**
 * What leaves an environment without secrets: a mark is put into every column of every table that Uptime Kuma 2.5.3 makes,
 * and into columns and tables of a later version.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { publicAddress } from '#companion/export-address.ts';
import { writeExport } from '#companion/export-file.ts';
import { testFolder } from '#tests/support/folders.ts';
import { kumaFile } from '#tests/support/import/files.ts';

type Row = Readonly<Record<string, unknown>>;

/** Columns in which a person writes what others may read, or a choice from a list. Each line is a decision. */
const visible = [
  'domain_expiry.domain',
  'notification_sent_history.type',
  'knex_migrations.name',
  'user.username',
  'user.timezone',
  'docker_host.name',
  'docker_host.docker_type',
  'remote_browser.name',
  'proxy.protocol',
  'group.name',
  'tag.name',
  'tag.color',
  'monitor_tag.value',
  'notification.name',
  'status_page_cname.domain',
  'incident.title',
  'incident.content',
  'incident.style',
  'setting.type',
  ...['title', 'description', 'strategy', 'cron', 'timezone'].map((name) => `maintenance.${name}`),
  ...['slug', 'title', 'description', 'theme', 'footer_text', 'custom_css', 'rss_title', 'analytics_id'].map(
    (name) => `status_page.${name}`,
  ),
  'status_page.analytics_type',
  ...[
    'name',
    'description',
    'type',
    'subtype',
    'method',
    'http_body_encoding',
    'ip_family',
    'keyword',
    'json_path',
    'json_path_operator',
    'expected_value',
    'database_query',
    'auth_method',
    'location',
    'oauth_auth_method',
    'dns_resolve_type',
    'smtp_security',
    'expected_tls_alert',
    'docker_container',
    'system_service_name',
    'game',
    'protocol',
    'mqtt_topic',
    'mqtt_success_message',
    'mqtt_check_type',
    'grpc_protobuf',
    'grpc_method',
    'grpc_service_name',
    'kafka_producer_topic',
    'snmp_oid',
    'radius_calling_station_id',
    'radius_called_station_id',
  ].map((name) => `monitor.${name}`),
];
/** Columns of the JSON that it names otherwise or leaves out. */
const notInJson =
  /^(?:domain_expiry|notification_sent_history|knex_migrations|user|docker_host|remote_browser|setting)\./;

const mark = (where: string) => `mark(${where})`;
const marksIn = (text: string) =>
  [...new Set([...text.matchAll(/mark\(([\w.]+)\)/g)].map(([, where]) => where))].sort();

/** Every place of an address and of the JSON columns that is no plain word. */
const addressWith = (where: string) =>
  `https://${mark(`${where}.user`)}:${mark(`${where}.password`)}@loja.example:8443/saude?token=${mark(`${where}.query`)}&${mark(`${where}.bare`)}#${mark(`${where}.fragment`)}`;
const shapes: Readonly<Record<string, (where: string) => string>> = {
  'monitor.url': addressWith,
  'monitor.hostname': (where) => `mqtt://${mark(where)}:x@mqtt.example`,
  'monitor.grpc_url': (where) => `${mark(where)}@grpc.example:443?a=${mark(where)}`,
  'monitor.dns_resolve_server': (where) => `1.1.1.1,${mark(where)}@9.9.9.9`,
  'monitor.database_connection_string': (where) =>
    `mongodb://a:${mark(where)}@a.example:1,b.example:2/x?y=${mark(where)}`,
  'monitor.rabbitmq_nodes': (where) => JSON.stringify([addressWith(where), { a: mark(where) }]),
  'monitor.kafka_producer_brokers': (where) =>
    JSON.stringify([`${mark(where)}@kafka.example:9092`, `${mark(where)}@`, `x:${mark(where)}`]),
  'monitor.kafka_producer_sasl_options': (where) =>
    JSON.stringify({ mechanism: 'plain', password: mark(where) }),
  'monitor.accepted_statuscodes_json': (where) => JSON.stringify(['200-299', mark(where)]),
  'monitor.conditions': (where) => {
    const known = { type: 'expression', variable: 'record', operator: 'equals', value: '1', andOr: 'and' };
    const odd = { ...known, other: mark(where), value: { deep: mark(where) } };
    return JSON.stringify([odd, { type: 'group', children: [odd, mark(where), null] }, mark(where), null]);
  },
  'maintenance.weekdays': (where) => JSON.stringify([1, mark(where)]),
  'maintenance.days_of_month': (where) => JSON.stringify([3, 'lastDay1', { a: mark(where) }]),
  'monitor_group.custom_url': addressWith,
  'docker_host.docker_daemon': (where) => `tcp://${mark(where)}@docker.example:2375`,
  'proxy.host': (where) => `${mark(where)}@proxy.example`,
  'status_page.icon': (where) => `https://${mark(where)}@loja.example/logo.png?k=${mark(where)}`,
  'status_page.analytics_script_url': addressWith,
  'notification.config': (where) =>
    JSON.stringify({
      name: 'Plantão',
      type: 'webhook',
      webhookURL: mark(where),
      deep: { isDefault: mark(where) },
    }),
  'monitor_tls_info.info_json': (where) => JSON.stringify({ certInfo: { subject: mark(where) } }),
  ...Object.fromEntries(
    ['stat_minutely', 'stat_hourly', 'stat_daily'].map((table) => [
      `${table}.extras`,
      (where: string) => JSON.stringify({ maintenance: 3, other: mark(where) }),
    ]),
  ),
  'monitor.snmp_version': () => '3',
  'setting.key': () => 'serverTimezone',
  'setting.value': () => '"America/Sao_Paulo"',
};
const ID = 900;

let path: string;
beforeEach(async () => {
  path = join(testFolder(), 'kuma.db');
  writeFileSync(path, await kumaFile('uptime-kuma-2.5.3.db'));
});

/** Adds a row with marks to every table. */
function markEverything(): string[] {
  using database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec(
    `ALTER TABLE monitor ADD COLUMN later TEXT; CREATE TABLE later (id INTEGER PRIMARY KEY, word TEXT)`,
  );
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
    .all()
    .map(({ name }) => String(name));
  for (const table of tables) {
    const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
    const names = columns.map(({ name }) => String(name));
    const values = names.map((name) => {
      const where = `${table}.${name}`;
      const isLink = /^id$|_id$|^index$/.test(name) && !/analytics_id|client_id|station_id/.test(name);
      return isLink ? ID : (shapes[where]?.(where) ?? mark(where));
    });
    database
      .prepare(
        `INSERT INTO "${table}" (${names.map((name) => `"${name}"`)}) VALUES (${names.map(() => '?')})`,
      )
      .run(...values);
  }
  for (const key of [
    'steamAPIKey',
    'globalpingApiToken',
    'cloudflaredTunnelToken',
    'webpushPrivateVapidKey',
    'later',
  ])
    database.prepare('INSERT INTO setting (key, value) VALUES (?, ?)').run(key, mark(`setting.${key}`));
  return tables;
}

function exported(format: 'json' | 'db', secrets: boolean): string {
  const target = join(path, '..', `out-${secrets}.${format}`);
  writeExport({ database: path, target, version: '2.5.3', format, secrets, history: true });
  return readFileSync(target, 'latin1');
}

describe('without secrets', () => {
  test.each(['json', 'db'] as const)('the %s has the marks of what goes out, and no other', (format) => {
    const tables = markEverything();
    expect(tables.length).toBeGreaterThan(25);
    const expected = visible.filter((where) => format === 'db' || !notInJson.test(where));
    expect(marksIn(exported(format, false))).toEqual(expected.toSorted());
    // The marks arrive where nothing is taken out.
    expect(marksIn(exported(format, true)).length).toBeGreaterThan(expected.length + 30);
  });

  test('addresses keep host, port, path and the names of their parameters', () => {
    markEverything();
    const { monitorList, statusPages, maintenances } = JSON.parse(exported('json', false));
    const url = 'https://loja.example:8443/saude?token=REMOVIDO&REMOVIDO';
    expect(monitorList.find(({ id }: Row) => id === ID)).toMatchObject({
      url,
      hostname: 'mqtt://mqtt.example',
      grpcUrl: 'grpc.example:443?a=REMOVIDO',
      rabbitmqNodes: [url],
      kafkaProducerBrokers: ['kafka.example:9092'],
      databaseConnectionString: 'mongodb://a.example:1,b.example:2/x?y=REMOVIDO',
      accepted_statuscodes: ['200-299'],
      kafkaProducerSaslOptions: { mechanism: 'None' },
      later: null,
    });
    expect(maintenances).toMatchObject([{ weekdays: [1], daysOfMonth: [3, 'lastDay1'] }]);
    expect(statusPages.find(({ id }: Row) => id === ID).publicGroupList[0].monitorList[0].url).toBe(url);
  });

  test.each(['json', 'db'] as const)('the %s has the same monitors otherwise', (format) => {
    const listOf = (secrets: boolean): Row[] => {
      const text = exported(format, secrets);
      if (format === 'json') return JSON.parse(text).monitorList;
      using database = new DatabaseSync(join(path, '..', `out-${secrets}.db`), { readOnly: true });
      return database.prepare('SELECT * FROM monitor ORDER BY id').all();
    };
    const [whole, without] = [listOf(true), listOf(false)];
    expect(whole.length).toBeGreaterThan(30);
    const changed = new Set(
      whole.flatMap((monitor, at) =>
        Object.keys(monitor).filter((name) => {
          const kept = addressFields.has(name) ? publicAddress(monitor[name]) || null : monitor[name];
          return JSON.stringify(kept) !== JSON.stringify(without[at]?.[name]);
        }),
      ),
    );
    const plain = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect([...changed].map(plain).filter((name) => !secretFields.has(name))).toEqual([]);
    expect(without.length).toBe(whole.length);
  });
});

const addressFields = new Set(['url', 'hostname']);
/** What of a monitor is a secret, or may contain one. */
const secretFields = new Set([
  'headers',
  'body',
  'basic_auth_user',
  'basic_auth_pass',
  'bearer_token',
  'push_token',
  'tls_ca',
  'tls_cert',
  'tls_key',
  'oauth_client_id',
  'oauth_client_secret',
  'oauth_token_url',
  'oauth_scopes',
  'oauth_audience',
  'auth_domain',
  'auth_workstation',
  'grpc_body',
  'grpc_metadata',
  'mqtt_username',
  'mqtt_password',
  'mqtt_websocket_path',
  'ws_subprotocol',
  'database_connection_string',
  'gamedig_token',
  'radius_username',
  'radius_password',
  'radius_secret',
  'snmp_v3_username',
  'rabbitmq_username',
  'rabbitmq_password',
  'kafka_producer_message',
  'kafka_producer_sasl_options',
  'dns_last_result',
  'include_sensitive_data',
]);

test.each([
  ['https://loja.com.br', 'https://loja.com.br'],
  ['https://loja.com.br/a/b/', 'https://loja.com.br/a/b/'],
  ['https://loja.com.br/@ana?', 'https://loja.com.br/@ana'],
  ['https://ana:se:nha@loja.com.br', 'https://loja.com.br'],
  ['https://ana@escritorio@loja.com.br/x', 'https://loja.com.br/x'],
  ['https://loja.com.br\\@x', 'https://loja.com.br\\@x'],
  ['https://loja.com.br?a=1;b=2=3&c', 'https://loja.com.br?a=REMOVIDO&b=REMOVIDO&REMOVIDO'],
  ['https://ana:se/nha@loja.com.br', null],
  ['https://ana:se?nha@loja.com.br', null],
  ['ana:senha@loja.com.br', 'loja.com.br'],
  ['loja.com.br:443', 'loja.com.br:443'],
  ['2606:4700::1111', '2606:4700::1111'],
  ['[::1]:53', '[::1]:53'],
  ['1.1.1.1:53,9.9.9.9', '1.1.1.1:53,9.9.9.9'],
  ['redis://:senha@cache:6379/0', 'redis://cache:6379/0'],
  ['dns:///loja.com.br:50051', 'dns:///loja.com.br:50051'],
  ['duas palavras', null],
  ['Server=db;Password=x', null],
  ['café.com.br', 'café.com.br'],
  ['', ''],
])('%s goes out as %s', (address, outside) => expect(publicAddress(address)).toBe(outside));
