/**
 * Reads what is counted in the instance's own database: the customer's monitors, and whether it is set up.
 *
 * Not from `/metrics`, which leaves out paused monitors and those without a heartbeat since the last start (measured on
 * Uptime Kuma 2.5.3). docs/environments.md says what is counted.
 */
import { isIP } from 'node:net';
import { hostOfAddress } from '#domain/address/host.ts';
import { httpTypes } from '#domain/import/columns.ts';
import type { MonitorCounts } from './contract.ts';
import { type Flag, reading } from './database.ts';
import { parsedOrNull } from './record-file.ts';

const EVERY_MONITOR = `SELECT type, url, hostname, grpc_url AS grpcUrl, database_connection_string AS connection,
  json_array(rabbitmq_nodes, kafka_producer_brokers) AS lists FROM monitor WHERE type <> 'group'`;
interface Addresses {
  readonly type: string;
  readonly url: string | null;
  readonly hostname: string | null;
  readonly grpcUrl: string | null;
  readonly connection: string | null;
  readonly lists: string;
}

const MONITOR_COLUMNS =
  'SELECT id, name, type, active, interval, retry_interval AS retryInterval, maxretries, url, hostname, port FROM monitor';
/** A monitor with the columns that plan limits need (limits.ts). */
export interface MonitorRow {
  readonly id: number;
  readonly name: string | null;
  readonly type: string;
  readonly active: Flag | boolean;
  readonly interval: number;
  readonly retryInterval: number;
  readonly maxretries: number;
  readonly url?: string | null;
  readonly hostname?: string | null;
  readonly port?: number | null;
}

/** There the terms forbid an IP as the host; ping, TCP, DNS and games may have one. */
function isDirectIp({ type, url }: Addresses): boolean {
  if (!httpTypes.has(type) || !/^\s*https?:/i.test(url ?? '')) return false;
  return isIP((hostOfAddress(url ?? '') ?? '').replace(/^\[|\]$/g, '')) !== 0;
}

const listIn = (text: string): readonly unknown[] => {
  const list = parsedOrNull(text);
  return Array.isArray(list) ? list : [];
};

function isOnion({ url, hostname, grpcUrl, connection, lists }: Addresses): boolean {
  const listed = listIn(lists).flatMap((list) => listIn(String(list)));
  return [url, hostname, grpcUrl, connection, ...listed].some((address) =>
    hostOfAddress(String(address ?? ''))?.endsWith('.onion'),
  );
}

/**
 * @param path The instance's `kuma.db`.
 * @throws Error while the instance has not made its database.
 */
export function countMonitors(path: string): MonitorCounts {
  const monitors = reading(path, ({ all }) => all<Addresses>(EVERY_MONITOR));
  return {
    monitors: monitors.length,
    prohibited: {
      directIp: monitors.filter(isDirectIp).length,
      onion: monitors.filter(isOnion).length,
    },
  };
}

/** @param path The instance's `kuma.db`. */
export const readMonitors = (path: string): MonitorRow[] =>
  reading(path, ({ all }) => all<MonitorRow>(MONITOR_COLUMNS));

/** Whether the instance is in the state that the gateway needs: set up, with its own login off. */
export const isClaimed = (path: string): boolean =>
  reading(path, ({ get }) => {
    const isOn = (key: string): boolean =>
      get<{ value: string }>('SELECT value FROM setting WHERE key = ?', key)?.value === 'true';
    return get('SELECT 1 FROM user') !== undefined && isOn('disableAuth') && isOn('trustProxy');
  });
