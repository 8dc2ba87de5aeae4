/**
 * What a monitor's row of an Uptime Kuma says beside the fields of its check: whether it runs, its group, channels and tags.
 *
 * Files have them in many shapes; one that is not understood becomes a note. Owns: these shapes, and names of fields in
 * them. Does not own: fields of the check (check-monitor.ts).
 */

import { columns } from '#domain/import/columns.ts';
import { isRow, isTooDeep, parsed, readFlag } from '#domain/import/field-values.ts';
import { type ImportedChannel, type ImportedTag, type Json, markOf } from '#domain/import/items.ts';
import { message } from '#domain/messages/import.ts';
import { cutText } from '#domain/text/cut-text.ts';

export type Row = Readonly<Record<string, unknown>>;

/** What was read, and what was not understood: a note for each field. */
interface Read<T> {
  readonly value: T;
  readonly notes: readonly string[];
}
const read = <T>(value: T): Read<T> => ({ value, notes: [] });
const unread = <T>(value: T, field: string): Read<T> => ({
  value,
  notes: [message('import.field-unread', { field })],
});

/** A name without case and signs: `retryInterval`, `retry_interval` and `RetryInterval` are one. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');

/** Names of fields that are not just written in another way. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  accepted_statuscodes: ['accepted_statuscodes_json'],
  notificationIDList: [
    'notificationIds',
    'notificationNameList',
    'notificationNames',
    'notifications',
    'channels',
  ],
  active: ['enabled', 'isActive'],
  parent: ['parentId', 'parentName', 'group', 'groupName'],
  tags: ['tagList', 'tagNames'],
  maxretries: ['retries'],
  hostname: ['host'],
};

/** Values of a row by the plain names of its fields. */
const indexes = new WeakMap<Row, ReadonlyMap<string, unknown>>();
function indexOf(row: Row): ReadonlyMap<string, unknown> {
  const known = indexes.get(row);
  if (known !== undefined) return known;
  const made = new Map(
    Object.entries(row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [plain(name), value]),
  );
  indexes.set(row, made);
  return made;
}

/** A field in the spelling of the form, of the database, or of scripts. */
export function fieldOf(row: Row, field: string): unknown {
  if (Object.hasOwn(row, field) && row[field] !== undefined) return row[field];
  const index = indexOf(row);
  const name = [field, ...(otherNames[field] ?? [])].map(plain).find((each) => index.has(each));
  return name === undefined ? undefined : index.get(name);
}

/** Every name that a monitor of some version has, or that is read; what is not read of them is said elsewhere or is no loss. */
const knownFields: ReadonlySet<string> = new Set(
  [
    ...Object.keys(columns),
    ...Object.entries(otherNames).flat(2),
    'id',
    'type',
    'userId',
    'path',
    'pathName',
    'childrenIDs',
    'forceInactive',
    'maintenance',
    'screenshot',
    'includeSensitiveData',
    'dns_last_result',
    'docker_container',
    'docker_host',
    'proxyId',
    'remoteBrowser',
    'system_service_name',
    'acceptedStatuscodesJson',
    'createdDate',
    'uptime',
    'avgPing',
    'heartbeat',
  ].map(plain),
);

/** Fields with a value that no monitor has here, as the row names them. */
export const unknownFields = (row: Row): readonly string[] =>
  Object.entries(row).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' || knownFields.has(plain(name)) ? [] : [name],
  );

/** Fields of the check, by the form's names. */
export const checkFields = (row: Row): Row =>
  Object.fromEntries(['type', ...Object.keys(columns)].map((field) => [field, fieldOf(row, field)]));

/** A row by what it has. */
export function nameOfRow(row: Row): string {
  const known = ['name', 'url', 'hostname', 'grpcUrl', 'description', 'pathName', 'id']
    .map((field) => fieldOf(row, field))
    .find((value) => ['string', 'number'].includes(typeof value) && String(value).trim() !== '');
  return cutText(String(known ?? ''), 150);
}

/** Absent is the column's default, which is on. */
export function activeOf(row: Row): Read<boolean> {
  const value = fieldOf(row, 'active');
  if (value === undefined || value === null || value === '') return read(true);
  const flag = readFlag(value);
  return flag === null ? unread(true, 'active') : read(flag);
}

const isId = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

/** Ids of a list, whichever way it has them: `{"3": true}`, `[3]`, `["3"]`, `[{"id": 3}]`, `"3,4"`; `null` for none of them. */
function idsOf(list: unknown, idNames: readonly string[]): readonly string[] | null {
  const value = parsed(list) ?? list;
  if (value === null || value === undefined || value === '' || value === false) return [];
  if (isId(value))
    return String(value)
      .split(',')
      .map((part) => part.trim());
  if (isRow(value)) {
    const flags = Object.entries(value).map(([id, on]) => [id, isRow(on) ? true : readFlag(on)] as const);
    return flags.some(([, on]) => on === null)
      ? null
      : flags.flatMap(([id, on]) => (on === true ? [id] : []));
  }
  if (!Array.isArray(value)) return null;
  const ids = value.map((each: unknown) =>
    isRow(each) ? idNames.map((name) => each[name]).find(isId) : isId(each) ? each : undefined,
  );
  return ids.every((id) => id !== undefined) ? ids.map(String) : null;
}

