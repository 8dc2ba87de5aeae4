/**
 * Finds the monitors and channels in JSON from an Uptime Kuma, in the shapes in which people save it.
 *
 * 1.x exports `{ monitorList: […] }`. 2.x exports nothing, so people keep the socket's `["monitorList", {id: monitor}]`, what
 * a script printed, or a list of their own. Does not own: what a monitor's fields mean (kuma-rows.ts).
 */
import { importedTypes, machineTypes } from '#domain/import/columns.ts';
import { isRow, isTooDeep } from '#domain/import/field-values.ts';
import { typeOfWord } from '#domain/import/type-words.ts';
import { withTables } from './table-dumps.ts';

/** Wrappers around wrappers that are looked into. */
const DEPTH_MAX = 5;

const kumaTypes: ReadonlySet<string> = new Set([...importedTypes, ...machineTypes, 'docker']);

/** Whether a row has the type of a monitor and something by which people know it. */
const looksLikeMonitor = (value: unknown): boolean =>
  isRow(value) &&
  typeof value['type'] === 'string' &&
  kumaTypes.has(typeOfWord(value['type'])) &&
  ['name', 'url', 'hostname', 'id'].some((field) => value[field] !== undefined);

/** A list of things: an array, or an object that has them by id. */
function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isRow(value)) return null;
  // A script's object may have them by name.
  const rows = Object.entries(value).map(([key, each]) => {
    if (!isRow(each)) return each;
    if (/^\d+$/.test(key)) return each['id'] === undefined ? { id: key, ...each } : each;
    return each['name'] === undefined ? { name: key, ...each } : each;
  });
  return rows.every(isRow) ? rows : null;
}

/** Names under which a list is kept, without case and signs. */
const names = {
  monitors: ['monitorlist', 'monitors'],
  channels: ['notificationlist', 'notifications', 'channels'],
  tags: ['taglist', 'tags'],
} as const;
const countedNames = {
  pages: ['statuspages', 'statuspagelist', 'statuspage'],
  maintenances: ['maintenances', 'maintenancelist', 'maintenance'],
  proxies: ['proxies', 'proxylist', 'proxy'],
} as const;
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** Every value in the wrappers of a file, with its name; the event's, for one of a socket. */
function* inside(value: unknown, name = '', depth = 0): Generator<readonly [name: string, value: unknown]> {
  yield [name, value];
  if (depth === DEPTH_MAX || looksLikeMonitor(value)) return;
  if (Array.isArray(value)) {
    const [event, ...rest] = value as readonly unknown[];
    if (typeof event === 'string') for (const each of rest) yield* inside(each, event, depth + 1);
    // A list of wrappers, such as all that a socket said; a list of monitors was given as one.
    else if (!value.some(looksLikeMonitor))
      for (const each of value.slice(0, 100)) yield* inside(each, name, depth + 1);
  } else if (isRow(value))
    for (const [key, each] of Object.entries(value).slice(0, 100))
      if (typeof each === 'object' && each !== null) yield* inside(each, key, depth + 1);
}

type List = readonly unknown[];
type Values = readonly (readonly [name: string, value: unknown])[];

/** Every list of a kind: a file may have those of several installations or groups. */
function find(values: Values, kind: keyof typeof names): readonly List[] {
  const wanted: readonly string[] = names[kind];
  const lists = values.flatMap(([name, value]) => {
    const list = wanted.includes(plain(name)) ? eventless(value) : null;
    return list === null ? [] : [list];
  });
  // An object with a list in it may look like one.
  const typed = lists.filter((list) => list.some((row) => isRow(row) && typeof row['type'] === 'string'));
  return kind === 'tags' || typed.length === 0 ? lists.slice(0, 1) : typed;
}

/** The list itself; what a socket calls by name is unwrapped by `inside`. */
const eventless = (value: unknown): readonly unknown[] | null =>
  Array.isArray(value) && typeof value[0] === 'string' && value.length === 2 && isRow(value[1])
    ? null
    : listOf(value);

export interface KumaLists {
  /** As the file has them, list by list; one that is no object too. */
  readonly monitors: readonly List[];
  /** `null` when the file says nothing about channels. */
  readonly channels: readonly unknown[] | null;
  readonly tags: readonly unknown[];
  /** How many of each are in the file, and do not come. */
  readonly counts: Readonly<Record<keyof typeof countedNames, number>>;
}

