/**
 * What a monitor is, from its checks: runs of failing ones, falls, and what cannot be known. Pure; rows are read in
 * alert-reading.ts, and sets of monitors are compared in alert-comparison.ts.
 *
 * Failing is down, or pending in a retry. Maintenance, any other pending, no check and an old one are unknown and change
 * nothing: a run lasts through them. Whether the instance calls a check important is never asked: it is an opinion about
 * neighbours, and "clear events" takes it back.
 */
import { type Gap, monitorKey, type OutsideReason } from '#domain/alerts/levels.ts';
import type { ReportedEvent, ReportedFall, ReportedLevel } from '#domain/api-schemas/alert-report.ts';
import { isSignTimer, overdueRun, waitsForSigns } from './alert-push.ts';
import type { AlertRecord, KnownMonitor, Run, Span } from './alert-record.ts';

const DOWN = 0;
export const UP = 1;
export const MAINTENANCE = 3;

/** Beyond a check's own time, before it is old. */
const STALE_MS = 60_000;
/** A companion that starts waits so long before it calls old what the instance may be checking just now. */
const START_MS = 60_000;

/** A check that the instance stored. */
export interface Check {
  readonly id: number;
  readonly monitor: number;
  readonly status: number;
  readonly at: number;
  readonly message: string;
  readonly ping: number | null;
  /** Milliseconds that it took; `null` where that is not stored. */
  readonly took: number | null;
  /** Failed tries in a row; 0 for one that is pending for another reason. */
  readonly retries: number;
}

/** A monitor as the instance has it now. */
export interface Watched {
  readonly id: number;
  readonly createdAt: number;
  readonly name: string;
  readonly address: string | undefined;
  readonly url: string | undefined;
  /** Names of its tags, in their order. */
  readonly tags: readonly string[];
  readonly type: string;
  /** Seconds, as the two below. */
  readonly interval: number;
  readonly retryInterval: number;
  readonly timeout: number;
  readonly maxretries: number;
  readonly isUpsideDown: boolean;
  /** True while a maintenance window covers it. */
  readonly isInWindow: boolean;
  readonly look: string | null;
  /** Why it is outside; `null` for one that is watched. */
  readonly outside: OutsideReason | null;
  /** True when its own switch is off: nothing checks it. */
  readonly isSwitchedOff: boolean;
}

/** What became of a monitor, and what is to be told of it. */
export interface Outcome {
  readonly known: KnownMonitor;
  readonly fall: ReportedFall | null;
  readonly first: ReportedEvent | null;
}
const quietly = (known: KnownMonitor): Outcome => ({ known, fall: null, first: null });

export const keyOf = ({ id, createdAt }: { readonly id: number; readonly createdAt: number }): string =>
  monitorKey(id, createdAt);

/** After how many milliseconds a check says nothing about now. */
export const staleAfterMs = ({ interval, retryInterval, timeout }: Watched): number =>
  (Math.max(interval, retryInterval) + timeout) * 1000 + STALE_MS;

const within = (span: Span | null, at: number): Span | null =>
  span !== null && span.from <= at && at <= span.until ? span : null;

const monitorOf = ({ id, name, address, type, url, tags }: KnownMonitor): ReportedFall['monitor'] => ({
  id,
  name,
  ...(address === undefined ? {} : { address }),
  ...(type === undefined ? {} : { type }),
  ...(url === undefined ? {} : { url }),
  ...(tags === undefined || tags.length === 0 ? {} : { tags: [...tags] }),
});

const fallOf = (
  known: KnownMonitor,
  { since, downAt, message, isFirst, signAt, unseen, took }: Run,
  end: { readonly until: number; readonly endedBy: ReportedFall['endedBy']; readonly gap: Gap | null },
): ReportedFall => ({
  ...{ monitor: monitorOf(known), createdAt: known.createdAt, since, downAt, ...end },
  ...{ message, isFirst, signAt, unseen },
  ...(took === undefined ? {} : { took }),
});

/** A fall that the functions know to be open, and of which nothing else is left here. */
export const endOfStated = (known: KnownMonitor, since: number, until: number, gap: Gap | null) =>
  fallOf(
    known,
    {
      ...{ since, hasDown: true, downAt: null, message: '', isFirst: false, gap },
      ...{ unseen: null, signAt: null },
    },
    { until, endedBy: 'up', gap },
  );

type Meaning = 'failing' | 'up' | 'maintenance' | 'pending' | 'nothing';

function meaningOf(watched: Watched, { status, message, retries }: Check): Meaning {
  if (status === UP) return 'up';
  if (status === MAINTENANCE) return 'maintenance';
  if (waitsForSigns(watched) && isSignTimer(message)) return 'nothing';
  if (status === DOWN) return 'failing';
  return retries > 0 ? 'failing' : 'pending';
}

/** What lies around a check, as far as the reader knows. */
export interface Around {
  /** When this companion did not look; `null` when it did all the time. */
  readonly away: Span | null;
  /** When the instance could not take signs. */
  readonly deaf: Span | null;
  /** True where checks before it were left out. */
  readonly isPartial?: boolean;
}

