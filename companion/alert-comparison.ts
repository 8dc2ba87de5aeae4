/**
 * One look at the instance: who entered, which checks there are, who left, and what each monitor is now.
 *
 * Who enters does so before the checks are read, and who leaves after them, so that what happened while this companion was
 * away is told in its order. A whole look compares the set and the age of checks; the looks between take in new checks
 * alone.
 */
import { monitorKey } from '#domain/alerts/levels.ts';
import type { ReportedEvent, ReportedFall } from '#domain/api-schemas/alert-report.ts';
import {
  applyCheck,
  enter,
  enteredRun,
  keyOf,
  leave,
  type Moment,
  type Outcome,
  settle,
  type Watched,
} from './alert-levels.ts';
import { readChecks, readSeed, readWithin, uptimeOfDay } from './alert-reading.ts';
import type { AlertRecord, KnownMonitor, Span } from './alert-record.ts';
import type { Reader } from './database.ts';

/** While so many falls wait for the functions, no more are read: the instance's rows wait for them. */
export const FALLS_WAITING_MAX = 500;

/** What a look changes in the record. */
export interface Looked {
  readonly change: Pick<AlertRecord, 'monitors' | 'cursor' | 'falls' | 'events'>;
  /** False when nothing changed but the time of checks, which is not worth a write. */
  readonly isNews: boolean;
  /** True when more checks are left. */
  readonly isLeft: boolean;
}

/** Without what changes with each check, and is read again after a restart. */
const lasting = (known: KnownMonitor | undefined): string =>
  JSON.stringify({ ...known, checkedAt: 0, freshFrom: 0, signAt: 0, waitsFrom: 0 });

const keyOfFall = ({ monitor, createdAt, since }: ReportedFall): string =>
  `${monitorKey(monitor.id, createdAt)}:${since}`;

/** Those falls that do not wait already. */
export function withoutWaiting(
  falls: readonly ReportedFall[],
  waiting: readonly ReportedFall[],
): ReportedFall[] {
  const keys = new Set(waiting.map(keyOfFall));
  return falls.filter((fall) => !keys.has(keyOfFall(fall)));
}

/** Adds events that do not wait already. */
export function withEvents(
  waiting: readonly ReportedEvent[],
  more: readonly ReportedEvent[],
): ReportedEvent[] {
  const keys = new Set(waiting.map(({ key }) => key));
  return [...waiting, ...more.filter(({ key }) => !keys.has(key))];
}

const floorsOf = ({ floor, signsFrom }: AlertRecord) => ({ floor, signsFrom });

/** A monitor that is seen for the first time, and is not watched. */
function enterOutside(watched: Watched, record: AlertRecord, now: number): KnownMonitor {
  const known = enter(watched, { checks: [], hasResult: true }, { now, ...floorsOf(record) });
  return leave(known, watched.outside ?? 'paused', now).known;
}

/** A monitor that is watched from now on; what lay in a fall while it was not is read from its checks. */
function enterAgain(
  reader: Reader,
  watched: Watched,
  record: AlertRecord,
  now: number,
  before: KnownMonitor | undefined,
): KnownMonitor {
  const cursor = record.cursor ?? 0;
  const floors = { now, ...floorsOf(record) };
  const entered = enter(watched, readSeed(reader, watched.id, cursor), {
    ...floors,
    ...(before === undefined ? {} : { before }),
  });
  const { run } = entered;
  if (run === null) return entered;
  const within = readWithin(reader, watched.id, cursor, run.since, now);
  return { ...entered, run: enteredRun(run, watched, within, before !== undefined, now) };
}

/**
 * @param watched The set, as it was at the last whole look.
 * @param away When this companion did not look; `null` when it did all the time.
 * @param isWhole True to compare the set and the age of all checks.
 */
export function look(
  reader: Reader,
  record: AlertRecord,
  watched: readonly Watched[],
  { away, isWhole, ...moment }: Moment & { readonly away: Span | null; readonly isWhole: boolean },
): Looked {
  const { now, deaf } = moment;
  const cursor = record.cursor ?? 0;
  const monitors: Record<string, KnownMonitor> = { ...record.monitors };
  const [falls, events]: [ReportedFall[], ReportedEvent[]] = [[], []];
  const touched = new Set<string>();
  const take = (key: string, { known, fall, first }: Outcome) => {
    monitors[key] = known;
    touched.add(key);
    if (fall !== null) falls.push(withUptime(reader, fall, now));
    if (first !== null) events.push(first);
  };

  for (const each of isWhole ? watched : []) {
    const key = keyOf(each);
    const known = monitors[key];
    if (known === undefined && each.outside !== null) monitors[key] = enterOutside(each, record, now);
    else if (each.outside === null && (known === undefined || known.state === 'outside'))
      monitors[key] = enterAgain(reader, each, record, now, known);
  }

  const byId = new Map(watched.map((each) => [each.id, each]));
  const read = readChecks(reader, cursor);
  for (const check of read.checks) {
    const each = byId.get(check.monitor);
    const known = each && monitors[keyOf(each)];
    if (each && known) take(keyOf(each), applyCheck(known, each, check, { away, deaf }));
  }

  // What is now is only known after the last check.
  if (!read.isLeft) {
    if (isWhole) for (const [key, outcome] of leaving(monitors, watched, now)) take(key, outcome);
    for (const each of watched) {
      const key = keyOf(each);
      const known = monitors[key];
      if (known !== undefined && (isWhole || touched.has(key))) monitors[key] = settle(known, each, moment);
    }
  }
  const isNews =
    falls.length + events.length > 0 ||
    Object.entries(monitors).some(
      ([key, known]) => known !== record.monitors[key] && lasting(known) !== lasting(record.monitors[key]),
    );
  return {
    change: {
      monitors,
      cursor: read.cursor,
      falls: [...record.falls, ...withoutWaiting(falls, record.falls)],
      events: withEvents(record.events, events),
    },
    isNews,
    isLeft: read.isLeft,
  };
}

/** A return says how much of the day its monitor was up. */
function withUptime(reader: Reader, fall: ReportedFall, now: number): ReportedFall {
  const uptime = fall.endedBy === 'up' ? uptimeOfDay(reader, fall.monitor.id, now) : null;
  return uptime === null ? fall : { ...fall, uptime };
}

/** Who is not watched any more, or for another reason than before. */
function leaving(
  monitors: Readonly<Record<string, KnownMonitor>>,
  watched: readonly Watched[],
  now: number,
): [string, Outcome][] {
  const byKey = new Map(watched.map((each) => [keyOf(each), each]));
  return Object.entries(monitors).flatMap(([key, known]): [string, Outcome][] => {
    const each = byKey.get(key);
    const reason = each === undefined ? 'deleted' : each.outside;
    if (reason === null) return [];
    const left = known.reason === reason ? { known, fall: null, first: null } : leave(known, reason, now);
    // Nothing checks it while it is off, so what is older says nothing once it is on again.
    const fresh = each?.isSwitchedOff ? { freshFrom: now } : {};
    return [[key, { ...left, known: { ...left.known, ...fresh } }]];
  });
}
