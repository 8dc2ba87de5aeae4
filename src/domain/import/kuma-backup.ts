/**
 * Reads Uptime Kuma's JSON: the backup of 1.x (Backup.vue and Monitor.toJSON of 1.23), and ours of 2.x, which begins with
 * the same keys.
 *
 * Owns: what these files look like, ids, groups and channels in them. Does not own: fields of monitors (check-monitor.ts).
 */

import type { ImportMessageId } from '../messages/import.ts';
import { message } from '../messages/import.ts';
import { invalid, type Result, valid } from '../result.ts';
import { checkMonitor } from './check-monitor.ts';
import { currentGame } from './gamedig-ids.ts';
import {
  type FoundItem,
  type ImportedChannel,
  type ImportedMonitor,
  type ImportedTag,
  type Json,
  type LeftItem,
  markOf,
  type Reading,
} from './items.ts';

type Row = Readonly<Record<string, unknown>>;

/** More than any real installation; the rest of the file is not looked at. */
export const FILE_MONITORS_MAX = 5000;

/** An Uptime Kuma installation, whichever file it came from; rows as the file has them. */
export interface KumaContent {
  /** True for 1.x, whose games have other ids. */
  readonly isOld: boolean;
  readonly monitors: readonly Row[];
  readonly notifications: readonly Row[];
  readonly pages: number;
  readonly maintenances: number;
  readonly proxies: number;
}

/** @param text The file's whole text. */
export function readKumaBackup(text: string): Result<Reading, ImportMessageId> {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return invalid('import.file-json');
  }
  if (!isRow(file) || !Array.isArray(file['monitorList'])) return invalid('import.file-not-backup');
  const rowsOf = (key: string): readonly Row[] => (Array.isArray(file[key]) ? file[key].filter(isRow) : []);
  return readKuma({
    isOld: String(file['version'] ?? '1').startsWith('1'),
    monitors: rowsOf('monitorList'),
    notifications: rowsOf('notificationList'),
    pages: rowsOf('statusPages').length,
    maintenances: rowsOf('maintenances').length,
    proxies: rowsOf('proxies').length,
  });
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an installation; its own ids get a mark, so that two installations stay apart. */
export function readKuma(content: KumaContent): Result<Reading, ImportMessageId> {
  const { monitors, notifications } = content;
  if (monitors.length === 0) return invalid('import.file-nothing');
  if (monitors.length > FILE_MONITORS_MAX) return invalid('import.file-too-many');
  const channels = notifications.map(toChannel);
  const channelIds = new Map(channels.map(({ old, item }) => [old, item.id]));
  const monitorIds = new Map(monitors.map((row) => [String(row['id']), monitorId(row)]));
  const left: LeftItem[] = [];
  const found: FoundItem[] = channels.map(({ item }) => ({ item, notes: [] }));
  for (const row of inGroupOrder(monitors)) {
    const raw = {
      ...row,
      ...(content.isOld && typeof row['game'] === 'string' ? { game: currentGame(row['game']) } : {}),
    };
    const checked = checkMonitor(raw);
    const id = monitorIds.get(String(row['id'])) ?? '';
    if (!checked.ok)
      left.push({
        kind: 'monitor',
        id,
        name: String(row['name'] ?? '').slice(0, 150),
        reason: checked.reason,
      });
    else {
      const item: ImportedMonitor = {
        kind: 'monitor',
        id,
        active: isOn(row['active']),
        monitor: checked.monitor,
        parent: monitorIds.get(String(row['parent'] ?? '')) ?? null,
        channels: channelsOf(row['notificationIDList']).flatMap((old) => channelIds.get(old) ?? []),
        tags: Array.isArray(row['tags']) ? row['tags'].filter(isRow).map(toTag).toSorted(byName) : [],
      };
      found.push({ item, notes: [...checked.notes, ...notesOf(row)] });
    }
  }
  const gone = new Set(left.map(({ id }) => id));
  return valid({
    source: 'uptime-kuma',
    found: found.map((each) => withoutGroup(each, gone)),
    left,
    notes: [
      ...countNote('import.pages-left', content.pages),
      ...countNote('import.maintenance-left', content.maintenances),
      ...countNote('import.proxies-left', content.proxies),
      message('import.history-left'),
    ],
  });
}

