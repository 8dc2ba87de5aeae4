/**
 * Decides the next message to one recipient of alerts: what it knows is compared with what is true. Pure.
 *
 * Owns: which of it is told now, and what waits (quiet hours, the day's share, a doubt, our own trouble). Does not own:
 * what a monitor's falls are told as (story.ts), the words (words.ts), and how a message is sent.
 */
import { businessDay } from '../billing/days.ts';
import { afterBeyond, isBeyondShare } from './beyond-share.ts';
import type { AlertEvent } from './events.ts';
import type { Fall } from './levels.ts';
import { monitorKey } from './levels.ts';
import { type AlertLine, type AlertMessage, isCounted, isWanted, linesOf, type Why } from './lines.ts';
import type { KnownMonitor, Mark } from './memory.ts';
import { mayBeOurNetwork, waitForNetworkUntil } from './our-network.ts';
import { quietUntil } from './preferences.ts';
import { nextShareAt } from './shares.ts';
import { type Heard, heardBy, type Situation, unseenLevels } from './situation.ts';
import { reminderOf, type Story, storyOf } from './story.ts';

/** From the first event until its message: what falls together is told together. */
export const GATHER_MS = 3_000;
/** What happens within this time of a message is one message. */
export const GROUP_MS = 20_000;
/** But nothing new waits longer than this: a fall is told within fifteen seconds. */
export const WAIT_MAX_MS = 13_000;
export const HOUR_MS = 3_600_000;
/** What cannot be told because nobody knows what is true is asked about again after this time. */
const DOUBT_MS = 60_000;

export interface NextStep {
  /** `null`: nothing is told now. */
  readonly message: AlertMessage | null;
  readonly mark: Mark;
  /** When to ask again if nothing happens before; `null`: not at all. */
  readonly wakeAt: number | null;
}

/** @param now Milliseconds, UTC. */
export function nextStep(all: Situation, now: number): NextStep {
  const situation = heardBy(all);
  const { preferences, mark, events } = situation;
  const wait = (until: number | null): NextStep => ({ message: null, mark: all.mark, wakeAt: until });
  const stories = readStories(situation, now);
  if (!situation.isRunning) {
    const isIdle =
      events.length === 0 && stories.length === 0 && Object.keys(mark.memory.monitors).length === 0;
    return wait(isIdle ? null : now + HOUR_MS);
  }

  const quietEnd = quietUntil(preferences.quiet, now);
  const areFallsTold =
    preferences.kinds.includes('fall') && (quietEnd === null || preferences.quiet?.mode === 'falls-only');
  const { ourNetwork } = situation;
  const oursUntil = ourNetwork === null ? 0 : waitForNetworkUntil(ourNetwork);
  const isPerhapsOurs = (line: AlertLine): boolean =>
    ourNetwork !== null && line.what === 'fell' && mayBeOurNetwork(line, ourNetwork);
  const isToldNow = (story: Story): boolean =>
    (quietEnd === null || (areFallsTold && story.isUrgent)) &&
    !(now < oursUntil && story.lines.some(isPerhapsOurs));
  const { sent, limit, warning } = situation.share;
  const isSpent = sent >= limit && !situation.wasTried;
  const today = businessDay(now);

  const open = stories.filter(isToldNow);
  const told = isSpent ? open.filter((story) => isBeyondShare(story, today)) : open;
  // A test uses nothing of the share, and whoever asks for one is awake.
  const heard = events.filter(({ kind }) => kind === 'test' || (!isSpent && quietEnd === null));
  const reminders = isSpent || !areFallsTold ? [] : dueReminders(situation, told, now);

  const readyAt = readyTime(situation, told, heard);
  if (readyAt !== null && now < readyAt) return wait(readyAt);

  const lines = [
    ...told.flatMap((story) => story.lines.map((line) => explained(line, situation))),
    ...linesOf(heard, situation.firstMonitor, now),
    ...reminders.map(({ line }) => line),
  ].filter((line) => isWanted(line, preferences));
  const after = advance(situation, { stories, told, heard, reminders, isSpent }, now);
  const wakeAt = nextWake(
    situation,
    { after, stories, told, quietEnd, oursUntil, isSpent, areFallsTold },
    now,
  );
  if (lines.length === 0) return { message: null, mark: after, wakeAt };
  const count = situation.wasTried ? sent : sent + 1;
  const isSilent = isSpent || !isCounted({ lines });
  const share = isSilent ? null : count === limit ? 'used' : count === warning ? 'near' : null;
  return {
    message: { lines, share, mayBeOurs: lines.some(isPerhapsOurs) },
    mark: { ...after, toldAt: now },
    wakeAt,
  };
}