/** Takes in the next check of a monitor. */
export function applyCheck(before: KnownMonitor, watched: Watched, check: Check, around: Around): Outcome {
  const { at } = check;
  if (before.state === 'outside' || at < before.freshFrom) return quietly(before);
  const { checkedAt } = before;
  const isHole =
    !around.isPartial &&
    !waitsForSigns(watched) &&
    checkedAt !== null &&
    at - checkedAt > staleAfterMs(watched);
  const hole = isHole && checkedAt !== null ? { from: checkedAt, until: at } : null;
  const known = { ...before, checkedAt: Math.max(at, checkedAt ?? 0) };
  const isBlind = hole !== null || (before.run !== null && checkedAt === null);
  const run =
    before.run !== null && isBlind
      ? { ...before.run, gap: before.run.gap ?? ('unseen' as const), unseen: before.run.unseen ?? hole }
      : before.run;
  switch (meaningOf(watched, check)) {
    case 'nothing':
      return quietly(known);
    case 'pending':
      return quietly({ ...known, run, unknown: 'pending' });
    case 'maintenance':
      return quietly({
        ...known,
        unknown: 'maintenance',
        run: run === null ? null : { ...run, gap: run.gap ?? 'maintenance' },
        waitsFrom: waitsForSigns(watched) ? at : known.waitsFrom,
      });
    case 'failing':
      return quietly(fail({ ...known, unknown: null }, run, check, hole ?? within(around.away, at)));
    case 'up':
      return rise({ ...known, unknown: null }, run, watched, check, around);
  }
}

function fail(known: KnownMonitor, run: Run | null, check: Check, unseen: Span | null): KnownMonitor {
  const { at, message, took } = check;
  const isDown = check.status === DOWN;
  const failing = run ?? {
    ...{ since: at, hasDown: false, downAt: null, message: '', isFirst: !known.hasResult },
    ...{ gap: null, unseen, signAt: null },
  };
  const fell =
    isDown && !failing.hasDown
      ? { ...failing, hasDown: true, downAt: at, message, ...(took === null ? {} : { took }) }
      : failing;
  return { ...known, run: fell, hasResult: known.hasResult || isDown };
}

function rise(
  known: KnownMonitor,
  failing: Run | null,
  watched: Watched,
  { at, ping }: Check,
  { away, deaf }: Around,
): Outcome {
  const run = failing ?? overdueRun(known, watched, at, deaf);
  const unseen = run === null ? null : (run.unseen ?? within(away, at));
  const fall = run?.hasDown
    ? fallOf(known, { ...run, unseen }, { until: at, endedBy: 'up', gap: run.gap })
    : null;
  const isNew = fall !== null || known.state !== 'up';
  const first: ReportedEvent = {
    ...{ key: `f:${known.id}:${known.createdAt}`, at, kind: 'first', monitor: monitorOf(known), message: '' },
    ...(ping === null ? {} : { ping: Math.max(0, Math.round(ping)) }),
  };
  return {
    known: {
      ...known,
      ...{ state: 'up', since: isNew ? at : known.since, run: null, hasResult: true },
      gap: isNew ? (fall?.gap ?? null) : known.gap,
      signAt: waitsForSigns(watched) ? at : null,
    },
    fall,
    first: known.hasResult ? null : first,
  };
}

/** A monitor that begins to be watched, with its checks since it was last up, the oldest first. */
export function enter(
  watched: Watched,
  seed: { readonly checks: readonly Check[]; readonly hasResult: boolean },
  {
    now,
    floor,
    signsFrom,
    before,
  }: Pick<AlertRecord, 'floor' | 'signsFrom'> & { readonly now: number; readonly before?: KnownMonitor },
): KnownMonitor {
  const { id, createdAt, name, address, type, url, tags, interval, look } = watched;
  const freshFrom = Math.max(floor, before?.freshFrom ?? 0);
  const checks = seed.checks.filter(({ at }) => at >= freshFrom);
  const checkedAt = checks.at(-1)?.at ?? null;
  const entered: KnownMonitor = {
    ...{ id, createdAt, name, interval, look, state: 'new', since: now, reason: null },
    ...(address === undefined ? {} : { address }),
    ...(url === undefined ? {} : { url }),
    ...{ type, tags: [...tags] },
    ...{ doubt: null, doubtSince: null, enteredAt: now, freshFrom, checkedAt: null, unknown: null },
    ...{ hasResult: seed.hasResult || (before?.hasResult ?? false), signAt: null },
    // Without any row, its history was cleared: a sign may have been among it.
    waitsFrom: seed.checks.length === 0 ? now : signsFrom,
    ...{ run: null, gap: null },
  };
  const isCurrent = checkedAt !== null && now - checkedAt <= staleAfterMs(watched);
  if (!isCurrent && !waitsForSigns(watched)) return { ...entered, checkedAt };
  const around = { away: null, deaf: null, isPartial: true };
  return checks.reduce((known, check) => applyCheck(known, watched, check, around).known, entered);
}

/**
 * The fall of a monitor that is watched again, with the gap in its checks before that.
 * @param wasOutside True: we could not report it earlier, so it counts as known from now on.
 */
