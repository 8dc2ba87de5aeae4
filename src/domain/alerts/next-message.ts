/**
 * Decides the next message to one recipient of alerts: from what happened since the last one, what the recipient
 * remembers, and what the recipient wants. Pure.
 *
 * Owns: grouping, falls with their returns, instability, reminders, quiet hours and the day's share. Does not own: the
 * words (words.ts), and how a message is sent.
 */
import type { AlertEvent, AlertMonitor, MaintenanceWindow } from './events.ts';
import { type AlertKind, type AlertPreferences, quietUntil } from './preferences.ts';
import { nextShareAt } from './shares.ts';

/** From the first event until its message: what falls together is told together. */
export const GATHER_MS = 3_000;
/** What happens within this time of a message is one message. */
export const GROUP_MS = 20_000;
/** But nothing new waits longer than this: a fall is told within fifteen seconds. */
export const WAIT_MAX_MS = 13_000;
/** A monitor with more changes in an hour is unstable. */
const CHANGES_MAX = 6;
export const HOUR_MS = 3_600_000;
/** An older event is told with the day and a word about the delay. */
export const LATE_MS = 10 * 60_000;

/** What a recipient knows. Keys are monitor ids; times are milliseconds, UTC. */
export interface AlertMemory {
  /** Monitors that are down. `toldAt`: the last message about it. */
  readonly down: Readonly<Record<string, { name: string; since: number; toldAt: number }>>;
  /** Monitors that change too often. */
  readonly unstable: Readonly<Record<string, { name: string; toldAt: number }>>;
  /** `seq` of events that wait for the end of quiet hours although later ones were told. */
  readonly held: readonly number[];
}

export const emptyMemory: AlertMemory = { down: {}, unstable: {}, held: [] };

/** One thing that a message tells. */
export type AlertLine =
  | {
      readonly what: 'fell';
      readonly monitor: AlertMonitor;
      readonly at: number;
      readonly message: string;
      readonly isFirst: boolean;
    }
  | {
      readonly what: 'returned';
      readonly monitor: AlertMonitor;
      readonly since: number;
      readonly at: number;
    }
  | {
      /** Fell and returned, before anything was told. */
      readonly what: 'brief';
      readonly monitor: AlertMonitor;
      readonly from: number;
      readonly at: number;
      readonly times: number;
      readonly message: string;
    }
  | {
      readonly what: 'unstable' | 'still-unstable' | 'stable';
      readonly monitor: AlertMonitor;
      readonly at: number;
      readonly changes: number;
      readonly isDown: boolean;
    }
  | {
      readonly what: 'still-down';
      readonly monitor: AlertMonitor;
      readonly since: number;
      readonly at: number;
    }
  | {
      readonly what: 'first';
      readonly monitor: AlertMonitor;
      readonly at: number;
      readonly ping: number | null;
    }
  | {
      readonly what: 'maintenance-soon' | 'maintenance' | 'maintenance-over';
      readonly window: MaintenanceWindow;
      readonly at: number;
    }
  | {
      readonly what: 'certificate' | 'domain';
      readonly monitor: AlertMonitor;
      readonly at: number;
      readonly message: string;
    }
  | { readonly what: 'test'; readonly at: number };

export interface AlertMessage {
  readonly lines: readonly AlertLine[];
  /** What is said about the day's share of messages. */
  readonly share: 'near' | 'used' | null;
}

export interface Situation {
  readonly preferences: AlertPreferences;
  readonly memory: AlertMemory;
  /** When the last message was made; `null` before the first. */
  readonly toldAt: number | null;
  /** Events after the last one that was read, and the held ones; the oldest first. */
  readonly events: readonly AlertEvent[];
  /** Highest `seq` that was read before. */
  readonly readSeq: number;
  /** Falls and returns of a monitor within the last hour. */
  readonly changesOf: (monitor: number) => number;
  /** The monitor that the customer asked for first; its first result is told. */
  readonly firstMonitor: number | null;
  /** Messages of the environment today. */
  readonly share: { readonly sent: number; readonly limit: number; readonly warning: number };
}

export interface NextStep {
  /** `null`: nothing is told now. */
  readonly message: AlertMessage | null;
  readonly memory: AlertMemory;
  readonly readSeq: number;
  /** When to ask again if nothing happens before; `null`: not at all. */
  readonly wakeAt: number | null;
}

