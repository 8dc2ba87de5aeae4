/**
 * Counts the customer's monitors in the instance's own database, opened read-only.
 *
 * Not from `/metrics`, which leaves out paused monitors and those without a heartbeat since the last start (measured on
 * Uptime Kuma 2.5.3). docs/operating.md says what is counted; functions/vendors/uptime-kuma reads the result.
 */
import { isIP } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { hostOfAddress } from './hosts.mjs';
import { parsedOrNull } from './record-file.mjs';

/**
 * Types that fetch their address over HTTP: there the terms forbid an IP as the host. Ping, TCP, DNS and games may have
 * one.
 */
const httpTypes = new Set(['http', 'keyword', 'json-query', 'real-browser']);

const EVERY_MONITOR = `SELECT type, url, hostname, grpc_url, database_connection_string AS connection,
  json_array(rabbitmq_nodes, kafka_producer_brokers) AS lists FROM monitor WHERE type <> 'group'`;

const MONITOR_COLUMNS =
  'SELECT id, name, type, active, interval, retry_interval AS retryInterval, maxretries, url, hostname, port FROM monitor';

function isDirectIp({ type, url }) {
  if (!httpTypes.has(type) || !/^\s*https?:/i.test(url ?? '')) return false;
  return isIP((hostOfAddress(url) ?? '').replace(/^\[|\]$/g, '')) !== 0;
}

function isOnion({ url, hostname, grpc_url: grpcUrl, connection, lists }) {
  const listed = parsedOrNull(lists).flatMap((list) => parsedOrNull(list ?? '[]') ?? []);
  return [url, hostname, grpcUrl, connection, ...listed].some((address) =>
    hostOfAddress(address)?.endsWith('.onion'),
  );
}

function read(path, work) {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec('PRAGMA busy_timeout = 2000');
    return work(database);
  } finally {
    database.close();
  }
}

/**
 * @param {string} path The instance's `kuma.db`.
 * @returns {{ monitors: number, prohibited: { directIp: number, onion: number } }}
 * @throws Error while the instance has not made its database.
 */
export function countMonitors(path) {
  const monitors = read(path, (database) => database.prepare(EVERY_MONITOR).all());
  return {
    monitors: monitors.length,
    prohibited: {
      directIp: monitors.filter(isDirectIp).length,
      onion: monitors.filter(isOnion).length,
    },
  };
}

/**
 * The monitors with the columns that plan limits need (limits.mjs).
 * @param {string} path The instance's `kuma.db`.
 */
export function readMonitors(path) {
  return read(path, (database) => database.prepare(MONITOR_COLUMNS).all());
}

/**
 * Whether the instance is in the state that the gateway needs: set up, with its own login off.
 * @param {string} path The instance's `kuma.db`.
 */
export function isClaimed(path) {
  return read(path, (database) => {
    const setting = database.prepare('SELECT value FROM setting WHERE key = ?');
    const users = database.prepare('SELECT COUNT(*) AS count FROM user').get();
    return (
      users.count > 0 && ['disableAuth', 'trustProxy'].every((key) => setting.get(key)?.value === 'true')
    );
  });
}
