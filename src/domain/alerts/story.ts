/**
 * What is to be told of one monitor to one recipient: the falls that it was not told, set against what it knows. Pure.
 *
 * Owns: a fall with its return, one that left, brief falls, instability, and when what is true now may be said in the
 * present. Does not own: whether it is told now (next-message.ts).
 */
import type { Fall, MonitorLevel } from './levels.ts';
import type { AlertLine } from './lines.ts';
import { type KnownMonitor, nothingKnown } from './memory.ts';
import type { AlertPreferences } from './preferences.ts';

/** A monitor with more changes in an hour is unstable. */
export const CHANGES_MAX = 6;
/** An unstable monitor that is down for so long, by two checks or more, is told all the same. */
const LONG_MS = 3 * 60_000;
/** In the present is said what a check says that is younger than its interval and this. */
const CURRENT_MS = 2 * 60_000;
const HOUR_MS = 3_600_000;
/** What is not clear is asked about again after this time. */
const DOUBT_MS = 60_000;

/** How often a monitor fell and returned within the last hour, by the times of its checks. */
export interface Changes {
  readonly count: number;
  /** True when there were more than are kept. */
  readonly isAtLeast: boolean;
  /** When there will be no more than `CHANGES_MAX` in the hour before, if nothing happens. */
  readonly calmAt: number | null;
}

export const noChanges: Changes = { count: 0, isAtLeast: false, calmAt: null };

export interface MonitorFacts {
  readonly key: string;
  readonly known: KnownMonitor | null;
  readonly level: MonitorLevel | null;
  /** In order. */
  readonly falls: readonly Fall[];
  /** Who reads it, as `FallSeen` has it. */
  readonly reader: string;
  /** Falls up to this number were told. */
  readonly readFall: number;
  readonly changes: Changes;
}

export interface Story {
  readonly key: string;
  readonly known: KnownMonitor | null;
  readonly lines: readonly AlertLine[];
  /** True when it tells a fall that goes on. */
  readonly isUrgent: boolean;
  /** When the first of what is told was accepted. */
  readonly receivedAt: number;
  /** Falls that are not told while the story waits. */
  readonly unread: readonly number[];
  /** Those of them that wait although the story is told. */
  readonly left: readonly number[];
  /** What the recipient knows after it; when it was told is not in there. */
  readonly next: KnownMonitor;
  /** When something of it may be clear that is not now; `null` when all is. */
  readonly askAt: number | null;
}

/** True when a fall may be told in the present: by a check that is young enough, and no doubt. */
export const isCurrent = (level: MonitorLevel | null, now: number): boolean =>
  level !== null &&
  level.doubt === null &&
  level.checkedAt !== null &&
  level.checkedAt >= now - level.interval * 1000 - CURRENT_MS;

const isDownSince = (level: MonitorLevel | null, since: number): boolean =>
  level?.state === 'down' && level.since === since;

/** What a recipient knows of a monitor that it does not hear of: falls up to this one are nothing to it, also later on. */
export const unheard = (name: string, readFall: number): KnownMonitor => ({
  ...nothingKnown,
  name,
  readFall,
});