/** @param now Milliseconds, UTC. */
export function nextStep(situation: Situation, now: number): NextStep {
  const { events, memory, preferences, toldAt } = situation;
  const fresh = events.filter(({ seq }) => seq > situation.readSeq);
  const wait = (until: number): NextStep => ({
    message: null,
    memory,
    readSeq: situation.readSeq,
    wakeAt: until,
  });

  const quietEnd = quietUntil(preferences.quiet, now);
  const isQuiet = quietEnd !== null;
  const firstAt = Math.min(...fresh.map(({ receivedAt }) => receivedAt));
  const groupedAt = (toldAt ?? -GROUP_MS) + GROUP_MS;
  const readyAt =
    fresh.length === 0
      ? groupedAt
      : Math.min(Math.max(firstAt + GATHER_MS, groupedAt), firstAt + WAIT_MAX_MS);
  const isSomethingNew = fresh.length > 0 || (events.length > 0 && !isQuiet);
  if (isSomethingNew && now < readyAt) return wait(readyAt);

  const areFallsTold = !isQuiet || preferences.quiet?.mode === 'so-quedas';
  const urgent = areFallsTold ? newlyDown(situation) : new Set();
  const isToldNow = (event: AlertEvent): boolean =>
    !isQuiet || event.kind === 'test' || (isChange(event) && urgent.has(event.monitor?.id));
  const told = settle(situation, events.filter(isToldNow), now);
  const reminded = areFallsTold ? remind(told.memory, preferences, now) : { ...told, lines: [] };
  const watched = isQuiet ? { ...reminded, lines: [] } : lookAtUnstable(reminded.memory, situation, now);
  const held = events.filter((event) => !isToldNow(event)).map(({ seq }) => seq);
  const after: AlertMemory = { ...watched.memory, held };
  const readSeq = Math.max(situation.readSeq, ...fresh.map(({ seq }) => seq));
  const wakeAt = nextWake(after, preferences, quietEnd);
  const lines = [...told.lines, ...reminded.lines, ...watched.lines].filter((line) =>
    isWanted(line, preferences),
  );
  if (lines.length === 0) return { message: null, memory: after, readSeq, wakeAt };
  const { sent, limit, warning } = situation.share;
  if (sent >= limit) return wait(nextShareAt(now));
  const share = sent + 1 === limit ? 'used' : sent + 1 === warning ? 'near' : null;
  return { message: { lines, share }, memory: after, readSeq, wakeAt };
}

interface Told {
  readonly lines: readonly AlertLine[];
  readonly memory: AlertMemory;
}

const isChange = ({ kind }: AlertEvent): boolean => kind === 'down' || kind === 'up' || kind === 'stopped';

/** When something is due although nothing happens. */
function nextWake(
  { down, unstable, held }: AlertMemory,
  preferences: AlertPreferences,
  quietEnd: number | null,
): number | null {
  const isHoldingAll = preferences.quiet?.mode === 'resumir';
  const moments = [
    ...(held.length > 0 && quietEnd !== null ? [quietEnd] : []),
    ...Object.entries(down).flatMap(([id, known]) => {
      const due = Object.hasOwn(unstable, id) ? null : nextReminder(known, preferences);
      return due === null ? [] : [Math.max(due, isHoldingAll ? (quietEnd ?? 0) : 0)];
    }),
    ...Object.values(unstable).map((known) => Math.max(known.toldAt + HOUR_MS, quietEnd ?? 0)),
  ];
  return moments.length === 0 ? null : Math.min(...moments);
}

const nextReminder = (
  known: { readonly toldAt: number },
  { reminderHours, kinds }: AlertPreferences,
): number | null =>
  reminderHours === 0 || !kinds.includes('queda') ? null : known.toldAt + reminderHours * HOUR_MS;

/** Monitors that are down after these events and were not before. */
function newlyDown({ events, memory }: Situation): ReadonlySet<unknown> {
  const last = new Map<number, AlertEvent>();
  for (const event of events)
    if (event.monitor !== null && isChange(event)) last.set(event.monitor.id, event);
  const fell = [...last].filter(([id, { kind }]) => kind === 'down' && !Object.hasOwn(memory.down, id));
  return new Set(fell.map(([id]) => id));
}

/** What these events mean: lines, and the memory after them. */
function settle(situation: Situation, events: readonly AlertEvent[], now: number): Told {
  const byMonitor = new Map<number, AlertEvent[]>();
  for (const event of events) {
    if (event.monitor === null || !isChange(event)) continue;
    const { id } = event.monitor;
    byMonitor.set(id, [...(byMonitor.get(id) ?? []), event]);
  }
  const lines: AlertLine[] = [];
  let { memory } = situation;
  for (const [id, changes] of byMonitor) {
    const told = settleMonitor(memory, id, changes, now);
    const isUnstable = Object.hasOwn(memory.unstable, id);
    const changed = situation.changesOf(id);
    ({ memory } = told);
    const monitor = changes.at(-1)?.monitor;
    if (isUnstable) continue;
    if (changed > CHANGES_MAX && monitor != null) {
      const { name } = monitor;
      memory = { ...memory, unstable: { ...memory.unstable, [id]: { name, toldAt: now } } };
      const isDown = Object.hasOwn(memory.down, id);
      lines.push({ what: 'unstable', monitor, at: now, changes: changed, isDown });
    } else lines.push(...told.lines);
  }
  for (const event of events) {
    const line = isChange(event) ? null : lineOf(event, situation.firstMonitor);
    if (line !== null) lines.push(line);
  }
  return { lines, memory };
}

