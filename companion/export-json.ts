/**
 * Writes an instance's settings as JSON. The first three keys are what the backup of Uptime Kuma 1.x had, with the field
 * names of its own `toJSON` (2.5.3, server/model), so that programs that read such a backup read this one.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type Flag, readerOf } from './database.ts';
import { copyInMemory, leaveSecrets } from './export-clean.ts';
import { type ExportFile, OWN_CHANNEL, WITHOUT_OWN_CHANNEL } from './export-outgoing.ts';
import { parsedOrNull } from './record-file.ts';

const FORMAT = 'vigia-1';
/** A logo of a status page; larger ones are left out. */
const PICTURE_BYTES_MAX = 2 * 1024 * 1024;
/** How each picture begins that the instance takes. */
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Columns whose field has the same name; every other field is the column in camelCase. */
const sameName =
  /^(?:dns_resolve_(?:type|server)|docker_(?:container|host)|basic_auth_(?:user|pass)|oauth_\w+|bearer_token|ping_\w+|remote_browser|screenshot_delay|system_service_name|snmp_v3_username|manual_status)$/;
/** Of the instance, not of the monitor. */
const leftOut = new Set(['user_id', 'created_date', 'dns_last_result']);
const jsonColumns = new Set([
  ...['accepted_statuscodes_json', 'conditions', 'kafka_producer_brokers', 'kafka_producer_sasl_options'],
  'rabbitmq_nodes',
]);

function fieldOf(column: string): string {
  if (column === 'accepted_statuscodes_json') return 'accepted_statuscodes';
  return sameName.test(column)
    ? column
    : column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The tables that are in the file. */
const written = [
  ...['monitor', 'notification', 'monitor_notification', 'tag', 'monitor_tag', 'proxy', 'setting'],
  ...['status_page', 'status_page_cname', 'group', 'monitor_group', 'incident'],
  ...['maintenance', 'monitor_maintenance', 'maintenance_status_page'],
];

/**
 * Opens the database at one moment of it, whatever is written meanwhile; without secrets, a copy that has none. The copy
 * is in memory: the volume may be full.
 */
function openAt(path: string, secrets: boolean): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 60_000 });
  database.exec('BEGIN');
  if (secrets) return database;
  try {
    const copy = copyInMemory(database, written);
    copy.exec(WITHOUT_OWN_CHANNEL);
    leaveSecrets(copy);
    return copy;
  } finally {
    database.close();
  }
}

type Value = SQLOutputValue | boolean | undefined;
type Field = readonly [string, unknown];
interface Id {
  readonly id: number;
}
type Tables = ReturnType<typeof tablesIn>;

/** Reads rows, with yes and no in place of numbers where the table says so. */
function tablesIn(database: DatabaseSync) {
  const reader = readerOf(database);
  return {
    ...reader,
    /** Every row of a table in order, with `read` for one column. */
    *rows(table: string, read: (column: string, value: Value) => readonly Field[]) {
      const columns = reader
        .all<{ name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)', table)
        .map(({ name, type }) => ({ name, isFlag: /^boolean$/i.test(type) }));
      for (const row of database.prepare(`SELECT * FROM "${table}" ORDER BY id`).iterate()) {
        const fields = columns.flatMap(({ name, isFlag }) =>
          read(name, isFlag && row[name] !== null ? row[name] !== 0 : row[name]),
        );
        yield { fields, id: Number(row['id']) };
      }
    },
  };
}

const jsonIn = (value: Value): unknown => parsedOrNull(String(value));

function* monitors({ all, rows }: Tables, secrets: boolean) {
  const own = new Set(all<Id>(`SELECT id FROM notification WHERE ${OWN_CHANNEL}`).map(({ id }) => id));
  const read = (column: string, value: Value): Field[] =>
    leftOut.has(column) ? [] : [[fieldOf(column), jsonColumns.has(column) ? jsonIn(value) : value]];
  for (const { fields, id: monitor } of rows('monitor', read)) {
    const channels = all<Id>(
      'SELECT notification_id AS id FROM monitor_notification WHERE monitor_id = ?',
      monitor,
    );
    yield {
      ...Object.fromEntries(fields),
      notificationIDList: Object.fromEntries(channels.flatMap(({ id }) => (own.has(id) ? [] : [[id, true]]))),
      tags: all(
        `SELECT tag_id, monitor_id, value, name, color FROM monitor_tag JOIN tag ON tag.id = tag_id
         WHERE monitor_id = ? ORDER BY monitor_tag.id`,
        monitor,
      ),
      includeSensitiveData: secrets,
    };
  }
}

