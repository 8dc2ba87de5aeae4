/**
 * What of an instance's tables (Uptime Kuma 2.5.3) goes out when the customer leaves the secrets behind.
 *
 * A list of what goes out, not of what stays: a column or table that is not named here, as one of a later version, stays.
 * Numbers and times go out of every table that is named; everything else by its column's rule.
 */
import type { ExportOptions } from './contract.ts';
import { publicAddress } from './export-address.ts';
import { parsedOrNull } from './record-file.ts';

/** A file to make. JSON never has the history. */
export interface ExportFile extends ExportOptions {
  /** The instance's `kuma.db`, and its version. */
  readonly database: string;
  readonly version: string;
  readonly target: string;
}

/** What goes out of a column's text; `null` for what is left out. */
export type Rule = (value: string) => string | null;

/** What a person wrote to be read, and choices from a list. */
export const asItIs: Rule = (value) => value;

const columns = (rule: Rule, ...names: readonly string[]): Record<string, Rule> =>
  Object.fromEntries(names.map((name) => [name, rule]));

/** A list in JSON; `null` when it is none. */
const listed =
  (read: (one: unknown) => unknown): Rule =>
  (value) => {
    const list = parsedOrNull(value);
    return Array.isArray(list) ? JSON.stringify(list.flatMap(read)) : null;
  };
const addresses = listed((one) => (typeof one === 'string' ? publicAddress(one) || [] : []));
/** Days of a week or month; `lastDay1` is the last one. */
const days = listed((one) => (/^(?:\d{1,2}|lastDay[1-4])$/.test(String(one)) ? [one] : []));
const codes = listed((one) => (/^\d{3,4}(?:-\d{3,4})?$/.test(String(one)) ? [String(one)] : []));

/** One of a monitor's conditions, with the fields that the instance knows; groups contain more of them. */
function condition(given: unknown): object {
  const { type, variable, operator, value, andOr, children } = (given ?? {}) as Record<string, unknown>;
  const known = { type, variable, operator, value, andOr };
  const texts = Object.entries(known).filter(
    ([, each]) => typeof each === 'string' || typeof each === 'number',
  );
  const inner = Array.isArray(children) ? { children: children.map(condition) } : {};
  return { ...Object.fromEntries(texts), ...inner };
}

/** An uploaded logo or one of the instance's own; else an address. */
const icon: Rule = (value) => (/^\/[\w./-]*(?:\?t=\d+)?$/.test(value) ? value : publicAddress(value));

/** Counts by name, as the instance writes them. */
const counts: Rule = (value) => {
  const numbers = Object.entries(parsedOrNull(value) ?? {}).filter(
    ([name, count]) => name === 'maintenance' && typeof count === 'number',
  );
  return numbers.length === 0 ? null : JSON.stringify(Object.fromEntries(numbers));
};

const channel: Rule = (value) => {
  const { type, name, isDefault } = (parsedOrNull(value) ?? {}) as Record<string, unknown>;
  const known = typeof type === 'string' && /^[\w.-]{1,50}$/.test(type) ? type : null;
  return JSON.stringify({ name: String(name ?? ''), type: known, isDefault: isDefault === true });
};