/** What is to be said of each monitor that something is to be said of, or that changes too often. */
function readStories({ mark, falls, levels, changesOf, reader }: Situation, now: number): readonly Story[] {
  const { memory, readFall } = mark;
  const levelOf = new Map(levels.map((level) => [monitorKey(level.monitor.id, level.createdAt), level]));
  const fallsOf = new Map<string, Fall[]>();
  for (const fall of falls) {
    const key = monitorKey(fall.monitor.id, fall.createdAt);
    fallsOf.set(key, [...(fallsOf.get(key) ?? []), fall]);
  }
  const keys = new Set([...fallsOf.keys(), ...Object.keys(memory.monitors)]);
  return [...keys].flatMap((key) => {
    const story = storyOf(
      {
        key,
        known: memory.monitors[key] ?? null,
        level: levelOf.get(key) ?? null,
        falls: fallsOf.get(key) ?? [],
        reader,
        readFall,
        changes: changesOf(key),
      },
      now,
    );
    return story === null ? [] : [story];
  });
}

/** When what is new may be told: gathered, and not at once after another message; `null` when nothing is new. */
function readyTime({ mark }: Situation, told: readonly Story[], heard: readonly AlertEvent[]): number | null {
  const received = [
    ...told.filter(({ lines }) => lines.length > 0).map((story) => story.receivedAt),
    ...heard.map(({ receivedAt }) => receivedAt),
  ];
  if (received.length === 0) return null;
  const firstAt = Math.min(...received);
  const groupedAt = (mark.toldAt ?? -GROUP_MS) + GROUP_MS;
  return Math.min(Math.max(firstAt + GATHER_MS, groupedAt), firstAt + WAIT_MAX_MS);
}

/** Why a line comes so long after what it tells, as far as that is known. */
function explained(line: AlertLine, { preferences, wasTried }: Situation): AlertLine {
  if (!('receivedAt' in line)) return line;
  const { receivedAt } = line;
  const why: Why | null =
    quietUntil(preferences.quiet, receivedAt) !== null ? 'quiet' : wasTried ? 'provider' : null;
  return why === null ? line : { ...line, why };
}

interface Reminder {
  readonly key: string;
  readonly line: AlertLine;
}

/** Reminders of what was told before, and is still down by a current check. */
function dueReminders(situation: Situation, told: readonly Story[], now: number): readonly Reminder[] {
  const { mark, preferences } = situation;
  const changed = new Set(told.filter(({ lines }) => lines.length > 0).map(({ key }) => key));
  return unseenLevels(situation).flatMap((level) => {
    const key = monitorKey(level.monitor.id, level.createdAt);
    const known = mark.memory.monitors[key];
    if (known === undefined || changed.has(key)) return [];
    const due = reminderOf(known, level, preferences, now);
    return due === null || !due.isCurrent || due.at > now ? [] : [{ key, line: due.line }];
  });
}

interface Chosen {
  readonly stories: readonly Story[];
  readonly told: readonly Story[];
  readonly heard: readonly AlertEvent[];
  readonly reminders: readonly Reminder[];
  readonly isSpent: boolean;
}