/** @returns `null` when nothing is to be told, now or later. */
export function storyOf(facts: MonitorFacts, now: number): Story | null {
  const { key, known, level, falls, changes } = facts;
  const newest = falls.at(-1) ?? level;
  if (newest === undefined || newest === null) return null;
  const before = known ?? nothingKnown;
  const toldThrough = Math.max(facts.readFall, before.readFall);
  const unread = falls.filter(({ seq, since }) => seq > toldThrough && since !== before.since);
  const past = readPast(facts, unread);
  const open = falls.find(({ until }) => until === null) ?? null;
  const { isPerhaps = false, ...sure } = before;
  const untold = open !== null && (open.since !== past.since || past.hasLeft || isPerhaps) ? open : null;
  const mayTell = open !== null && isDownSince(level, open.since) && isCurrent(level, now);

  const isUnstable = before.unstableAt !== null;
  const isStable = isUnstable && changes.count <= CHANGES_MAX;
  const isNew = past.lines.length + past.brief.length > 0 || untold !== null;
  const isTurning = !isUnstable && changes.count > CHANGES_MAX && isNew && !past.hasLeft;
  const seen = isTurning ? null : seenLine(facts, past);
  if (!isNew && !isStable && seen === null) return null;
  const seqs = unread.map(({ seq }) => seq);
  const story = { key, known, unread: seqs, next: { ...sure, name: newest.monitor.name } };
  // What is said of an unstable monitor is said of now, so a doubt holds it up.
  const isUnclear = open === null ? level?.state === 'new' || level?.doubt != null : !mayTell;
  if ((isTurning || isStable) && isUnclear)
    return { ...story, lines: [], isUrgent: false, receivedAt: 0, left: seqs, askAt: now + DOUBT_MS };

  const isLong = untold !== null && now - untold.since >= LONG_MS && (level?.checkedAt ?? 0) > untold.since;
  const told = mayTell && !isTurning && (!isUnstable || isStable || isLong) ? untold : null;
  const ownBrief = isTurning ? [] : isUnstable ? past.brief.filter(isLongFall) : past.brief;
  const over = unread.filter(({ until }) => until !== null);
  const swallowed =
    before.unstableFalls + (isTurning ? over.length : isUnstable ? past.brief.length - ownBrief.length : 0);
  const isOutside = level === null || level.state === 'outside';
  const asOfNow = {
    ...{ monitor: newest.monitor, createdAt: newest.createdAt, at: now },
    ...{ isAtLeast: changes.isAtLeast, isDown: open !== null },
  };
  const lines: AlertLine[] = isTurning
    ? [{ what: 'unstable', ...asOfNow, changes: changes.count }]
    : [
        ...past.lines,
        ...briefLine(ownBrief),
        ...(isStable ? [{ what: 'stable', ...asOfNow, falls: swallowed, hasLeft: isOutside } as const] : []),
        ...(told === null ? [] : [fellLine(told, facts.readFall)]),
        ...(seen === null || (untold !== null && told === null) ? [] : [seen]),
      ];
  const waits = told === null ? untold : null;
  const isRead = ({ seq }: Fall) => seq !== waits?.seq;
  return {
    ...story,
    lines,
    isUrgent: told !== null || (isTurning && open !== null),
    receivedAt: Math.min(...lines.map((line) => ('receivedAt' in line ? line.receivedAt : 0))),
    left: unread.filter((fall) => !isRead(fall)).map(({ seq }) => seq),
    askAt: waits === null ? null : mayTell ? waits.since + LONG_MS : now + DOUBT_MS,
    next: {
      ...story.next,
      readFall: Math.max(before.readFall, ...unread.filter(isRead).map(({ seq }) => seq)),
      ...(told !== null
        ? { since: told.since, hasLeft: false }
        : isTurning
          ? { since: null, hasLeft: false }
          : { since: past.since, hasLeft: past.hasLeft }),
      isSeen: isTurning ? false : lines.some(({ what }) => what === 'seen') || keepsSeen(before, told, past),
      unstableAt: isTurning ? now : isStable ? null : before.unstableAt,
      unstableFalls: isStable ? 0 : swallowed,
    },
  };
}

const isLongFall = ({ since, until }: Fall): boolean => (until ?? since) - since >= LONG_MS;

interface Past {
  readonly lines: readonly AlertLine[];
  /** Falls that ended with a return before anything was told. */
  readonly brief: readonly Fall[];
  readonly since: number | null;
  readonly hasLeft: boolean;
}