/** Rules by table and column. */
export const outgoing: ReadonlyMap<string, Readonly<Record<string, Rule>>> = new Map(
  Object.entries({
    monitor: {
      ...columns(
        asItIs,
        'name',
        'description',
        'type',
        'subtype',
        'method',
        'http_body_encoding',
        'ip_family',
      ),
      ...columns(asItIs, 'keyword', 'json_path', 'json_path_operator', 'expected_value', 'database_query'),
      ...columns(asItIs, 'auth_method', 'oauth_auth_method', 'dns_resolve_type', 'smtp_security'),
      ...columns(asItIs, 'expected_tls_alert', 'docker_container', 'system_service_name', 'game', 'location'),
      ...columns(
        asItIs,
        'protocol',
        'mqtt_topic',
        'mqtt_success_message',
        'mqtt_check_type',
        'grpc_protobuf',
      ),
      ...columns(
        asItIs,
        'grpc_method',
        'grpc_service_name',
        'kafka_producer_topic',
        'snmp_oid',
        'snmp_version',
      ),
      ...columns(asItIs, 'radius_calling_station_id', 'radius_called_station_id'),
      ...columns(publicAddress, 'url', 'hostname', 'grpc_url', 'dns_resolve_server'),
      ...columns(addresses, 'rabbitmq_nodes', 'kafka_producer_brokers'),
      // Without a scheme, its parts are the database's own.
      database_connection_string: (value) => (value.includes('://') ? publicAddress(value) : null),
      accepted_statuscodes_json: codes,
      conditions: listed((one) => [condition(one)]),
      // Never empty in the instance.
      kafka_producer_sasl_options: () => '{"mechanism":"None"}',
    },
    notification: { ...columns(asItIs, 'name'), config: channel },
    tag: columns(asItIs, 'name', 'color'),
    monitor_tag: columns(asItIs, 'value'),
    monitor_notification: {},
    monitor_maintenance: {},
    monitor_group: columns(publicAddress, 'custom_url'),
    group: columns(asItIs, 'name'),
    // Of public pages; only their password is none.
    status_page: {
      ...columns(asItIs, 'slug', 'title', 'description', 'theme', 'footer_text', 'custom_css', 'rss_title'),
      ...columns(asItIs, 'analytics_id', 'analytics_type'),
      ...columns(publicAddress, 'analytics_script_url'),
      icon,
    },
    status_page_cname: columns(asItIs, 'domain'),
    incident: columns(asItIs, 'title', 'content', 'style'),
    maintenance: {
      ...columns(asItIs, 'title', 'description', 'strategy', 'cron', 'timezone'),
      ...columns(days, 'weekdays', 'days_of_month'),
    },
    maintenance_status_page: {},
    proxy: { ...columns(asItIs, 'protocol'), ...columns(publicAddress, 'host') },
    remote_browser: columns(asItIs, 'name'),
    docker_host: { ...columns(asItIs, 'name', 'docker_type'), ...columns(publicAddress, 'docker_daemon') },
    // A check's message and answer contain what the other side said.
    heartbeat: {},
    stat_minutely: { extras: counts },
    stat_hourly: { extras: counts },
    stat_daily: { extras: counts },
    notification_sent_history: columns(asItIs, 'type'),
    domain_expiry: columns(asItIs, 'domain'),
    // export-database.ts removes the password: it is the platform's.
    user: { ...columns(asItIs, 'username', 'timezone'), password: () => '!' },
    setting: columns(asItIs, 'key', 'value', 'type'),
    knex_migrations: columns(asItIs, 'name'),
    knex_migrations_lock: {},
  }),
);

/** Settings that go out. */
export const outgoingSettings = [
  ...['serverTimezone', 'initServerTimezone', 'keepDataPeriodDays', 'searchEngineIndex', 'entryPage', 'nscd'],
  ...[
    'tlsExpiryNotifyDays',
    'domainExpiryNotifyDays',
    'checkBeta',
    'disableAuth',
    'migrateAggregateTableState',
  ],
  ...['database_version', 'databasePatchedFiles'],
];

/** The condition for rows of `notification` that are the platform's own channel (alert-channel.ts). */
export const OWN_CHANNEL = "json_valid(config) AND config ->> '$.webhookURL' GLOB 'http://127.0.0.1:*/alert'";

/** Removes that channel. */
export const WITHOUT_OWN_CHANNEL = `
  DELETE FROM monitor_notification WHERE notification_id IN (SELECT id FROM notification WHERE ${OWN_CHANNEL});
  DELETE FROM notification WHERE ${OWN_CHANNEL};`;
