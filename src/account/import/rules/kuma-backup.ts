/**
 * Reads Uptime Kuma's JSON: the backup of 1.x (Backup.vue and Monitor.toJSON of 1.23), ours of 2.x, which begins with the
 * same keys, and what people save of 2.x by themselves (kuma-shapes.ts).
 *
 * Owns: ids, the order of groups, and what is said about an installation. Does not own: fields of monitors
 * (check-monitor.ts), shapes of the fields beside them (kuma-rows.ts).
 */

import { checkMonitor } from '#domain/import/check-monitor.ts';
import { isRow } from '#domain/import/field-values.ts';
import {
  type FoundItem,
  type ImportedMonitor,
  type LeftItem,
  markOf,
  type Reading,
} from '#domain/import/items.ts';
import type { ImportMessageId } from '#domain/messages/import.ts';
import { message } from '#domain/messages/import.ts';
import { invalid, type Result, valid } from '#domain/result.ts';
import { foreignJson } from './foreign.ts';
import { currentGame } from './gamedig-ids.ts';
import {
  activeOf,
  channelsOf,
  checkFields,
  fieldOf,
  nameOfRow,
  namesChannels,
  parentOf,
  plainId,
  type Row,
  tagsById,
  tagsOf,
  toChannel,
  unknownFields,
} from './kuma-rows.ts';
import { findKumaLists, isSurelyKuma, parseText } from './kuma-shapes.ts';

/** More than any real installation; the rest of the file is not looked at. */
export const FILE_MONITORS_MAX = 5000;

/** An Uptime Kuma installation, whichever file it came from; rows as the file has them. */
export interface KumaContent {
  /** True for 1.x, whose games have other ids. */
  readonly isOld: boolean;
  /** Lists in which ids and groups are looked up; a file may have several. */
  readonly monitors: readonly (readonly unknown[])[];
  /** `null` when the file says nothing about channels. */
  readonly notifications: readonly unknown[] | null;
  /** Tags that monitors name by their id alone. */
  readonly tags: readonly unknown[];
  readonly pages: number;
  readonly maintenances: number;
  readonly proxies: number;
  /** What the reader of the file has to say. */
  readonly notes: readonly string[];
}

/** Fields that 1.x does not have. */
const currentFields = ['conditions', 'ipFamily', 'jsonPathOperator', 'rabbitmqNodes', 'smtpSecurity'];

/** @param text The file's whole text. */
export function readKumaBackup(text: string): Result<Reading, ImportMessageId> {
  const file = parseText(text);
  if (file === undefined) return invalid('import.file-json');
  const own = isRow(file) ? file : {};
  const lists = findKumaLists(file);
  const foreign = Object.hasOwn(own, 'monitorList') || isSurelyKuma(lists) ? null : foreignJson(file);
  if (lists === null || foreign !== null) return invalid(foreign ?? 'import.file-not-backup');
  const { monitors, channels, tags } = lists;
  const isCurrent = monitors.flat().some((row) => isRow(row) && currentFields.some((field) => field in row));
  const { version } = own;
  return readKuma({
    isOld: version === undefined ? !isCurrent : String(version).startsWith('1'),
    monitors,
    notifications: channels,
    tags,
    ...lists.counts,
    notes: channels === null && lacksShape(own['notificationList']) ? [unread('notificationList')] : [],
  });
}

const lacksShape = (value: unknown): boolean => value !== undefined && value !== null;
const unread = (field: string): string => message('import.field-unread', { field });

/** Reads an installation; its own ids get a mark, so that two installations stay apart. */
export function readKuma(content: KumaContent): Result<Reading, ImportMessageId> {
  const rows = content.monitors.flat();
  if (rows.length === 0) return invalid('import.file-nothing');
  if (rows.length > FILE_MONITORS_MAX) return invalid('import.file-too-many');
  const left: LeftItem[] = [];
  for (const [at, row] of (content.notifications ?? []).entries())
    if (!isRow(row))
      left.push({
        kind: 'channel',
        id: `canal-${at + 1}`,
        name: `${at + 1}º canal do arquivo`,
        reason: message('import.channel-invalid'),
      });
  const channels = (content.notifications ?? []).filter(isRow).map(toChannel);
  const channelIds = new Map(channels.flatMap(({ names, item }) => names.map((name) => [name, item.id])));
  const found: FoundItem[] = channels.map(({ item }) => ({
    item,
    notes: channelNotes(item.config, content),
  }));
  const tags = tagsById(content.tags);
  const monitors = rows.filter(isRow);
  for (const [at, row] of rows.entries())
    if (!isRow(row))
      left.push({
        kind: 'monitor',
        id: `item-${at + 1}`,
        name: `${at + 1}º do arquivo`,
        reason: message('import.not-a-monitor'),
      });
  const parents = new Map(content.monitors.flatMap((list) => [...groupsOf(list.filter(isRow))]));
  for (const row of inGroupOrder(monitors, parents)) {
    const id = monitorId(row);
    const game = fieldOf(row, 'game');
    const checked = checkMonitor({
      ...checkFields(row),
      ...(content.isOld && typeof game === 'string' ? { game: currentGame(game) } : {}),
    });
    if (!checked.ok) {
      left.push({ kind: 'monitor', id, name: nameOfRow(row), reason: checked.reason });
      continue;
    }
    const active = activeOf(row);
    const own = channelsOf(row, channelIds);
    const tagged = tagsOf(row, tags);
    const named = parentOf(row);
    const parent = parents.get(row);
    const item: ImportedMonitor = {
      kind: 'monitor',
      id,
      active: active.value,
      monitor: checked.monitor,
      parent: parent === undefined ? null : monitorId(parent),
      channels: own.value,
      tags: tagged.value,
    };
    const lost = named.value !== null && parent === undefined ? [message('import.parent-left')] : [];
    found.push({
      item,
      notes: [
        ...checked.notes,
        ...[active, own, tagged, named].flatMap(({ notes }) => notes),
        ...lost,
        ...notesOf(row, String(checked.monitor['type'])),
      ],
    });
  }
  const gone = new Set(left.map(({ id }) => id));
  const lacksChannels =
    monitors.some(namesChannels) && (content.notifications === null || content.notifications.length === 0);
  return valid({
    source: 'uptime-kuma',
    found: found.map((each) => withoutGroup(each, gone)),
    left,
    notes: [
      ...content.notes,
      ...unreadNote(monitors),
      ...(lacksChannels ? [message('import.channels-missing')] : []),
      ...countNote('import.pages-left', content.pages),
      ...countNote('import.maintenance-left', content.maintenances),
      ...countNote('import.proxies-left', content.proxies),
      message('import.history-left'),
    ],
  });
}