/** Channels of a monitor, by their ids or names in the file. */
export function channelsOf(row: Row, channels: ReadonlyMap<string, string>): Read<readonly string[]> {
  const ids = idsOf(fieldOf(row, 'notificationIDList'), ['id', 'notificationID', 'notification_id', 'name']);
  if (ids === null) return unread([], 'notificationIDList');
  const known = [...new Set(ids.flatMap((id) => channels.get(id) ?? []))];
  // A file without channels says so once.
  const lacks = channels.size > 0 && ids.some((id) => !channels.has(id));
  return { value: known, notes: lacks ? [message('import.channel-unknown')] : [] };
}

/** Ids of channels that a monitor names, whether they are in the file or not. */
export const namesChannels = (row: Row): boolean =>
  (idsOf(fieldOf(row, 'notificationIDList'), ['id', 'name']) ?? []).length > 0;

const TAG_COLOR = '#4B5563';
const TAGS_MAX = 50;

/** Files list them in different orders. */
const byName = (a: ImportedTag, b: ImportedTag): number => (a.name < b.name ? -1 : 1);

/** A tag of a monitor: an object, a word, or the id of one of the file. */
function toTag(value: unknown, known: ReadonlyMap<string, Row>): ImportedTag | null {
  const text = (word: unknown): string => (isId(word) ? String(word).trim() : '');
  const found = isRow(value)
    ? {
        ...(known.get(text(value['tag_id'] ?? value['id'])) ?? {}),
        ...(isRow(value['tag']) ? value['tag'] : {}),
        ...value,
      }
    : isId(value)
      ? (known.get(text(value)) ?? (typeof value === 'string' ? { name: value } : {}))
      : {};
  const name = text(found['name'] ?? found['tag_name'] ?? found['tag'] ?? found['label']);
  if (name === '') return null;
  return {
    name: cutText(name, 255),
    color: (text(found['color'] ?? found['colour']) || TAG_COLOR).slice(0, 40),
    value: cutText(text(found['value']), 1000),
  };
}

/** Tags of a monitor in every shape; those that were not understood are a note. */
export function tagsOf(row: Row, known: ReadonlyMap<string, Row>): Read<readonly ImportedTag[]> {
  const value = fieldOf(row, 'tags');
  const list = parsed(value) ?? value;
  if (list === null || list === undefined || list === '') return read([]);
  const parts =
    typeof list === 'string'
      ? list.split(/[,;|]/).filter((part) => part.trim() !== '')
      : typeof list === 'number'
        ? [list]
        : isRow(list)
          ? Object.entries(list).map(([name, each]) =>
              isRow(each) ? each : typeof each === 'boolean' || each === null ? name : { name, value: each },
            )
          : Array.isArray(list)
            ? list
            : [null];
  const tags = parts.map((part: unknown) => toTag(part, known));
  const understood = tags.filter((tag) => tag !== null).toSorted(byName);
  const isWhole = understood.length === tags.length && understood.length <= TAGS_MAX;
  return { ...(isWhole ? read([]) : unread([], 'tags')), value: understood.slice(0, TAGS_MAX) };
}

/** Tags of a file by id. */
export const tagsById = (tags: readonly unknown[]): ReadonlyMap<string, Row> =>
  new Map(tags.filter(isRow).map((tag) => [String(tag['id'] ?? tag['tag_id']), tag]));

/** Id or name of a monitor's group as the file has it; `null` for none. */
export function parentOf(row: Row): Read<string | null> {
  const value = fieldOf(row, 'parent');
  if (value === null || value === undefined || value === '' || value === 0 || value === false)
    return read(null);
  if (isId(value)) return read(String(value));
  return isRow(value) && isId(value['id']) ? read(String(value['id'])) : unread(null, 'parent');
}

/** A channel; `config` is JSON text in every version, an object in some scripts, and beside the name in others. */
export function toChannel(row: Row): { readonly names: readonly string[]; readonly item: ImportedChannel } {
  // Some scripts write the text of a text.
  const config = parsed(parsed(row['config'] ?? row['configuration']));
  const { id, active: _, userId: __, isDefault: ___, ...flat } = row;
  const given = isRow(config) ? config : typeof row['type'] === 'string' ? flat : {};
  const fields = isTooDeep(given) ? {} : given;
  const name = cutText(String(row['name'] ?? fields['name'] ?? ''), 255);
  // `applyExisting` would attach the channel to monitors that are there already.
  const kept = { ...fields, name, applyExisting: false } as Readonly<Record<string, Json>>;
  const old = plainId(id);
  const mark = markOf(`${fields['type'] ?? ''}\n${name}`);
  return {
    names: [...(isId(id) ? [String(id)] : []), ...(name === '' ? [] : [name])],
    item: { kind: 'channel', id: old === '' ? mark : `${old}-${mark}`, name, config: kept },
  };
}

/** An id of the file as a part of ours. */
export const plainId = (id: unknown): string =>
  isId(id)
    ? String(id)
        .replace(/[^\w-]/g, '')
        .slice(0, 20)
    : '';
