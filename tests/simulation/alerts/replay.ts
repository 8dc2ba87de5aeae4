/** Replays what happened to a monitor: its falls, and what it was at each moment. Pure. */
import type { Gap, OutsideReason } from '#domain/alerts/levels.ts';
import type { CheckStatus, Happening, Rhythm } from './model.ts';

/** A time in which checks failed, at least one of them without a retry left. */
export interface Run {
  /** Start of the first failing check. */
  readonly since: number;
  /**
   * Moments that may be told for `since`: usually that one. More where what was known of the run was destroyed while it
   * lasted, so that nobody can know its beginning.
   */
  readonly sinces: readonly number[];
  /** From when on the instance's database says that it is down. */
  readonly downAt: number;
  /** Start of the check that found it up, or when it left; `null` while it lasts. */
  readonly until: number | null;
  /** When that was in the instance's database. */
  readonly untilKnown: number | null;
  readonly endedBy: 'up' | OutsideReason | null;
  /** What lay between fall and return, so that its length says nothing. */
  readonly gaps: ReadonlySet<Gap>;
  /** A gap that is so near to the bound, or so short, that naming it or not are both right. */
  readonly maybeGaps: ReadonlySet<Gap>;
  /** What was known of it was destroyed before the functions had heard it, or by turning their database back. */
  readonly isUncertain: boolean;
  /** Of a monitor that waits for signs: the last one before, or when it began to wait. */
  readonly signAt: number | null;
  /** In the monitor's first check that says up or down. */
  readonly isFirst: boolean;
  /** It was down already when it entered. */
  readonly isEntered: boolean;
  /** When the functions could first have heard of it, and of its end; `null`: not yet. */
  readonly heardAt: number | null;
  readonly endHeardAt: number | null;
}

export interface Stretch {
  readonly from: number;
  readonly state: 'new' | 'up' | 'down' | 'outside';
  readonly run: Run | null;
}