const countNote = (
  id: 'import.pages-left' | 'import.maintenance-left' | 'import.proxies-left',
  count: number,
) => (count === 0 ? [] : [message(id, { count })]);

/** The children of a group that cannot come. */
function withoutGroup(each: FoundItem, gone: ReadonlySet<string>): FoundItem {
  const { item } = each;
  if (item.kind === 'channel' || item.parent === null || !gone.has(item.parent)) return each;
  return { item: { ...item, parent: null }, notes: [...each.notes, message('import.parent-left')] };
}

/**
 * The same monitor has the same key in a later copy of its installation, and after a change of its name. Two installations
 * differ, because what they watch differs.
 */
function monitorId(row: Row): string {
  // Secrets are no part of it: a copy may be without them. `https://` is what an empty form leaves.
  const watched = ['url', 'hostname', 'grpcUrl']
    .map((field) => String(row[field] ?? ''))
    .filter((part) => !['', 'https://'].includes(part));
  const what = watched.length === 0 ? [row['name']] : watched;
  return `${String(row['id']).slice(0, 20)}-${markOf([row['type'], ...what].join('\n'))}`;
}

const isOn = (value: unknown): boolean => value === true || value === 1 || value === '1';

/** Old ids of the channels of a monitor: `{"3": true}`. */
const channelsOf = (list: unknown): readonly string[] =>
  isRow(list) ? Object.keys(list).filter((id) => isOn(list[id])) : [];

/** Files list them in different orders. */
const byName = (a: ImportedTag, b: ImportedTag): number => (a.name < b.name ? -1 : 1);

const toTag = (row: Row): ImportedTag => ({
  name: String(row['name'] ?? '').slice(0, 255),
  color: String(row['color'] ?? '#4B5563').slice(0, 40),
  value: String(row['value'] ?? '').slice(0, 1000),
});

/** A channel; `config` is JSON text in every version. */
function toChannel(row: Row): { readonly old: string; readonly item: ImportedChannel } {
  let config: unknown = row['config'];
  if (typeof config === 'string') {
    try {
      config = JSON.parse(config);
    } catch {
      // Shown in the preview as a channel that cannot come.
      config = {};
    }
  }
  const fields = isRow(config) ? config : {};
  const old = String(row['id']);
  const name = String(row['name'] ?? fields['name'] ?? '').slice(0, 255);
  // `applyExisting` would attach the channel to monitors that are there already.
  const kept = { ...fields, name, applyExisting: false } as Readonly<Record<string, Json>>;
  const id = `${old.slice(0, 20)}-${markOf(`${fields['type'] ?? ''}\n${name}`)}`;
  return { old, item: { kind: 'channel', id, name, config: kept } };
}

function notesOf(row: Row): readonly string[] {
  const isSet = (...names: string[]): boolean => names.some((name) => Number(row[name] ?? 0) > 0);
  return [
    ...(row['type'] === 'push' ? [message('import.push-address')] : []),
    ...(isSet('proxyId', 'proxy_id') ? [message('import.proxy')] : []),
    ...(row['type'] === 'real-browser' && isSet('remote_browser') ? [message('import.remote-browser')] : []),
  ];
}

/** A group before its members; a circle of groups is opened. */
function inGroupOrder(rows: readonly Row[]): readonly Row[] {
  const byId = new Map(rows.map((row) => [String(row['id']), row]));
  const placed = new Map<Row, 'open' | 'done'>();
  const ordered: Row[] = [];
  function place(row: Row): void {
    if (placed.has(row)) return;
    placed.set(row, 'open');
    const parent = byId.get(String(row['parent'] ?? ''));
    if (parent !== undefined) place(parent);
    ordered.push(parent !== undefined && placed.get(parent) === 'open' ? { ...row, parent: null } : row);
    placed.set(row, 'done');
  }
  for (const row of rows) place(row);
  return ordered;
}