/** `null` when there is no list of monitors. */
export function findKumaLists(file: unknown): KumaLists | null {
  const values = [...inside(withTables(file))];
  const named = find(values, 'monitors');
  const monitors = named.length === 0 ? findUnnamed(values) : named;
  if (monitors.length === 0) return null;
  const channels = find(values, 'channels');
  return {
    monitors: withoutRepeats(monitors),
    channels: channels.length === 0 ? null : withoutRepeats(channels).flat(),
    tags: find(values, 'tags').flat(),
    counts: {
      pages: count(values, 'pages'),
      maintenances: count(values, 'maintenances'),
      proxies: count(values, 'proxies'),
    },
  };
}

/** How many things the first list of a kind has. */
function count(values: Values, kind: keyof typeof countedNames): number {
  const wanted: readonly string[] = countedNames[kind];
  const found = values.find(
    ([name, value]) => typeof value === 'object' && value !== null && wanted.includes(plain(name)),
  );
  return found === undefined ? 0 : (listOf(found[1])?.length ?? 0);
}

/** What a socket says again is said once. */
function withoutRepeats(lists: readonly List[]): readonly List[] {
  if (lists.length === 1) return lists;
  const seen = new Set<unknown>();
  return lists.map((list) => {
    const own = list.map((row) => [row, isTooDeep(row) ? row : JSON.stringify(row)] as const);
    const fresh = own.filter(([, text]) => !seen.has(text));
    for (const [, text] of own) seen.add(text);
    return fresh.map(([row]) => row);
  });
}

/** Fields that only a monitor of Uptime Kuma has. */
const marks = ['maxretries', 'retryInterval', 'upsideDown', 'accepted_statuscodes', 'notificationIDList'];

/** Whether these are from an Uptime Kuma without doubt, whatever words stand around them. */
export const isSurelyKuma = (lists: KumaLists | null): boolean =>
  lists?.monitors.flat().some((row) => isRow(row) && marks.filter((field) => field in row).length > 1) ??
  false;

/** A monitor in a wrapper of its own: `{ monitor: {…} }`. */
const unwrapped = (value: unknown): unknown =>
  isRow(value) && !looksLikeMonitor(value) ? (Object.values(value).find(looksLikeMonitor) ?? value) : value;

const hasType = (value: unknown): boolean => isRow(value) && typeof value['type'] === 'string';

/** Whether there are things with a type in a value, or in what is in it; a quick look before a long one. */
const holdsTypes = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((each) => hasType(each) || (isRow(each) && Object.values(each).some(hasType)));

/** Lists that are known by their look, or else a single monitor. */
function findUnnamed(values: Values): readonly List[] {
  const lists: List[] = [];
  const singles: unknown[] = [];
  const taken = new Set<unknown>();
  for (const [, value] of values) {
    if (taken.has(value)) continue;
    if (looksLikeMonitor(value)) {
      singles.push(value);
      continue;
    }
    const list = holdsTypes(value) ? listOf(value) : null;
    const rows = list?.map(unwrapped);
    if (list === null || !rows?.some(looksLikeMonitor)) continue;
    lists.push(rows);
    // What is in it comes by later.
    for (const each of [...list, ...rows, ...Object.values(value as object)]) taken.add(each);
  }
  return lists.length > 0 || singles.length === 0 ? lists : [singles];
}

/** A JSON in which only commas before an end are too many, as hands leave them; `null` for anything else. */
function withoutLastCommas(json: string): unknown {
  try {
    return JSON.parse(
      json.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === ',' ? '' : part)),
    ) as unknown;
  } catch {
    return null;
  }
}

/** A value of the file's text: one JSON, the frame of a socket, or a JSON on each line. */
export function parseText(text: string): unknown {
  // `42["monitorList",{…}]` as a browser's tools show it.
  const json = text
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/^\d{1,4}(?=\[\s*")/, '');
  try {
    return JSON.parse(json) as unknown;
  } catch {
    const repaired = withoutLastCommas(json);
    if (repaired !== null) return repaired;
    // Several files, one after the other.
    const files = json.replace(/^([}\]]),?\s*^(?=[[{])/gm, '$1\0').split('\0');
    const lines = files.length > 1 ? files : json.split(/\r?\n/).filter((line) => line.trim() !== '');
    if (lines.length < 2 || !/^[[{]/.test(lines[1]?.trim() ?? '')) return undefined;
    try {
      return lines.map((line) => JSON.parse(line.trim().replace(/,$/, '')) as unknown);
    } catch {
      return undefined;
    }
  }
}