export interface Timeline {
  readonly runs: readonly Run[];
  /** In order; each lasts until the next. */
  readonly stretches: readonly Stretch[];
  readonly checks: readonly {
    readonly at: number;
    readonly storedAt: number;
    readonly status: CheckStatus;
    /** When it was destroyed with its volume. */
    readonly lostAt?: number;
  }[];
  /** When it left, and from when until when a companion could first have noticed. */
  readonly leavings: readonly {
    readonly at: number;
    readonly noticedAt: number | null;
    readonly reason: OutsideReason;
  }[];
  readonly windows: readonly { readonly from: number; readonly until: number | null }[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface OpenRun extends Mutable<Omit<Run, 'sinces' | 'gaps' | 'maybeGaps'>> {
  sinces: number[];
  gaps: Set<Gap>;
  maybeGaps: Set<Gap>;
}

/** Failing checks in a row, whether or not anybody is told of the monitor. */
interface Row {
  since: number;
  readonly all: number[];
  /** Start and end of the first one that is down; `null` before. */
  downAt: number | null;
  isFirst: boolean;
  readonly signAt: number | null;
  /** True when what came before it may be unknown to the companion. */
  isBlurred: boolean;
  readonly gaps: Set<Gap>;
  readonly maybeGaps: Set<Gap>;
}

const MINUTE_MS = 60_000;
/** The companion asks each minute whether signs can be taken, and a companion that is away for three minutes says so. */
const DEAF_SURE_MS = 5 * MINUTE_MS;

export function replay(happenings: readonly Happening[], rhythm: Rhythm, isPush = false): Timeline {
  const stale = (Math.max(rhythm.interval, rhythm.retryInterval) + rhythm.timeout + 60) * 1000;
  const runs: OpenRun[] = [];
  const stretches: Stretch[] = [{ from: 0, state: 'new', run: null }];
  const checks: Mutable<Timeline['checks'][number]>[] = [];
  const leavings: Mutable<Timeline['leavings'][number]>[] = [];
  const windows: Mutable<Timeline['windows'][number]>[] = [];
  const held: {
    row: Row | null;
    open: OpenRun | null;
    leaving: { at: number; reason: OutsideReason } | null;
  } = {
    row: null,
    open: null,
    leaving: null,
  };
  // One that is made without the channel is not watched.
  /** It was outside since it last worked: a row of then is another one. */
  let wasAway = false;
  let isIn = false;
  let hasResult = false;
  /** Whether the newest check says what is now. */
  let isCurrent = false;
  let isUp = false;
  let lastCheckAt: number | null = null;
  let isWindow = false;
  let deaf: { readonly until: number; readonly isSure: boolean } = { until: 0, isSure: false };
  let seenAt = 0;

  const stretch = (from: number, state: Stretch['state'], run: Run | null = null): void => {
    stretches.push({ from, state, run });
  };

  function end(at: number, knownAt: number, by: Run['endedBy']): void {
    if (held.open === null) return;
    held.open.until = at;
    held.open.untilKnown = knownAt;
    held.open.endedBy = by;
    held.open = null;
  }

  function begin(knownAt: number, isEntered: boolean): void {
    if (held.row === null || held.row.downAt === null || held.open !== null) return;
    held.open = {
      since: held.row.since,
      sinces: held.row.isBlurred || isEntered ? held.row.all : [held.row.since],
      ...{ downAt: knownAt, until: null, untilKnown: null, endedBy: null },
      ...{ gaps: held.row.gaps, maybeGaps: held.row.maybeGaps, isUncertain: false },
      ...{ isFirst: held.row.isFirst, signAt: held.row.signAt, isEntered, heardAt: null, endHeardAt: null },
    };
    runs.push(held.open);
    stretch(knownAt, 'down', held.open);
  }

  /** The companion looked, so what was done is known as such. */
  function leave({ at, reason }: { at: number; reason: OutsideReason }, noticedAt: number): void {
    // Who does not want to hear of it any more need not be told what nobody had seen by then.
    if (held.open !== null && held.open.downAt > seenAt && (reason === 'detached' || reason === 'channel'))
      held.open.isUncertain = true;
    held.leaving = null;
    isIn = false;
    leavings.push({ at, noticedAt, reason });
    end(at, noticedAt, reason);
    stretch(noticedAt, 'outside');
  }

  const gapOf = (gap: Gap, isSure: boolean): void => {
    if (held.row === null) return;
    (isSure ? held.row.gaps : held.row.maybeGaps).add(gap);
  };

  function noteUnseen(at: number): void {
    if (isPush || lastCheckAt === null || at - lastCheckAt <= stale - MINUTE_MS) return;
    gapOf('unseen', false);
    if (at - lastCheckAt > 2 * stale + MINUTE_MS && !isWindow) gapOf('unseen', true);
  }

  function check({ at, storedAt, status, isFailing }: Extract<Happening, { what: 'check' }>): void {
    checks.push({ at, storedAt, status });
    noteUnseen(at);
    lastCheckAt = at;
    if (status === 'maintenance') {
      gapOf('maintenance', true);
      return;
    }
    if (!isFailing && status !== 'up') return;
    isCurrent = true;
    isUp = status === 'up';
    if (status === 'up') {
      hasResult = true;
      if (held.open !== null) {
        const known = stretches.at(-1);
        end(at, storedAt, 'up');
        if (known?.state === 'down') stretch(storedAt, 'up');
      } else if (isIn && stretches.at(-1)?.state !== 'up') stretch(storedAt, 'up');
      held.row = null;
      wasAway = false;
      return;
    }
    held.row ??= {
      ...{ since: at, all: [], downAt: null, isFirst: !hasResult, signAt: null, isBlurred: false },
      ...{ gaps: new Set<Gap>(), maybeGaps: new Set<Gap>() },
    };
    held.row.all.push(at);
    if (status !== 'down') return;
    hasResult = true;
    held.row.downAt ??= storedAt;
    if (isIn) begin(storedAt, false);
  }

  for (const happening of happenings) {
    const { at } = happening;
    switch (happening.what) {
      case 'check':
        check(happening);
        break;
      case 'overdue':
        held.row ??= {
          ...{
            since: happening.since,
            all: [happening.since],
            downAt: at,
            isFirst: false,
            signAt: happening.signAt,
            isBlurred: false,
          },
          ...{ gaps: new Set<Gap>(), maybeGaps: new Set<Gap>() },
        };
        held.row.downAt ??= at;
        if (deaf.until > happening.signAt) gapOf('unseen', deaf.isSure);
        isCurrent = true;
        isUp = false;
        if (isIn) begin(at, false);
        if (held.open !== null && happening.isUnsure === true) held.open.isUncertain = true;
        break;
      case 'deaf':
        deaf = { until: at, isSure: at - happening.from > DEAF_SURE_MS };
        gapOf('unseen', deaf.isSure);
        break;
      case 'leaves':
        if (isIn && held.leaving === null) held.leaving = { at, reason: happening.reason };
        break;
      case 'enters':
        if (held.leaving !== null) {
          // Nobody looked between: it may be told as if it had never left.
          leavings.push({ at: held.leaving.at, noticedAt: null, reason: held.leaving.reason });
          held.leaving = null;
          gapOf('paused', false);
          break;
        }
        if (isIn) break;
        isIn = true;
        stretch(at, isCurrent && isUp ? 'up' : 'new');
        if (isCurrent) begin(at, true);
        break;
      case 'fresh':
        isCurrent = false;
        // Nothing was changed while it stood still: what failed before and after is one row, or two.
        if (!isIn && happening.isWake !== true) {
          wasAway = held.row !== null;
          held.row = null;
        } else if (held.row !== null) {
          gapOf('unseen', false);
          gapOf('paused', false);
          held.row.isBlurred = true;
          if (held.open !== null) held.open.sinces = held.row.all;
        }
        break;
      case 'window': {
        isWindow = happening.isOpen;
        const last = windows.at(-1);
        if (happening.isOpen) windows.push({ from: at, until: null });
        else if (last !== undefined) last.until ??= at;
        gapOf('maintenance', false);
        break;
      }
      case 'seen':
        if (held.leaving !== null) leave(held.leaving, at);
        seenAt = at;
        break;
      case 'heard':
        for (const run of runs) {
          if (run.downAt <= at) run.heardAt ??= at;
          if (run.untilKnown !== null && run.untilKnown <= at) run.endHeardAt ??= at;
        }
        break;
      case 'forgotten':
        for (const each of checks)
          if (happening.copyAt !== undefined && each.storedAt > happening.copyAt) each.lostAt ??= at;
        for (const run of runs)
          if (run.heardAt === null || (run.until !== null && run.endHeardAt === null)) run.isUncertain = true;
        // Without its record the companion sees a time without checks, and not that it was a pause.
        if (wasAway) gapOf('unseen', false);
        if (held.row !== null) {
          held.row.isBlurred = true;
          if (held.open !== null && held.open.heardAt === null) held.open.sinces = held.row.all;
        }
        break;
      case 'turned-back':
        for (const run of runs) {
          const isLost = run.heardAt !== null && run.heardAt > happening.copyAt;
          const isEndLost = run.endHeardAt !== null && run.endHeardAt > happening.copyAt;
          if ((isLost || isEndLost) && run.until !== null) run.isUncertain = true;
        }
        break;
    }
  }
  // Left, and nobody looked until the end.
  if (held.leaving !== null) leavings.push({ ...held.leaving, noticedAt: null });
  return { runs, stretches, checks, leavings, windows };
}

/** What it was at a moment. */
export function stretchAt({ stretches }: Timeline, at: number): Stretch {
  return stretches.findLast(({ from }) => from <= at) ?? { from: 0, state: 'new', run: null };
}

/** What it was at any moment of a time. */
export function stretchesIn(timeline: Timeline, from: number, until: number): readonly Stretch[] {
  return [
    stretchAt(timeline, from),
    ...timeline.stretches.filter((each) => each.from > from && each.from <= until),
  ];
}
