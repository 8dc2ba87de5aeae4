/**
 * What the companion does when its copy of the functions' table is another one than theirs: it takes theirs, compares it
 * with the instance's rows, and states everything.
 *
 * Their table is the memory. So a file that was lost, a volume from a copy, and a database of the functions that was turned
 * back all end the same way: what they hold to be down is down until a check of now says otherwise.
 */
import type { AlertReportRefused, ReportedFall } from '#domain/api-schemas/alert-report.ts';
import { withoutWaiting } from './alert-comparison.ts';
import { endOfStated, enter, keyOf, staleAfterMs, type Watched } from './alert-levels.ts';
import { firstUpAfter, readSeed } from './alert-reading.ts';
import type { AlertRecord, KnownMonitor } from './alert-record.ts';
import type { Reader } from './database.ts';

type Table = Extract<AlertReportRefused, { reason: 'revision' }>;
type StatedLevel = Table['levels'][number];
type Return = ReturnType<typeof firstUpAfter>;

/** Keeps what is open with the functions open, under its own start. */
function keepDown(known: KnownMonitor, since: number): KnownMonitor {
  const run = known.run ?? {
    ...{ downAt: null, message: '', isFirst: false, gap: null, unseen: null, signAt: null },
  };
  return {
    ...known,
    ...{ state: 'down', since, gap: null, hasResult: true },
    run: { ...run, since, hasDown: true },
  };
}

/** Nothing checks a monitor that is outside for one of these. */
const switchedOff: ReadonlySet<string | null> = new Set(['paused', 'limit']);

/**
 * A monitor of which a record that begins anew has read rows from before it was switched on again, as far as the functions
 * know when that was: it is read again without them.
 */
function withoutOldRows(
  reader: Reader,
  { cursor, floor, signsFrom }: AlertRecord,
  known: KnownMonitor,
  { state, reason, since }: StatedLevel,
  watched: Watched | undefined,
): KnownMonitor {
  const mayBeOld = state === 'new' || (state === 'outside' && switchedOff.has(reason));
  if (!mayBeOld || known.freshFrom >= since) return known;
  const before = { ...known, freshFrom: since };
  if (known.state === 'outside' || watched === undefined) return before;
  const seed = readSeed(reader, known.id, cursor ?? 0);
  return enter(watched, seed, { now: known.enteredAt, floor, signsFrom, before });
}

/** A monitor whose level the functions know. */
function adoptOne(
  known: KnownMonitor,
  stated: StatedLevel,
  watched: Watched | undefined,
  up: Return,
): { readonly known: KnownMonitor; readonly fall: ReportedFall | null } {
  const { state, since } = stated;
  const aware = { ...known, hasResult: known.hasResult || state === 'up' || state === 'down' };
  if (state === 'up' && known.state === 'new') return { known: { ...aware, state, since }, fall: null };
  if (state !== 'down') return { known: aware, fall: null };
  const { run } = known;
  const isOver = up !== null && (run === null || up.at < run.since);
  const isBlind =
    up !== null &&
    (up.before === null || (watched !== undefined && up.at - up.before > staleAfterMs(watched)));
  const returned = isOver ? endOfStated(known, since, up.at, isBlind ? 'unseen' : null) : null;
  if (known.state === 'outside') return { known: aware, fall: returned };
  if (returned !== null)
    return {
      known: known.state === 'new' ? { ...aware, state: 'up', since: up?.at ?? since } : aware,
      fall: returned,
    };
  // It is up here, but the check that says since when is gone; what was up before the fall knows less than they do.
  if (known.state === 'up' && run === null && known.since > since)
    return { known: aware, fall: endOfStated(known, since, known.since, 'unseen') };
  return { known: keepDown(aware, since), fall: null };
}

/** Takes over the functions' table. */
export function adopt(
  reader: Reader,
  record: AlertRecord,
  watched: readonly Watched[],
  table: Table,
): Partial<AlertRecord> {
  const byKey = new Map(watched.map((each) => [keyOf(each), each]));
  const monitors = { ...record.monitors };
  const falls: ReportedFall[] = [];
  const detached: string[] = [];
  for (const stated of table.levels) {
    const key = keyOf(stated);
    const read = monitors[key];
    if (stated.reason === 'detached') detached.push(key);
    if (read === undefined) continue;
    const known = record.revision === 0 ? withoutOldRows(reader, record, read, stated, byKey.get(key)) : read;
    const from = Math.max(stated.since, known.freshFrom - 1, record.floor - 1);
    const up = stated.state === 'down' ? firstUpAfter(reader, stated.id, from) : null;
    const adopted = adoptOne(known, stated, byKey.get(key), up);
    monitors[key] = adopted.known;
    if (adopted.fall !== null) falls.push(adopted.fall);
  }
  return {
    monitors,
    falls: [...withoutWaiting(falls, record.falls), ...record.falls],
    // A lost file forgets on which monitors the customer does not want the channel.
    seen: [...new Set([...record.seen, ...detached])],
    ...{ revision: table.revision, stated: {}, isWhole: true },
  };
}

/**
 * Begins anew after the volume came from a copy: its rows are no news, and its record knows less than the functions.
 * @param floor Checks before it do not count. @param signsFrom Deadlines of signs are counted from it.
 */
export const afterRestore = (
  record: AlertRecord,
  cursor: number,
  floor: number,
  signsFrom: number,
): Partial<AlertRecord> => ({
  ...{ cursor, floor: Math.max(record.floor, floor), signsFrom, lookedAt: null, deaf: null },
  ...{ monitors: {}, events: [], revision: 0, stated: {}, isWhole: false },
  falls: record.falls.filter(({ since }) => since >= floor),
});
