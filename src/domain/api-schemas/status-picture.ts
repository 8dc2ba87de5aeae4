/**
 * `GET /-/status` of an environment's companion: how its monitors stand, made at most `PICTURE_SECONDS` ago, whoever asks.
 * The levels are those that it reports (alert-report.ts), also where a report has not been accepted yet. Moments are
 * milliseconds, UTC.
 */
import * as z from 'zod/mini';
import { doubts, levelStates, outsideReasons } from '../alerts/levels.ts';
import { LEVELS_MAX, MESSAGE_MAX, NAME_MAX } from './alert-report.ts';

export const PICTURE_SECONDS = 15;
/** Checks of each monitor, the newest of them. */
export const PICTURE_BEATS = 30;

const moment = z.int().check(z.positive());

/**
 * Checks, the oldest first, a letter each: `u` up, `d` down, `p` pending, `m` maintenance. Five hundred monitors have fifteen
 * thousand of them, and a phone reads this twice a minute.
 */
export const Beats = z.string().check(z.regex(/^[udpm]{0,30}$/));

const PicturedMonitor = z.object({
  id: z.int().check(z.positive()),
  createdAt: moment,
  name: z.string().check(z.maxLength(NAME_MAX)),
  address: z.nullable(z.string().check(z.maxLength(200))),
  /** Name of its group. */
  group: z.nullable(z.string().check(z.maxLength(NAME_MAX))),
  state: z.enum(levelStates),
  since: moment,
  reason: z.nullable(z.enum(outsideReasons)),
  doubt: z.nullable(z.enum(doubts)),
  doubtSince: z.nullable(moment),
  /** What the instance says of the open fall; empty without one. */
  message: z.string().check(z.maxLength(MESSAGE_MAX)),
  /** Of the open fall of a monitor that waits for signs: the last one. */
  signAt: z.nullable(moment),
  /** Seconds. */
  interval: z.int().check(z.positive()),
  /** Start of the newest check that counts; of one outside, of its newest check. */
  checkedAt: z.nullable(moment),
  beats: Beats,
  /** Milliseconds that the newest check took; `null` without an answer. */
  ping: z.nullable(z.int().check(z.nonnegative())),
});
export type PicturedMonitor = z.output<typeof PicturedMonitor>;

export const StatusPicture = z.object({
  /** When it was made. */
  at: moment,
  monitors: z.readonly(z.array(PicturedMonitor).check(z.maxLength(LEVELS_MAX))),
});
export type StatusPicture = z.output<typeof StatusPicture>;
