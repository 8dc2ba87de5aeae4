/** Reads the rows of an Uptime Kuma database (`kuma.db` of 1.23 and 2.x). */

import { columns } from '#domain/import/columns.ts';
import { columnOf, type Reading } from '#domain/import/items.ts';
import { type ImportMessageId, message } from '#domain/messages/import.ts';
import type { Result } from '#domain/result.ts';
import { readKuma } from './kuma-backup.ts';

type Row = Readonly<Record<string, unknown>>;

/** What to read: tables with the columns that matter. */
export const kumaTables = {
  monitor: [
    'id',
    'type',
    'active',
    'parent',
    'proxy_id',
    'remote_browser',
    ...Object.keys(columns).map(columnOf),
  ],
  notification: ['id', 'name', 'config'],
  monitor_notification: ['monitor_id', 'notification_id'],
  tag: ['id', 'name', 'color'],
  monitor_tag: ['monitor_id', 'tag_id', 'value'],
} as const;

/** Tables of which the number of rows is enough. */
export const countedTables = ['status_page', 'maintenance', 'proxy'] as const;

/** Rows by table; none for a table that is not there. */
export type KumaRows = Readonly<Record<keyof typeof kumaTables, readonly Row[]>> & {
  readonly counts: Readonly<Record<(typeof countedTables)[number], number>>;
  /** True for 1.x: without the table in which 2.x records its changes. */
  readonly isOld: boolean;
  /** True when its header says that newer changes are kept in a file beside it. */
  readonly hasLog: boolean;
};

export function readKumaTables(rows: KumaRows): Result<Reading, ImportMessageId> {
  const tags = new Map(rows.tag.map((tag) => [tag['id'], tag]));
  const channels = byMonitor(rows.monitor_notification);
  const labels = byMonitor(rows.monitor_tag);
  return readKuma({
    isOld: rows.isOld,
    monitors: [
      rows.monitor.map((row) => ({
        ...Object.fromEntries(Object.keys(columns).map((field) => [field, row[columnOf(field)]])),
        ...Object.fromEntries(
          ['id', 'type', 'active', 'parent', 'proxy_id', 'remote_browser'].map((name) => [name, row[name]]),
        ),
        notificationIDList: Object.fromEntries(
          of(channels, row).map((link) => [String(link['notification_id']), true]),
        ),
        tags: of(labels, row).flatMap((link) => {
          const tag = tags.get(link['tag_id']);
          return tag === undefined ? [] : [{ ...tag, value: link['value'] }];
        }),
      })),
    ],
    notifications: rows.notification,
    pages: rows.counts.status_page,
    maintenances: rows.counts.maintenance,
    proxies: rows.counts.proxy,
    tags: [],
    notes: rows.hasLog ? [message('import.database-log')] : [],
  });
}

/** Links by the monitor's id. */
function byMonitor(links: readonly Row[]): ReadonlyMap<unknown, readonly Row[]> {
  const found = new Map<unknown, Row[]>();
  for (const link of links) {
    const own = found.get(link['monitor_id']) ?? [];
    own.push(link);
    found.set(link['monitor_id'], own);
  }
  return found;
}

const of = (links: ReadonlyMap<unknown, readonly Row[]>, monitor: Row): readonly Row[] =>
  links.get(monitor['id']) ?? [];