function* channels({ all }: Tables) {
  const rows = all<{
    id: number;
    name: string;
    config: string;
    active: Flag;
    user_id: number;
    is_default: Flag;
  }>(`SELECT id, name, config, active, user_id, is_default FROM notification
    WHERE NOT coalesce(${OWN_CHANNEL}, 0) ORDER BY id`);
  for (const { id, name, config, active, user_id: userId, is_default: isDefault } of rows)
    yield { id, name, config, active: active === 1, userId, isDefault: isDefault === 1 };
}

/** A logo as `data:image/png;base64,…`, as the instance takes it; its address when it is elsewhere. */
function pictureOf(icon: Value, uploads: string): Value {
  const [, name] = /^\/upload\/([^?]+)/.exec(String(icon ?? '')) ?? [];
  if (name === undefined) return icon;
  const bytes = pictureIn(join(uploads, basename(name)));
  return bytes === null ? icon : `data:image/png;base64,${bytes.toString('base64')}`;
}

/**
 * The picture in a file of the instance's folder; `null` for anything else. What is there may be a link to a file that is
 * the companion's, or a pipe that never ends: neither is followed, and what was read must be a picture.
 */
function pictureIn(path: string): Buffer | null {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = fstatSync(file);
    if (!found.isFile() || found.size > PICTURE_BYTES_MAX) return null;
    const bytes = readFileSync(file);
    return bytes.subarray(0, PNG.length).equals(PNG) ? bytes : null;
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function* statusPages({ all, rows }: Tables, uploads: string) {
  const read = (column: string, value: Value): Field[] => [
    [fieldOf(column), column === 'icon' ? pictureOf(value, uploads) : value],
  ];
  for (const { fields, id: page } of rows('status_page', read)) {
    const groups = all<Id & { name: string }>(
      'SELECT id, name FROM "group" WHERE status_page_id = ? ORDER BY weight, id',
      page,
    );
    yield {
      ...Object.fromEntries(fields),
      domainNameList: all<{ domain: string }>(
        'SELECT domain FROM status_page_cname WHERE status_page_id = ?',
        page,
      ).map(({ domain }) => domain),
      publicGroupList: groups.map(({ id, name }) => ({
        name,
        monitorList: all<Id & { sendUrl: Flag; url: string | null }>(
          `SELECT monitor_id AS id, send_url AS sendUrl, custom_url AS url FROM monitor_group
           WHERE group_id = ? ORDER BY weight, id`,
          id,
        ).map((monitor) => ({ ...monitor, sendUrl: monitor.sendUrl === 1 })),
      })),
      incidents: all<{ pin: Flag; active: Flag }>(
        `SELECT title, content, style, created_date AS createdDate, last_updated_date AS lastUpdatedDate, pin, active
         FROM incident WHERE status_page_id = ? ORDER BY id`,
        page,
      ).map((incident) => ({ ...incident, pin: incident.pin === 1, active: incident.active === 1 })),
    };
  }
}

function* maintenances({ all, rows }: Tables) {
  const json = ['weekdays', 'days_of_month'];
  const read = (column: string, value: Value): Field[] =>
    column === 'user_id' ? [] : [[fieldOf(column), json.includes(column) ? (jsonIn(value) ?? []) : value]];
  const linked = (table: string, column: string, id: number): number[] =>
    all<Id>(`SELECT ${column} AS id FROM ${table} WHERE maintenance_id = ? ORDER BY id`, id).map(
      (row) => row.id,
    );
  for (const { fields, id } of rows('maintenance', read))
    yield {
      ...Object.fromEntries(fields),
      monitors: linked('monitor_maintenance', 'monitor_id', id),
      statusPages: linked('maintenance_status_page', 'status_page_id', id),
    };
}

function* proxies({ rows }: Tables) {
  const read = (column: string, value: Value): Field[] =>
    column === 'user_id' ? [] : [[fieldOf(column), value]];
  for (const { fields } of rows('proxy', read)) yield Object.fromEntries(fields);
}

/** Makes `target`; `version` is the instance's. */
export function writeJson({ database: path, target, version, secrets }: ExportFile): void {
  const database = openAt(path, secrets);
  const tables = tablesIn(database);
  const file = openSync(target, 'wx', 0o600);
  try {
    writeSync(file, `{\n"version": ${JSON.stringify(version)}`);
    const lists = {
      notificationList: channels(tables),
      monitorList: monitors(tables, secrets),
      tags: tables.all('SELECT id, name, color FROM tag ORDER BY id'),
      statusPages: statusPages(tables, join(dirname(path), 'upload')),
      maintenances: maintenances(tables),
      proxies: proxies(tables),
    };
    for (const [name, list] of Object.entries(lists)) {
      let before = `,\n"${name}": [\n`;
      for (const each of list) {
        writeSync(file, before + JSON.stringify(each));
        before = ',\n';
      }
      writeSync(file, before === ',\n' ? '\n]' : `${before}]`);
    }
    writeSync(file, `,\n"format": "${FORMAT}"\n}\n`);
  } finally {
    closeSync(file);
    database.close();
  }
}
