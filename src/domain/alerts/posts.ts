/**
 * What a webhook is posted next: every fall and every return by itself, in the order of their monitor. Pure.
 *
 * Owns: which events follow a mark, and which of them are in which order to each other. Quiet hours, the day's share,
 * grouping and instability are for people: a program gets each event. Does not own: the body (formats/webhook.ts), when it is
 * tried again, and what is left out behind one that fails (post-schedule.ts).
 */
import { businessDay } from '../billing/days.ts';
import type { Fall, MonitorLevel } from './levels.ts';
import { monitorKey } from './levels.ts';
import { type AlertLine, isWanted, linesOf } from './lines.ts';
import { type KnownMonitor, type Mark, nothingKnown } from './memory.ts';
import { HOUR_MS } from './next-message.ts';
import { heardBy, type Situation } from './situation.ts';
import { fellLine, isCurrent } from './story.ts';

/** What is not clear is asked about again after this time. */
const DOUBT_MS = 60_000;

export interface Post {
  /** Posts of one lane keep their order. */
  readonly lane: string;
  readonly line: AlertLine;
}

export interface NextPosts {
  readonly posts: readonly Post[];
  readonly mark: Mark;
  /** When to ask again if nothing happens before; `null`: not at all. */
  readonly wakeAt: number | null;
}

/** @param now Milliseconds, UTC. */
export function nextPosts(all: Situation, now: number): NextPosts {
  const situation = heardBy(all);
  const { mark, preferences, events, isRunning } = situation;
  // Of an environment that stands still nobody knows what is now.
  if (!isRunning) return { posts: [], mark: all.mark, wakeAt: now + HOUR_MS };
  const levelOf = new Map(situation.levels.map((level) => [keyOf(level), level]));
  const fallsOf = new Map<string, Fall[]>();
  for (const fall of situation.falls) fallsOf.set(keyOf(fall), [...(fallsOf.get(keyOf(fall)) ?? []), fall]);

  const monitors: Record<string, KnownMonitor> = {};
  const posts: Post[] = [];
  const waiting: number[] = [];
  for (const key of new Set([...Object.keys(mark.memory.monitors), ...fallsOf.keys()])) {
    const known = mark.memory.monitors[key] ?? nothingKnown;
    const facts = { known, level: levelOf.get(key) ?? null, falls: fallsOf.get(key) ?? [] };
    const next = eventsOf(facts, mark.readFall, now);
    posts.push(...next.lines.map((line) => ({ lane: key, line })));
    if (next.waits !== null) waiting.push(next.waits);
    monitors[key] = { ...next.known, toldAt: next.lines.length > 0 ? now : known.toldAt };
  }
  const readFall = Math.max(mark.readFall, Math.min(situation.newestFall, ...waiting.map((seq) => seq - 1)));
  const others = linesOf(events, null, now).filter(({ what }) => what !== 'folded');
  posts.push(...others.map((line) => ({ lane: laneOf(line), line })));
  return {
    posts: posts.filter(({ line }) => isWanted(line, preferences)),
    mark: {
      memory: { monitors: stillNeeded(monitors, readFall, now), held: [] },
      readFall,
      readSeq: situation.newestEvent,
      toldAt: posts.length > 0 ? now : mark.toldAt,
    },
    wakeAt: waiting.length > 0 ? now + DOUBT_MS : null,
  };
}

const keyOf = ({ monitor, createdAt }: Fall | MonitorLevel): string => monitorKey(monitor.id, createdAt);

function laneOf(line: AlertLine): string {
  if ('window' in line) return `window:${line.window.title}:${line.window.from}`;
  return 'monitor' in line ? `expiry:${line.monitor.id}` : line.what;
}

interface Facts {
  readonly known: KnownMonitor;
  readonly level: MonitorLevel | null;
  /** In order. */
  readonly falls: readonly Fall[];
}

interface Events {
  readonly lines: readonly AlertLine[];
  readonly known: KnownMonitor;
  /** A fall that cannot be told yet; `null` for none. */
  readonly waits: number | null;
}

/** The events of one monitor after what its reader knows. */
function eventsOf({ known, level, falls }: Facts, readFall: number, now: number): Events {
  const lines: AlertLine[] = [];
  let { since, hasLeft } = known;
  let waits: number | null = null;
  let through = known.readFall;
  const end = (fall: Fall): void => {
    const ended = endLine(fall);
    if (ended !== null) lines.push(ended);
    hasLeft = ended?.what === 'left' && fall.endedBy !== 'deleted';
    since = hasLeft ? fall.since : null;
  };

  const before = falls.find((fall) => fall.since === since);
  if (since !== null && !hasLeft && before !== undefined && before.until !== null) end(before);
  for (const fall of falls) {
    const isKnown = fall.since === known.since;
    const isRead = fall.seq <= Math.max(readFall, known.readFall);
    if (fall.until === null) {
      if (since === fall.since && !hasLeft) continue;
      const isSure = level?.state === 'down' && level.since === fall.since && isCurrent(level, now);
      if (!isSure) {
        waits = fall.seq;
        continue;
      }
      lines.push(fellLine(fall, readFall));
      [since, hasLeft] = [fall.since, false];
    } else if (!isRead && !isKnown) {
      lines.push(fellLine(fall, readFall));
      end(fall);
    }
    through = Math.max(through, fall.seq);
  }
  // It left while it was down, or its fall is not kept any more, and it is up now.
  if (since !== null && level?.state === 'up' && falls.every(({ until }) => until !== null)) {
    const { monitor, createdAt, since: at, changedAt: receivedAt } = level;
    lines.push({ what: 'returned', monitor, createdAt, since, at, gap: 'paused', unseen: null, receivedAt });
    [since, hasLeft] = [null, false];
  }
  const name = falls.at(-1)?.monitor.name ?? level?.monitor.name ?? known.name;
  return { lines, waits, known: { ...known, name, since, hasLeft, readFall: through } };
}

/** How a fall ended, as an event; `null` where another one followed that nobody saw begin. */
function endLine(fall: Fall): AlertLine | null {
  const { monitor, createdAt, since, endedBy, gap, unseen, uptime } = fall;
  const at = fall.until ?? since;
  const receivedAt = fall.endedReceivedAt ?? fall.receivedAt;
  if (endedBy === 'up')
    return {
      ...{ what: 'returned', monitor, createdAt, since, at, gap, unseen, receivedAt },
      ...(uptime === undefined ? {} : { uptime }),
    };
  if (endedBy === null || endedBy === 'unseen') return null;
  return { what: 'left', monitor, createdAt, since, at, reason: endedBy, receivedAt };
}

/** What is known of monitors, without what says nothing any more. */
function stillNeeded(
  monitors: Readonly<Record<string, KnownMonitor>>,
  readFall: number,
  now: number,
): Record<string, KnownMonitor> {
  const today = businessDay(now);
  return Object.fromEntries(
    Object.entries(monitors).flatMap(([key, known]) => {
      const kept = known.readFall <= readFall ? { ...known, readFall: 0 } : known;
      const isOver = kept.since === null && kept.readFall === 0 && businessDay(kept.toldAt) !== today;
      return isOver ? [] : [[key, kept]];
    }),
  );
}