export function enteredRun(
  run: Run,
  watched: Watched,
  { holeMs, hasMaintenance }: { readonly holeMs: number; readonly hasMaintenance: boolean },
  wasOutside: boolean,
  now: number,
): Run {
  const isUnseen = !waitsForSigns(watched) && holeMs > staleAfterMs(watched);
  const gap = hasMaintenance ? ('maintenance' as const) : isUnseen ? ('unseen' as const) : null;
  const downAt = wasOutside && run.downAt !== null ? Math.max(run.downAt, now) : run.downAt;
  return { ...run, downAt, gap: run.gap ?? gap };
}

/** The customer does not want to hear of it any more. */
const unwanted: ReadonlySet<OutsideReason> = new Set(['detached', 'channel']);

/** A monitor that is not watched any more, or never was. */
export function leave(known: KnownMonitor, reason: OutsideReason, now: number): Outcome {
  // A fall that nobody was told of may have begun after that.
  const run = known.state !== 'down' && unwanted.has(reason) ? null : known.run;
  return {
    ...quietly({
      ...known,
      ...{ state: 'outside', since: now, reason, doubt: null, doubtSince: null },
      ...{ unknown: null, run: null, gap: null },
    }),
    // It may have returned since: when it left, nobody knew.
    fall: run?.hasDown ? fallOf(known, run, { until: now, endedBy: reason, gap: null }) : null,
  };
}

/** When this look is, and what it cannot have seen. */
export interface Moment {
  readonly now: number;
  /** When this process started. */
  readonly startedAt: number;
  readonly deaf: Span | null;
  /** True while the instance takes no signs. */
  readonly isDeaf: boolean;
}

function doubtOf(known: KnownMonitor, watched: Watched, { now, startedAt }: Moment) {
  const { checkedAt, enteredAt, unknown } = known;
  if (checkedAt === null) return { doubt: 'unchecked' as const, from: enteredAt };
  if (now - checkedAt > staleAfterMs(watched)) {
    return now - startedAt > START_MS ? { doubt: 'unchecked' as const, from: checkedAt } : null;
  }
  return unknown === null ? null : { doubt: unknown, from: checkedAt };
}

/** What a watched monitor is, after its checks were taken in. */
export function settle(before: KnownMonitor, watched: Watched, moment: Moment): KnownMonitor {
  if (before.state === 'outside') return before;
  const { address: _, url: __, ...others } = before;
  const { name, address, type, url, tags, interval, look } = watched;
  const facts = {
    ...{ ...others, name, type, tags: [...tags], interval, look },
    ...(address === undefined ? {} : { address }),
    ...(url === undefined ? {} : { url }),
  };
  const isPush = waitsForSigns(watched);
  const known = isPush ? settleSigns(facts, watched, moment) : facts;
  const { run, checkedAt } = known;
  const isCurrent = isPush || (checkedAt !== null && moment.now - checkedAt <= staleAfterMs(watched));
  const fell = run?.hasDown && isCurrent ? { state: 'down' as const, since: run.since, gap: null } : {};
  const found = isPush ? doubtOfSigns(watched, moment) : doubtOf(known, watched, moment);
  const doubtSince = found !== null && found.doubt === known.doubt ? known.doubtSince : (found?.from ?? null);
  return { ...known, ...fell, doubt: found?.doubt ?? null, doubtSince };
}

/** Whether signs are late is known at any moment in which they could arrive. */
function settleSigns(known: KnownMonitor, watched: Watched, { now, deaf, isDeaf }: Moment): KnownMonitor {
  if (watched.isInWindow) {
    const run = known.run === null ? null : { ...known.run, gap: known.run.gap ?? ('maintenance' as const) };
    return { ...known, run, waitsFrom: now };
  }
  // A sign that is sent now is missed, so how long this lasts is not known.
  if (isDeaf)
    return known.run === null ? known : { ...known, run: { ...known.run, gap: known.run.gap ?? 'unseen' } };
  const run = known.run ?? overdueRun(known, watched, now, deaf);
  return { ...known, run, checkedAt: now, hasResult: known.hasResult || run !== null };
}

function doubtOfSigns({ isInWindow }: Watched, { now, isDeaf, deaf }: Moment) {
  if (isInWindow) return { doubt: 'maintenance' as const, from: now };
  return isDeaf ? { doubt: 'unchecked' as const, from: deaf?.from ?? now } : null;
}

/** A monitor's level as a report states it. */
export function levelOf(known: KnownMonitor): ReportedLevel {
  const { createdAt, state, since, reason, doubt, doubtSince, checkedAt, interval, look, gap } = known;
  const run = state === 'down' ? known.run : null;
  return {
    ...{ monitor: monitorOf(known), createdAt, state, since, reason, doubt, doubtSince, checkedAt },
    ...{ interval, look, message: run?.message ?? '', isFirst: run?.isFirst ?? false },
    ...{ downAt: run?.downAt ?? null },
    ...{ signAt: run?.signAt ?? null, unseen: run?.unseen ?? null },
    gap: state === 'up' ? gap : (run?.gap ?? null),
    ...(run?.took === undefined ? {} : { took: run.took }),
  };
}