/** More are no help. */
const NAMES_MAX = 20;

function unreadNote(rows: readonly Row[]): readonly string[] {
  const names = [...new Set(rows.flatMap(unknownFields))].map((name) => name.slice(0, 40));
  if (names.length === 0) return [];
  const more = names.length > NAMES_MAX ? [`e mais ${names.length - NAMES_MAX}`] : [];
  return [message('import.fields-unread', { fields: [...names.slice(0, NAMES_MAX), ...more].join(', ') })];
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
    .map((field) => String(fieldOf(row, field) ?? ''))
    .filter((part) => !['', 'https://'].includes(part));
  const old = plainId(row['id']);
  // Without an id, what else tells one check of an address from another.
  const more = ['name', 'port', 'dns_resolve_type', 'method', 'keyword', 'grpcServiceName'].map((field) =>
    String(fieldOf(row, field) ?? ''),
  );
  const what = old === '' ? [...watched, ...more] : watched.length === 0 ? [row['name']] : watched;
  const mark = markOf([row['type'], ...what].join('\n'));
  return old === '' ? mark : `${old}-${mark}`;
}

/** Templates of mails are written in another language since 2.x. */
function channelNotes(config: Row, { isOld }: KumaContent): readonly string[] {
  const hasTemplate = config['type'] === 'smtp' && Boolean(config['customSubject'] || config['customBody']);
  return isOld && hasTemplate ? [message('import.mail-template')] : [];
}

/** Types whose checks go through a proxy. */
const proxied: ReadonlySet<string> = new Set(['http', 'keyword', 'json-query']);

function notesOf(row: Row, type: string): readonly string[] {
  const isSet = (field: string): boolean => Number(fieldOf(row, field) ?? 0) > 0;
  return [
    ...(type === 'push' ? [message('import.push-address')] : []),
    ...(proxied.has(type) && isSet('proxyId') ? [message('import.proxy')] : []),
    ...(type === 'real-browser' && isSet('remote_browser') ? [message('import.remote-browser')] : []),
  ];
}

const isGroup = (row: Row): boolean => String(row['type']).trim().toLowerCase() === 'group';

/** The group of each monitor: by its id, by its name, or by the group's own list. */
function groupsOf(rows: readonly Row[]): Map<Row, Row> {
  const byId = new Map(rows.map((row) => [String(row['id']), row]));
  const byName = new Map(rows.filter(isGroup).map((row) => [String(row['name']), row]));
  const byChild = new Map(
    rows.filter(isGroup).flatMap((group) => {
      const children = fieldOf(group, 'childrenIDs');
      return Array.isArray(children) ? children.map((id: unknown) => [String(id), group] as const) : [];
    }),
  );
  return new Map(
    rows.flatMap((row) => {
      const { value } = parentOf(row);
      const parent = value === null ? byChild.get(String(row['id'])) : (byId.get(value) ?? byName.get(value));
      return parent === undefined || parent === row ? [] : [[row, parent] as const];
    }),
  );
}

/** A group before its members; a circle of groups is opened. */
function inGroupOrder(rows: readonly Row[], parents: Map<Row, Row>): readonly Row[] {
  const placed = new Map<Row, 'open' | 'done'>();
  const ordered: Row[] = [];
  function place(row: Row): void {
    if (placed.has(row)) return;
    placed.set(row, 'open');
    const parent = parents.get(row);
    if (parent !== undefined) place(parent);
    if (parent !== undefined && placed.get(parent) === 'open') parents.delete(row);
    ordered.push(row);
    placed.set(row, 'done');
  }
  for (const row of rows) place(row);
  return ordered;
}
