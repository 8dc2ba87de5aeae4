/**
 * Where each monitor stands on the page. Pure.
 *
 * What asks for attention comes first, then the groups. The places are kept while the page is looked at: a row changes
 * where it is, so that nothing moves under the reader.
 */
import { hasWords } from '#account/has-words.ts';
import { monitorKey } from '#domain/alerts/levels.ts';
import type { Now, NowMonitor } from '#domain/api-schemas/now.ts';
import { type Standing, standingOf, standings } from '#domain/now/standing.ts';

/** Above this number there is a field to search, and groups are folded. */
export const UNFOLDED_MAX = 15;

/** Keys of monitors in their places. */
export interface Arrangement {
  readonly first: readonly string[];
  /** `''`: without a group, before the others. */
  readonly groups: readonly { readonly name: string; readonly keys: readonly string[] }[];
}

export const keyOf = ({ id, createdAt }: NowMonitor): string => monitorKey(id, createdAt);

const calm: ReadonlySet<string> = new Set(['up', 'paused', 'waiting', 'unknown']);
const byName = (a: string, b: string): number => a.localeCompare(b, 'pt-BR', { numeric: true });

/** 1 for what nobody has to look after: somebody does, or nobody wants to be told of it. */
const isTaken = ({
  monitor,
  standing,
}: {
  readonly monitor: NowMonitor;
  readonly standing: Standing;
}): 0 | 1 => (monitor.seen === null && standing.isTold ? 0 : 1);

/** @param at The moment at which it is read. */
export function arrange({ monitors, isCurrent }: Now, at: number): Arrangement {
  const rows = monitors
    .map((monitor) => ({ monitor, standing: standingOf(monitor, isCurrent, at) }))
    .toSorted((a, b) => byName(a.monitor.name, b.monitor.name));
  const isFirst = ({ standing }: (typeof rows)[number]) =>
    !calm.has(standing.kind) || standing.wasDownSince !== null;
  const first = rows
    .filter(isFirst)
    .toSorted(
      (a, b) =>
        standings.indexOf(a.standing.kind) - standings.indexOf(b.standing.kind) || isTaken(a) - isTaken(b),
    );
  const groups = new Map<string, string[]>();
  for (const { monitor } of rows.filter((row) => !isFirst(row))) {
    const name = monitor.group ?? '';
    groups.set(name, [...(groups.get(name) ?? []), keyOf(monitor)]);
  }
  return {
    first: first.map(({ monitor }) => keyOf(monitor)),
    groups: [...groups].map(([name, keys]) => ({ name, keys })).toSorted((a, b) => byName(a.name, b.name)),
  };
}

/** The places with those that have come since: last, where they move nothing. */
export function withNew(arrangement: Arrangement, { monitors }: Now): Arrangement {
  const known = new Set([arrangement.first, ...arrangement.groups.map(({ keys }) => keys)].flat());
  const fresh = monitors.map(keyOf).filter((key) => !known.has(key));
  if (fresh.length === 0) return arrangement;
  const last = arrangement.groups.at(-1);
  return {
    ...arrangement,
    groups:
      last === undefined
        ? [{ name: '', keys: fresh }]
        : [...arrangement.groups.slice(0, -1), { name: last.name, keys: [...last.keys, ...fresh] }],
  };
}

/** Monitors with all the words in name, address or group. */
export const matching = (monitors: readonly NowMonitor[], sought: string): readonly NowMonitor[] =>
  monitors.filter(({ name, address, group }) => hasWords(`${name} ${address ?? ''} ${group ?? ''}`, sought));
