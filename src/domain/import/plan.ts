/**
 * What becomes of each item in an environment: the preview shows it, and the server applies it to whatever a browser sent.
 *
 * Pure. Nothing here depends on the order of calls: an item that is already there stays as it is.
 */
import { leastInterval, type MonitorLimits } from '../limits/monitors.ts';
import { writeInterval } from '../limits/words.ts';
import { message } from '../messages/import.ts';
import { checkMonitor } from './check-monitor.ts';
import {
  type FoundItem,
  type ImportedItem,
  type ImportedMonitor,
  type ImportResult,
  type ItemKind,
  MONITORS_MAX,
  nameOf,
} from './items.ts';

/** An environment before the import. */
export interface Capacity {
  readonly limits: MonitorLimits;
  /** Running monitors, which the plan limits; groups are left out. */
  readonly running: number;
  /** All monitors; groups are left out. */
  readonly total: number;
  /** Items that came from this source before. */
  readonly present: readonly { readonly kind: ItemKind; readonly id: string }[];
}

export interface PlannedItem {
  /** As it is sent. */
  readonly item: ImportedItem;
  readonly name: string;
  /** What is going to become of it. `paused`: made, but paused, because the plan has no capacity for it. */
  readonly result: Exclude<ImportResult, 'pending'>;
  /** Set for `refused`. */
  readonly reason: string | null;
  readonly notes: readonly string[];
  /** True when the plan's interval replaced a shorter one. */
  readonly isRaised: boolean;
  /** True for a monitor that is made paused because it was paused where it comes from. */
  readonly isPausedThere: boolean;
}

/** True for an item that is sent. */
export const isMade = ({ result }: Pick<PlannedItem, 'result'>): boolean =>
  result === 'made' || result === 'paused';

/** Decides about every item, in order. */
export function planImport(found: readonly FoundItem[], capacity: Capacity): readonly PlannedItem[] {
  const present = new Set(capacity.present.map(keyOf));
  const done = new Map<string, ImportResult>();
  let { running, total } = capacity;
  return found.map(({ item, notes }) => {
    const decided = decide(item);
    // The check says again what the reader's said; what is there or does not come needs no notes.
    const said = isMade(decided) ? [...new Set([...notes, ...decided.notes])] : [];
    const planned = { ...decided, name: nameOf(decided.item), notes: said };
    done.set(keyOf(item), planned.result);
    return planned;
  });

  function decide(item: ImportedItem): Omit<PlannedItem, 'name'> {
    const settled = { item, reason: null, notes: [], isRaised: false, isPausedThere: false };
    if (present.has(keyOf(item))) return { ...settled, result: 'present' };
    if (done.has(keyOf(item))) return { ...settled, result: 'refused', reason: message('import.repeated') };
    if (item.kind === 'channel') return { ...settled, ...decideChannel(item.config) };
    const checked = checkMonitor(item.monitor);
    if (!checked.ok) return { ...settled, result: 'refused', reason: checked.reason };
    const isPausedThere = !item.active;
    const there = isPausedThere ? [message('import.paused-there')] : [];
    if (checked.monitor['type'] === 'group') {
      const grouped = withGroup({ ...item, monitor: checked.monitor });
      return { ...settled, ...grouped, notes: [...checked.notes, ...grouped.notes, ...there], isPausedThere };
    }
    if (total >= MONITORS_MAX)
      return {
        ...settled,
        result: 'refused',
        reason: message('import.environment-full', { max: MONITORS_MAX }),
      };
    total += 1;
    const doubt = item.active && checked.isDoubtful ? [message('import.expression')] : [];
    const wantsToRun = item.active && !checked.isDoubtful;
    const isOver = wantsToRun && running >= capacity.limits.monitors;
    const active = wantsToRun && !isOver;
    if (active) running += 1;
    const fitted = raiseInterval({ ...item, monitor: checked.monitor, active }, capacity.limits);
    const grouped = withGroup(fitted.item);
    return {
      ...settled,
      item: grouped.item,
      result: isOver ? 'paused' : 'made',
      notes: [
        ...checked.notes,
        ...fitted.notes,
        ...grouped.notes,
        ...there,
        ...doubt,
        ...(isOver ? [message('import.over-plan')] : []),
      ],
      isRaised: fitted.notes.length > 0,
      isPausedThere,
    };
  }

  /** A group that is refused takes no monitor with it. A group that is not in this list came before. */
  function withGroup(item: ImportedMonitor) {
    const isLeft =
      item.parent !== null && done.get(keyOf({ kind: 'monitor', id: item.parent })) === 'refused';
    return {
      item: isLeft ? { ...item, parent: null } : item,
      result: 'made' as const,
      notes: isLeft ? [message('import.parent-left')] : [],
    };
  }
}

const keyOf = ({ kind, id }: { readonly kind: ItemKind; readonly id: string }): string => `${kind} ${id}`;

/** Providers that Uptime Kuma 2.x no longer has. */
const goneProviders: ReadonlySet<string> = new Set(['linenotify', 'LineNotify']);

function decideChannel(config: Readonly<Record<string, unknown>>) {
  const { type } = config;
  if (typeof type !== 'string' || type === '')
    return { result: 'refused' as const, reason: message('import.channel-invalid') };
  if (goneProviders.has(type))
    return { result: 'refused' as const, reason: message('import.channel-gone', { type }) };
  return { result: 'made' as const };
}

/** Raises an interval to the plan's. */
function raiseInterval(item: ImportedMonitor, limits: MonitorLimits) {
  const interval = Number(item.monitor['interval']);
  const least = leastInterval({ type: String(item.monitor['type']) }, limits);
  if (interval >= least) return { item, notes: [] };
  const words = { from: writeInterval(interval), to: writeInterval(least) };
  return {
    item: { ...item, monitor: { ...item.monitor, interval: least } },
    notes: [message('import.interval-raised', words)],
  };
}
