/**
 * Decides the next message to one recipient of alerts: from what happened since the last one, what the recipient
 * remembers, and what the recipient wants. Pure.
 *
 * Owns: grouping, falls with their returns, instability, reminders, quiet hours and the day's share. Does not own: the
 * words (words.ts), and how a message is sent.
 */
import type { AlertEvent, ChangeKind } from './events.ts';
import { type AlertLine, type AlertMessage, isWanted, lineOf } from './lines.ts';
import { type AlertPreferences, quietUntil } from './preferences.ts';
import { nextShareAt } from './shares.ts';

/** From the first event until its message: what falls together is told together. */
export const GATHER_MS = 3_000;
/** What happens within this time of a message is one message. */
export const GROUP_MS = 20_000;
/** But nothing new waits longer than this: a fall is told within fifteen seconds. */
export const WAIT_MAX_MS = 13_000;
/** A monitor with more changes in an hour is unstable. */
export const CHANGES_MAX = 6;
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

export interface Situation {
  readonly preferences: AlertPreferences;
  readonly memory: AlertMemory;
  /** When the last message was made; `null` before the first. */
  readonly toldAt: number | null;
  /** Events after the last one that was read, and the held ones; the oldest first. */
  readonly events: readonly AlertEvent[];
  /** Highest `seq` that was read before. */
  readonly readSeq: number;
  /** Falls and returns of a monitor within the last hour, as far as they are kept. */
  readonly changesOf: (monitor: number) => Changes;
  /**
   * The newest change of a monitor that was accepted, also one that this recipient was not told yet; `null` where none is
   * kept. What is said of now is said of this, never of the memory.
   */
  readonly newestOf: (monitor: number) => ChangeKind | null;
  /** False while the environment stands still: nothing is known of its monitors then. */
  readonly isRunning: boolean;
  /** The monitor that the customer asked for first; its first result is told. */
  readonly firstMonitor: number | null;
  /** Messages of the environment today. */
  readonly share: { readonly sent: number; readonly limit: number; readonly warning: number };
}

/** `isAtLeast`: there were more than are kept. */
export interface Changes {
  readonly count: number;
  readonly isAtLeast: boolean;
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

  if (!situation.isRunning)
    return { ...wait(now + HOUR_MS), wakeAt: isIdle(situation) ? null : now + HOUR_MS };

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

  const areFallsTold =
    preferences.kinds.includes('fall') && (!isQuiet || preferences.quiet?.mode === 'falls-only');
  const urgent = areFallsTold ? newlyDown(situation) : new Set();
  const isToldNow = (event: AlertEvent): boolean =>
    !isQuiet || event.kind === 'test' || (isChange(event) && urgent.has(event.monitor?.id));
  const told = settle(situation, events.filter(isToldNow), now);
  const reminded = areFallsTold ? remind(told.memory, situation, now) : { ...told, lines: [] };
  const watched = isQuiet ? { ...reminded, lines: [] } : lookAtUnstable(reminded.memory, situation, now);
  const held = events.filter((event) => !isToldNow(event)).map(({ seq }) => seq);
  const after: AlertMemory = { ...watched.memory, held };
  const readSeq = Math.max(situation.readSeq, ...fresh.map(({ seq }) => seq));
  const wakeAt = nextWake(after, situation, quietEnd);
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

/** True when nothing happened, and nothing is remembered that may have to be repeated. */
const isIdle = ({ events, memory }: Situation): boolean =>
  events.length === 0 && Object.keys({ ...memory.down, ...memory.unstable }).length === 0;

/** Whether a monitor is down as far as the accepted changes say; where none is kept, as the recipient knows it. */
const isDownNow = ({ newestOf }: Situation, { down }: AlertMemory, id: string): boolean =>
  (newestOf(Number(id)) ?? (Object.hasOwn(down, id) ? 'down' : 'up')) === 'down';

/** When something is due although nothing happens. */
function nextWake(memory: AlertMemory, situation: Situation, quietEnd: number | null): number | null {
  const { down, unstable, held } = memory;
  const { preferences } = situation;
  const isHoldingAll = preferences.quiet?.mode === 'hold-all';
  const moments = [
    ...(held.length > 0 && quietEnd !== null ? [quietEnd] : []),
    ...Object.entries(down).flatMap(([id, known]) => {
      const isReminded = !Object.hasOwn(unstable, id) && isDownNow(situation, memory, id);
      const due = isReminded ? nextReminder(known, preferences) : null;
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
  reminderHours === 0 || !kinds.includes('fall') ? null : known.toldAt + reminderHours * HOUR_MS;

/** Monitors that are down after these events, in a fall that was not told: also one that returned in between. */
function newlyDown({ events, memory }: Situation): ReadonlySet<unknown> {
  const told = new Set(Object.keys(memory.down).map(Number));
  const fell = new Set<number>();
  for (const { monitor, kind } of events.filter(isChange)) {
    if (monitor === null) continue;
    if (kind !== 'down') {
      told.delete(monitor.id);
      fell.delete(monitor.id);
    } else if (!told.has(monitor.id)) fell.add(monitor.id);
  }
  return fell;
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
    const { kind, monitor } = changes.at(-1) ?? { kind: 'stopped', monitor: null };
    if (isUnstable) continue;
    // What stopped is neither up nor down.
    if (changed.count > CHANGES_MAX && kind !== 'stopped' && monitor !== null) {
      const { name } = monitor;
      memory = { ...memory, unstable: { ...memory.unstable, [id]: { name, toldAt: now } } };
      lines.push({
        what: 'unstable',
        monitor,
        at: now,
        changes: changed.count,
        isAtLeast: changed.isAtLeast,
        isDown: isDownNow(situation, memory, `${id}`),
      });
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

/** Reminders of what is still down; a return that waits for the end of quiet hours ends them too. */
function remind(memory: AlertMemory, situation: Situation, now: number): Told {
  const lines: AlertLine[] = [];
  const down = { ...memory.down };
  for (const [id, known] of Object.entries(down)) {
    const due = nextReminder(known, situation.preferences);
    if (due === null || due > now || Object.hasOwn(memory.unstable, id)) continue;
    if (!isDownNow(situation, memory, id)) continue;
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

/** The hourly word about unstable monitors, until they are stable again; of one that stopped nothing is known, or said. */
function lookAtUnstable(memory: AlertMemory, situation: Situation, now: number): Told {
  const lines: AlertLine[] = [];
  const unstable: Record<string, { name: string; toldAt: number }> = {};
  for (const [id, known] of Object.entries(memory.unstable)) {
    if (known.toldAt + HOUR_MS > now) {
      unstable[id] = known;
      continue;
    }
    if (situation.newestOf(Number(id)) === 'stopped') continue;
    const { count: changes, isAtLeast } = situation.changesOf(Number(id));
    const isOver = changes <= CHANGES_MAX;
    if (!isOver) unstable[id] = { ...known, toldAt: now };
    lines.push({
      what: isOver ? 'stable' : 'still-unstable',
      monitor: { id: Number(id), name: known.name },
      at: now,
      changes,
      isAtLeast,
      isDown: isDownNow(situation, memory, id),
    });
  }
  return { lines, memory: { ...memory, unstable } };
}
