/**
 * What the next message to a recipient is decided from, and which of it the recipient hears of. Pure.
 *
 * Owns: the choice of monitors, and falls that somebody looks after. Does not own: what is told (next-message.ts).
 */
import type { AlertEvent } from './events.ts';
import { type Fall, type MonitorLevel, monitorKey } from './levels.ts';
import type { Mark } from './memory.ts';
import type { NetworkTrouble } from './our-network.ts';
import { type AlertPreferences, hearsOf } from './preferences.ts';
import { type Changes, unheard } from './story.ts';

export interface Situation {
  /** As they count on the plan. */
  readonly preferences: AlertPreferences;
  /** Who reads it, as `FallSeen` has it (levels.ts). */
  readonly reader: string;
  readonly mark: Mark;
  /** Of monitors that are down, and of those that the recipient remembers or chose. */
  readonly levels: readonly MonitorLevel[];
  /** Falls after the mark, those that last, and those that the recipient knows; in order. */
  readonly falls: readonly Fall[];
  /** Events after the mark, and the held ones; the oldest first. */
  readonly events: readonly AlertEvent[];
  /** How often a monitor changed within the last hour. */
  readonly changesOf: (key: string) => Changes;
  /** False while the environment stands still: nothing is known of its monitors then. */
  readonly isRunning: boolean;
  /** The trouble of the network that the environment is in; `null` for none. */
  readonly ourNetwork: NetworkTrouble | null;
  /** The monitor that the customer asked for first; its first result is told. */
  readonly firstMonitor: number | null;
  /** Messages of the environment today. */
  readonly share: { readonly sent: number; readonly limit: number; readonly warning: number };
  /** True when an earlier try of this message did not reach its provider. */
  readonly wasTried: boolean;
}

/** A situation with nothing but what its reader hears of. */
export interface Heard extends Situation {
  /** The newest fall and the newest event of all. */
  readonly newestFall: number;
  readonly newestEvent: number;
}

/** Leaves out the monitors that a recipient did not choose: what it knew of them is forgotten, their falls count as read. */
export function heardBy(situation: Situation): Heard {
  const { preferences, mark, levels, falls, events } = situation;
  const newestFall = Math.max(mark.readFall, ...falls.map(({ seq }) => seq));
  const newestEvent = Math.max(mark.readSeq, ...events.map(({ seq }) => seq));
  if (preferences.monitors === null) return { ...situation, newestFall, newestEvent };
  const keyOf = ({ monitor, createdAt }: Fall | MonitorLevel) => monitorKey(monitor.id, createdAt);
  const isHeard = (each: Fall | MonitorLevel) => hearsOf(preferences, keyOf(each));
  const unwanted = falls.filter((fall) => !isHeard(fall) && fall.seq > mark.readFall);
  const known = Object.entries(mark.memory.monitors).filter(([key]) => hearsOf(preferences, key));
  const monitors = Object.fromEntries([
    ...known,
    ...unwanted.map((fall) => [keyOf(fall), unheard(fall.monitor.name, fall.seq)] as const),
  ]);
  const heard = levels.filter(isHeard);
  const names = new Set(heard.map(({ monitor }) => monitor.name));
  return {
    ...situation,
    mark: { ...mark, memory: { ...mark.memory, monitors } },
    levels: heard,
    falls: falls.filter(isHeard),
    events: events.filter((event) => isEventHeard(event, preferences, names)),
    newestFall,
    newestEvent,
  };
}

/** Events name their monitors by number or name only. A window that names some of its monitors may be about any. */
function isEventHeard(
  { kind, monitor, window }: AlertEvent,
  { monitors }: AlertPreferences,
  names: ReadonlySet<string>,
): boolean {
  if (kind === 'test') return true;
  if (monitor !== null) return monitors?.some((key) => key.startsWith(`${monitor.id}:`)) !== false;
  if (window === undefined || window.count === 0 || window.count > window.monitors.length) return true;
  return window.monitors.some((name) => names.has(name));
}

/** Levels without those of falls that somebody looks after: nobody is reminded of these. */
export function unseenLevels({ levels, falls }: Situation): readonly MonitorLevel[] {
  const seen = new Set(
    falls.flatMap(({ monitor, createdAt, until, seen: by }) =>
      until === null && by !== null ? [monitorKey(monitor.id, createdAt)] : [],
    ),
  );
  return levels.filter(({ monitor, createdAt }) => !seen.has(monitorKey(monitor.id, createdAt)));
}
