/**
 * What a monitor is, as the functions know it, and its falls: the one truth that messages, pages and reports read.
 *
 * A level holds until another one is known. What cannot be known now (no check, an old one, maintenance) is a doubt over
 * the level and changes nothing. A monitor is its id and its creation time: after a copy was put back, an id may belong to
 * another monitor. Times are milliseconds, UTC.
 */
import type { AlertMonitor } from './events.ts';

/** `new`: it was never seen up or down since it entered. `outside`: it is not watched, or not told; see the reason. */
export const levelStates = ['new', 'up', 'down', 'outside'] as const;
export type LevelState = (typeof levelStates)[number];

/**
 * Why a monitor is outside. `paused`: its switch, or its group's, in the panel. `limit`: paused by us, over the plan.
 * `detached`: its channel was taken off. `channel`: the whole channel was deleted. `deleted`: the monitor was.
 */
export const outsideReasons = ['paused', 'limit', 'detached', 'channel', 'deleted'] as const;
export type OutsideReason = (typeof outsideReasons)[number];

/**
 * Why nothing is known now. `maintenance`: a window covers it. `pending`: the instance itself does not know yet.
 * `unchecked`: its newest check is old, or from before it was switched on, restored or woken.
 */
export const doubts = ['maintenance', 'pending', 'unchecked'] as const;
export type Doubt = (typeof doubts)[number];

/**
 * How a fall ended. `up`: it returned. `unseen`: another fall had begun when it was looked at again. Else it left, with
 * the reason.
 */
export const fallEnds = ['up', 'unseen', ...outsideReasons] as const;
export type FallEnd = (typeof fallEnds)[number];

/** What lay between a fall and its return, so that nobody knows how long it lasted. */
export const gaps = ['paused', 'maintenance', 'unseen'] as const;
export type Gap = (typeof gaps)[number];

/** A monitor's level. */
export interface MonitorLevel {
  readonly monitor: AlertMonitor;
  readonly createdAt: number;
  readonly state: LevelState;
  /** Of `down`: start of the first failing check, kept from when it was first seen. Else when the state began. */
  readonly since: number;
  /** Of `outside`. */
  readonly reason: OutsideReason | null;
  readonly doubt: Doubt | null;
  /** Since when there is a doubt. */
  readonly doubtSince: number | null;
  /** Start of its newest current check; `null` before the first. */
  readonly checkedAt: number | null;
  /** Seconds between two checks. */
  readonly interval: number;
  /** When the functions accepted the state. */
  readonly changedAt: number;
}

/** A fall by what it is. */
export interface NamedFall {
  readonly monitorId: number;
  readonly createdAt: number;
  readonly since: number;
}

/** "Estou vendo": the first who said so of a fall. */
export interface FallSeen {
  readonly at: number;
  /** In whose name. */
  readonly by: string;
  /** Who it was, as recipients have it: `owner`, a membership, or a recipient of nobody in particular. */
  readonly who: string;
}

/** A time in which a monitor was down. */
export interface Fall {
  /** Grows with each fall that is accepted. */
  readonly seq: number;
  readonly monitor: AlertMonitor;
  readonly createdAt: number;
  /** Start of its first failing check. */
  readonly since: number;
  /** When it was known there, after the retries; `null` where that is not known any more. */
  readonly downAt: number | null;
  /** `null` while it lasts. */
  readonly until: number | null;
  readonly endedBy: FallEnd | null;
  readonly gap: Gap | null;
  /** What the instance says of its first failed check. */
  readonly message: string;
  /** True for one in a monitor's first check. */
  readonly isFirst: boolean;
  /** Of a monitor that waits for signs: its last one, or when it was made or switched on. */
  readonly signAt: number | null;
  /** When nobody looked, just before the fall or its end was seen. */
  readonly unseen: { readonly from: number; readonly until: number } | null;
  /** What a second look from another network got: `failed`, or an HTTP status. */
  readonly look: string | null;
  /** Somebody looks after it, so nobody is reminded of it. */
  readonly seen: FallSeen | null;
  /** True for one beyond what is kept of a monitor in a day; of these the newest stay. */
  readonly isFolded: boolean;
  readonly receivedAt: number;
  /** When its end was accepted. */
  readonly endedReceivedAt: number | null;
  /** Milliseconds that the check took with which it was known; where that is known. */
  readonly took?: number;
  /** Percent of the day before its end in which it was up, to two places; where that is known. */
  readonly uptime?: number;
}

/** Beyond its interval, until a monitor that was never checked is one that nobody watches. */
const NEVER_CHECKED_MS = 10 * 60_000;

/** Whether a monitor is so new that its first check may still come: it is not called unchecked yet. */
export const awaitsFirstCheck = (
  {
    checkedAt,
    enteredAt,
    interval,
  }: { readonly checkedAt: number | null; readonly enteredAt: number; readonly interval: number },
  now: number,
): boolean => checkedAt === null && now - enteredAt < interval * 1000 + NEVER_CHECKED_MS;

/** What memories and maps call a monitor. */
export const monitorKey = (monitorId: number, createdAt: number): string => `${monitorId}:${createdAt}`;