/** The mark after what is told: it stays before the first fall that waits; what was told beyond is remembered by monitor. */
function advance(situation: Heard, chosen: Chosen, now: number): Mark {
  const { mark, events } = situation;
  const today = businessDay(now);
  const told = new Set(chosen.told);
  const waiting = chosen.stories.flatMap((story) => (told.has(story) ? story.left : story.unread));
  const readFall = Math.max(mark.readFall, Math.min(situation.newestFall, ...waiting.map((seq) => seq - 1)));
  const monitors: Record<string, KnownMonitor> = { ...mark.memory.monitors };
  for (const story of chosen.told) {
    // That somebody looks after a fall is no word about the monitor.
    const isSaid = story.lines.some(({ what }) => what !== 'seen');
    monitors[story.key] = {
      ...story.next,
      toldAt: isSaid ? now : (story.known?.toldAt ?? 0),
      beyond: chosen.isSpent && isSaid ? afterBeyond(story, today) : (story.known?.beyond ?? null),
    };
  }
  for (const { key } of chosen.reminders) {
    const known = monitors[key];
    if (known !== undefined) monitors[key] = { ...known, toldAt: now };
  }
  for (const [key, known] of Object.entries(monitors)) {
    const kept = known.readFall <= readFall ? { ...known, readFall: 0 } : known;
    const isOver = kept.since === null && kept.unstableAt === null && kept.readFall === 0;
    if (isOver && businessDay(kept.toldAt) !== today) delete monitors[key];
    else monitors[key] = kept;
  }
  const heard = new Set(chosen.heard);
  return {
    memory: { monitors, held: events.filter((event) => !heard.has(event)).map(({ seq }) => seq) },
    readFall,
    readSeq: situation.newestEvent,
    toldAt: mark.toldAt,
  };
}

interface Waits {
  readonly after: Mark;
  readonly stories: readonly Story[];
  readonly told: readonly Story[];
  readonly quietEnd: number | null;
  readonly oursUntil: number;
  readonly isSpent: boolean;
  readonly areFallsTold: boolean;
}

/** When something is due although nothing happens. */
function nextWake(situation: Situation, waits: Waits, now: number): number | null {
  const { preferences, changesOf } = situation;
  const { after, stories, told, quietEnd, oursUntil, isSpent, areFallsTold } = waits;
  const isHeld = stories.length > told.length || after.memory.held.length > 0;
  const isToldQuietly = preferences.quiet?.mode === 'falls-only';
  const reminders = unseenLevels(situation).flatMap((level) => {
    const known = after.memory.monitors[monitorKey(level.monitor.id, level.createdAt)];
    const due = known === undefined ? null : reminderOf(known, level, preferences, now);
    if (due === null) return [];
    const at = isSpent ? Math.max(due.at, nextShareAt(now)) : due.at;
    const asked = due.isCurrent || at > now ? at : now + DOUBT_MS;
    return [isToldQuietly ? asked : Math.max(asked, quietEnd ?? 0)];
  });
  const unstable = Object.entries(after.memory.monitors).flatMap(([key, { unstableAt }]) => {
    if (unstableAt === null) return [];
    const calmAt = changesOf(key).calmAt ?? now;
    return [Math.max(calmAt, quietEnd ?? 0, isSpent ? nextShareAt(now) : 0)];
  });
  const moments = [
    ...(isHeld && quietEnd !== null ? [quietEnd] : []),
    ...(isHeld && now < oursUntil ? [oursUntil] : []),
    ...(isHeld && isSpent ? [nextShareAt(now)] : []),
    ...stories.flatMap(({ askAt }) =>
      askAt === null ? [] : [Math.max(askAt, areFallsTold ? 0 : (quietEnd ?? 0))],
    ),
    ...reminders,
    ...unstable,
  ].map((moment) => Math.max(moment, now));
  return moments.length === 0 ? null : Math.min(...moments);
}
