/**
 * `GET /-/status` of an environment's companion: how its monitors stand, made at most `PICTURE_SECONDS` ago, whoever asks.
 * The levels are those that it reports (alert-report.ts), also where a report has not been accepted yet. Moments are
 * milliseconds, UTC.
 */
import * as z from 'zod/mini';
import { beatStatuses } from '../alerts/codes.ts';
import { doubts, levelStates, outsideReasons } from '../alerts/levels.ts';
import { LEVELS_MAX, MESSAGE_MAX, NAME_MAX } from './alert-report.ts';

export const PICTURE_SECONDS = 15;
/** Checks of each monitor, the newest of them. */
export const PICTURE_BEATS = 30;

const moment = z.int().check(z.positive());

export const Beat = z.object({
  at: moment,
  status: z.enum(beatStatuses),
  /** Milliseconds that it took; `null` without an answer. */
  ping: z.nullable(z.number().check(z.nonnegative())),
});
export type Beat = z.output<typeof Beat>;

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
  /** Seconds. */
  interval: z.int().check(z.positive()),
  checkedAt: z.nullable(moment),
  /** The oldest first. */
  beats: z.readonly(z.array(Beat).check(z.maxLength(PICTURE_BEATS))),
});
export type PicturedMonitor = z.output<typeof PicturedMonitor>;

export const StatusPicture = z.object({
  /** When it was made. */
  at: moment,
  monitors: z.readonly(z.array(PicturedMonitor).check(z.maxLength(LEVELS_MAX))),
});
export type StatusPicture = z.output<typeof StatusPicture>;