function settleMonitor(memory: AlertMemory, id: number, changes: readonly AlertEvent[], now: number): Told {
  const { [id]: known, ...others } = memory.down;
  const lines: AlertLine[] = [];
  const brief: { from: AlertEvent; at: number }[] = [];
  let since = known?.since ?? null;
  let fall: AlertEvent | null = null;
  for (const event of changes) {
    const { kind, monitor, at } = event;
    if (monitor === null) continue;
    if (kind === 'down') {
      if (since === null) fall = event;
      since ??= at;
      continue;
    }
    if (kind === 'up' && since !== null) {
      if (fall === null) lines.push({ what: 'returned', monitor, since, at });
      else brief.push({ from: fall, at });
    }
    since = null;
    fall = null;
  }
  const [firstBrief] = brief;
  if (firstBrief?.from.monitor != null)
    lines.push({
      what: 'brief',
      monitor: firstBrief.from.monitor,
      from: firstBrief.from.at,
      at: brief.at(-1)?.at ?? firstBrief.at,
      times: brief.length,
      message: firstBrief.from.message,
    });
  if (fall?.monitor != null) {
    const { monitor, at, message, isFirst = false } = fall;
    lines.push({ what: 'fell', monitor, at, message, isFirst });
  }
  if (since === null) return { lines, memory: { ...memory, down: others } };
  const name = fall?.monitor?.name ?? known?.name ?? '';
  const toldAt = known !== undefined && fall === null ? known.toldAt : now;
  return { lines, memory: { ...memory, down: { ...others, [id]: { name, since, toldAt } } } };
}

function lineOf(event: AlertEvent, firstMonitor: number | null): AlertLine | null {
  const { kind, monitor, window, at, message } = event;
  switch (kind) {
    case 'test':
      return { what: 'test', at };
    case 'first':
      if (monitor === null || monitor.id !== firstMonitor) return null;
      return { what: 'first', monitor, at, ping: event.ping ?? null };
    case 'certificate':
    case 'domain':
      return monitor === null ? null : { what: kind, monitor, at, message };
    case 'maintenance-soon':
    case 'maintenance':
    case 'maintenance-over':
      return window === undefined ? null : { what: kind, window, at };
    case 'down':
    case 'up':
    case 'stopped':
      return null;
  }
}

/** Reminders of what is still down. */
function remind(memory: AlertMemory, preferences: AlertPreferences, now: number): Told {
  const lines: AlertLine[] = [];
  const down = { ...memory.down };
  for (const [id, known] of Object.entries(down)) {
    const due = nextReminder(known, preferences);
    if (due === null || due > now || Object.hasOwn(memory.unstable, id)) continue;
    down[id] = { ...known, toldAt: now };
    lines.push({
      what: 'still-down',
      monitor: { id: Number(id), name: known.name },
      since: known.since,
      at: now,
    });
  }
  return { lines, memory: { ...memory, down } };
}

/** The hourly word about unstable monitors, until they are stable again. */
function lookAtUnstable(memory: AlertMemory, { changesOf }: Situation, now: number): Told {
  const lines: AlertLine[] = [];
  const unstable: Record<string, { name: string; toldAt: number }> = {};
  for (const [id, known] of Object.entries(memory.unstable)) {
    if (known.toldAt + HOUR_MS > now) {
      unstable[id] = known;
      continue;
    }
    const changes = changesOf(Number(id));
    const isOver = changes <= CHANGES_MAX;
    if (!isOver) unstable[id] = { ...known, toldAt: now };
    lines.push({
      what: isOver ? 'stable' : 'still-unstable',
      monitor: { id: Number(id), name: known.name },
      at: now,
      changes,
      isDown: Object.hasOwn(memory.down, id),
    });
  }
  return { lines, memory: { ...memory, unstable } };
}

const kindOf: Readonly<Record<AlertLine['what'], AlertKind | null>> = {
  fell: 'queda',
  brief: 'queda',
  'still-down': 'queda',
  unstable: 'queda',
  'still-unstable': 'queda',
  stable: 'queda',
  returned: 'retorno',
  'maintenance-soon': 'manutencao',
  maintenance: 'manutencao',
  'maintenance-over': 'manutencao',
  certificate: 'vencimento',
  domain: 'vencimento',
  first: null,
  test: null,
};

function isWanted({ what }: AlertLine, { kinds }: AlertPreferences): boolean {
  const kind = kindOf[what];
  return kind === null || kinds.includes(kind);
}
