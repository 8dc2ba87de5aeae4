/**
 * Finds the monitors and channels in JSON from an Uptime Kuma, in the shapes in which people save it.
 *
 * 1.x exports `{ monitorList: […] }`. 2.x exports nothing, so people keep the socket's `["monitorList", {id: monitor}]`, what
 * a script printed, or a list of their own. Does not own: what a monitor's fields mean (kuma-rows.ts).
 */
import { importedTypes, machineTypes } from './columns.ts';
import { isRow } from './field-values.ts';

/** Wrappers around wrappers that are looked into. */
const DEPTH_MAX = 5;

const kumaTypes: ReadonlySet<string> = new Set([...importedTypes, ...machineTypes, 'docker']);

/** Whether a row has the type of a monitor and something by which people know it. */
const looksLikeMonitor = (value: unknown): boolean =>
  isRow(value) &&
  typeof value['type'] === 'string' &&
  kumaTypes.has(value['type'].trim().toLowerCase().replaceAll('_', '-')) &&
  ['name', 'url', 'hostname', 'id'].some((field) => value[field] !== undefined);

/** A list of things: an array, or an object that has them by id. */
function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isRow(value)) return null;
  // A script's object may have them by name.
  const rows = Object.entries(value).map(([key, each]) =>
    isRow(each) && each['name'] === undefined && !/^\d+$/.test(key) ? { name: key, ...each } : each,
  );
  return rows.every(isRow) ? rows : null;
}

/** Names under which a list is kept, without case and signs. */
const names = {
  monitors: ['monitorlist', 'monitors'],
  channels: ['notificationlist', 'notifications', 'channels'],
  tags: ['taglist', 'tags'],
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

function find(file: unknown, kind: keyof typeof names): readonly unknown[] | null {
  const wanted: readonly string[] = names[kind];
  for (const [name, value] of inside(file))
    if (wanted.includes(plain(name))) {
      const list = eventless(value);
      if (list !== null) return list;
    }
  return null;
}

/** The list itself; what a socket calls by name is unwrapped by `inside`. */
const eventless = (value: unknown): readonly unknown[] | null =>
  Array.isArray(value) && typeof value[0] === 'string' && value.length === 2 && isRow(value[1])
    ? null
    : listOf(value);

export interface KumaLists {
  /** As the file has them; one that is no object too. */
  readonly monitors: readonly unknown[];
  /** `null` when the file says nothing about channels. */
  readonly channels: readonly unknown[] | null;
  readonly tags: readonly unknown[];
}

/** `null` when there is no list of monitors. */
export function findKumaLists(file: unknown): KumaLists | null {
  const monitors = find(file, 'monitors') ?? findUnnamed(file);
  if (monitors === null) return null;
  return { monitors, channels: find(file, 'channels'), tags: find(file, 'tags') ?? [] };
}

/** A monitor in a wrapper of its own: `{ monitor: {…} }`. */
const unwrapped = (value: unknown): unknown =>
  isRow(value) && !looksLikeMonitor(value) ? (Object.values(value).find(looksLikeMonitor) ?? value) : value;

/** A list or a single monitor that is known by its look. */
function findUnnamed(file: unknown): readonly unknown[] | null {
  for (const [, value] of inside(file)) {
    if (looksLikeMonitor(value)) return [value];
    const list = listOf(value)?.map(unwrapped);
    if (list?.some(looksLikeMonitor)) return list;
  }
  return null;
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
    const lines = json.split(/\r?\n/).filter((line) => line.trim() !== '');
    if (lines.length < 2 || !/^[[{]/.test(lines[1]?.trim() ?? '')) return undefined;
    try {
      return lines.map((line) => JSON.parse(line.trim().replace(/,$/, '')) as unknown);
    } catch {
      return undefined;
    }
  }
}
