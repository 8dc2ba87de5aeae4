/** What the judge finds, with how often each rule had something to judge: one that judged nothing is seen. */
import type { PlanId } from '#domain/plans/ids.ts';
import type { Line, Notice, Reading } from './lines.ts';
import { type Listener, wallAt, zoneAt } from './listeners.ts';
import type { Model, SiteMonitor } from './model.ts';
import type { Run, Timeline } from './replay.ts';

export class Findings {
  readonly wrong: string[] = [];
  readonly met: Record<string, number> = {};
  /** Counts that a rule had something to judge, and notes what breaks it. */
  judge(rule: string, isRight: boolean, what: () => string): void {
    this.met[rule] = (this.met[rule] ?? 0) + 1;
    if (!isRight) this.wrong.push(`${rule}: ${what()}`);
  }
}

/** A message as the provider got it. */
export interface Handed {
  readonly to: string;
  readonly text: string;
  readonly at: number;
  /** False for one that its provider never accepts: what is in it counts as told, and nobody reads it. */
  readonly isAccepted: boolean;
  /** An answer to it was lost: it may come twice. */
  readonly isAnswerLost: boolean;
  readonly lines: readonly Line[];
}

/** A line that was handed over. */
export interface Told extends Line {
  readonly handedAt: number;
  readonly message: Handed;
}

/** What was handed over of something that was to come. */
export interface ToldNotice {
  readonly notice: Notice;
  readonly message: Handed;
}

export interface Case {
  readonly model: Model;
  readonly listeners: readonly Listener[];
  readonly plans: readonly PlanId[];
  /** In the order of their times. */
  readonly handed: readonly Handed[];
  /** Addresses that a provider's answers ended, and those so near to the bound that either is right. */
  readonly ended: ReadonlySet<string>;
  readonly unsure: ReadonlySet<string>;
}

/** One recipient and one monitor of its environment. */
export interface About {
  readonly given: Case;
  readonly findings: Findings;
  readonly listener: Listener;
  readonly monitor: SiteMonitor;
  readonly timeline: Timeline;
  /** Everything that was told to this recipient about this monitor, in order. */
  readonly told: readonly Told[];
  /** Everything that was handed over to it. */
  readonly handed: readonly Handed[];
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** What is true at hand-over may have changed so shortly before. */
export const NOW_MS = 15 * SECOND_MS;

/** A moment, for a person who reads findings. */
export const clock = (at: number): string => new Date(at).toISOString().slice(5, 19);

/**
 * Whether a moment reads so. Seconds do not: the rehearsal lets falls and what follows lie a minute apart. The day is
 * written where it is another one; a text may be handed over some minutes after it was written.
 */
export function isRead(reading: Reading | null, moment: number, zone: string, handedAt: number): boolean {
  if (reading === null) return false;
  const wall = wallAt(moment, zone);
  if (reading.hour !== wall.hour || reading.minute !== wall.minute) return false;
  return reading.day === null
    ? Math.abs(handedAt - moment) < DAY_MS + 15 * MINUTE_MS
    : reading.day === wall.day;
}

/** As `isRead`, of what has been: the same minute of the next day is another one. */
export const isWritten: typeof isRead = (reading, moment, zone, handedAt) =>
  moment <= handedAt && isRead(reading, moment, zone, handedAt);

/** Whether a line names the beginning of a run: of one that waits for signs, the last sign. */
export function isSince({ what, since, handedAt }: Told, { sinces, signAt }: Run, zone: string): boolean {
  if (what === 'no-sign') return signAt !== null && isWritten(since, signAt, zone, handedAt);
  return sinces.some((each) => isWritten(since, each, zone, handedAt));
}

/** Runs that a line may be about: by their beginning, if it says one; else by their end. */
export function runsOf({ timeline, listener }: About, line: Told): readonly Run[] {
  const { since, at, handedAt } = line;
  const zone = zoneAt(listener, handedAt);
  return timeline.runs.filter((run) => {
    if (run.downAt > handedAt) return false;
    if (since !== null) return isSince(line, run, zone);
    return run.until !== null && at !== null && isWritten(at, run.until, zone, handedAt);
  });
}

/** Its answer was lost, it was never accepted, or that it was told was lost with the functions' database. */
export const mayComeAgain = ({ model }: Case, { isAnswerLost, isAccepted, at }: Handed): boolean =>
  isAnswerLost || !isAccepted || model.turnedBack.some((each) => at > each.copyAt && at <= each.at);