/** What became of the fall that the recipient knows, and of those that are over. */
function readPast({ known, level, falls }: MonitorFacts, unread: readonly Fall[]): Past {
  const lines: AlertLine[] = [];
  const brief: Fall[] = [];
  let since = known?.since ?? null;
  let hasLeft = known?.hasLeft ?? false;
  const end = (fall: Fall): void => {
    const { monitor, createdAt, endedBy, gap, unseen } = fall;
    const at = fall.until ?? fall.since;
    const receivedAt = fall.endedReceivedAt ?? fall.receivedAt;
    if (endedBy === 'up')
      lines.push({
        ...{ what: 'returned', monitor, createdAt, since: fall.since, at, gap, unseen, receivedAt },
      });
    else if (endedBy !== null && endedBy !== 'unseen')
      lines.push({ what: 'left', monitor, createdAt, since: fall.since, at, reason: endedBy, receivedAt });
    hasLeft = endedBy !== 'up' && endedBy !== 'unseen' && endedBy !== 'deleted';
    since = hasLeft ? fall.since : null;
  };
  if (since !== null && !hasLeft) {
    const fall = falls.find((each) => each.since === since);
    if (fall === undefined) since = isDownSince(level, since) ? since : null;
    else if (fall.until !== null) end(fall);
  }
  for (const fall of unread) {
    if (fall.until === null) continue;
    if (fall.endedBy !== 'up' && fall.endedBy !== 'unseen') end(fall);
    else {
      brief.push(fall);
      since = null;
      hasLeft = false;
    }
  }
  if (since !== null && hasLeft && level?.state === 'up') {
    const { monitor, createdAt, since: at, changedAt: receivedAt } = level;
    lines.push({ what: 'returned', monitor, createdAt, since, at, gap: 'paused', unseen: null, receivedAt });
    since = null;
  }
  if (hasLeft && level?.state === 'outside' && level.reason === 'deleted') since = null;
  return { lines, brief, since, hasLeft: hasLeft && since !== null };
}

/** Somebody else looks after the fall that the recipient knows, or is told now. */
function seenLine({ known, falls, reader }: MonitorFacts, past: Past): AlertLine | null {
  const open = falls.find(({ until }) => until === null);
  if (open === undefined || open.seen === null || open.seen.who === reader) return null;
  const isKnown = open.since === past.since && !past.hasLeft;
  if (isKnown && known?.isSeen === true) return null;
  const {
    monitor,
    createdAt,
    since,
    seen: { by, at },
  } = open;
  return { what: 'seen', monitor, createdAt, since, by, at, receivedAt: at };
}

/** Whether what the recipient was told of who looks after a fall is about the fall that it knows afterwards. */
const keepsSeen = (before: KnownMonitor, told: Fall | null, past: Past): boolean =>
  before.isSeen && told === null && before.since !== null && past.since === before.since && !past.hasLeft;

function briefLine(falls: readonly Fall[]): AlertLine[] {
  const [first] = falls;
  const last = falls.at(-1);
  if (first === undefined || last === undefined) return [];
  const { monitor, createdAt, since: from, message, gap, unseen } = first;
  return [
    {
      ...{ what: 'brief', monitor, createdAt, from, message, gap, unseen },
      at: last.until ?? last.since,
      times: falls.length,
      isAtLeast: falls.some(({ isFolded }) => isFolded),
      receivedAt: first.receivedAt,
    },
  ];
}

/** A fall that goes on, or is told although it is over. */
export function fellLine(fall: Fall, readFall: number): AlertLine {
  const { monitor, createdAt, since, downAt, message, isFirst, signAt, unseen, look, receivedAt, seq } = fall;
  return {
    ...{
      what: 'fell',
      monitor,
      createdAt,
      since,
      downAt,
      message,
      isFirst,
      signAt,
      unseen,
      look,
      receivedAt,
    },
    isNews: seq > readFall,
    ...(fall.took === undefined ? {} : { took: fall.took }),
  };
}

export interface Due {
  readonly at: number;
  /** False while no check is young enough to say so. */
  readonly isCurrent: boolean;
  readonly line: AlertLine;
}

/** The next reminder that a monitor is still down; `null` for none. */
export function reminderOf(
  { since, hasLeft, toldAt }: KnownMonitor,
  level: MonitorLevel,
  { reminderHours, kinds }: AlertPreferences,
  now: number,
): Due | null {
  if (since === null || hasLeft || reminderHours === 0 || !kinds.includes('fall')) return null;
  if (!isDownSince(level, since) || level.doubt !== null) return null;
  const { monitor, createdAt } = level;
  return {
    at: toldAt + reminderHours * HOUR_MS,
    isCurrent: isCurrent(level, now),
    line: { what: 'still-down', monitor, createdAt, since, at: now },
  };
}
