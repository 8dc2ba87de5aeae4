/**
 * Reads the instance's database and reports what its monitors are: when to look, what a look finds, and what the
 * functions' answers change. Asks nobody else, so that nothing else can hold up a fall.
 *
 * A look takes in new checks when somebody wrote into the database. Everything is compared once a minute, after a start
 * and after a change of the set: ten thousand companions do this every second.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { awaitsFirstCheck } from '#domain/alerts/levels.ts';
import {
  type AlertReport,
  type AlertReportRefused,
  REPORT_VERSION,
  type ReportedEvent,
} from '#domain/api-schemas/alert-report.ts';
import { adopt, afterRestore } from './alert-adoption.ts';
import { FALLS_WAITING_MAX, look as lookOnce, withEvents } from './alert-comparison.ts';
import { keyOf, type Watched } from './alert-levels.ts';
import { deadlineOf, waitsForSigns } from './alert-push.ts';
import { createChangeSign, newestCheck, readWatched, signOfSet } from './alert-reading.ts';
import type { AlertRecord, KnownMonitor, Span } from './alert-record.ts';
import { accepted, type Draft, draftOf, nothingSent, passOver, sentWith, unstated } from './alert-report.ts';
import { createSender } from './alert-sender.ts';
import type { AlertsReport } from './contract.ts';
import { type Reader, reading } from './database.ts';
import { certificateDays, readCertificateNews } from './expiry-events.ts';
import type { Log } from './log.ts';

const WHOLE_EVERY_MS = 60_000;
/** A companion that did not look for so long was away. */
const AWAY_MS = 3 * 60_000;
/** A copy is taken so soon after the last look that its record knows of. */
const COPY_MS = 2 * WHOLE_EVERY_MS;
/** Refusals in a row, each followed by what they ask for; more is no understanding. */
const REFUSALS_MAX = 3;

/** A restore of the volume, and when it was done. */
export interface Restored {
  readonly id: string;
  readonly at: number;
}

interface ReportingOptions {
  readonly database: string;
  readonly state: () => AlertRecord;
  readonly saveState: (change: Partial<AlertRecord>, isWorthAWrite?: boolean) => void;
  readonly process: AlertReport['process'];
  readonly limited: () => readonly number[];
  readonly restored: () => Restored | null;
  readonly domainDays: (monitor: number) => number | undefined;
  /** Where the checks are made from; empty when the chart does not say it. */
  readonly location: string;
  /** Called after a change of the set, in the reading turn. */
  readonly onChangedSet: () => void;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly log: Log;
}

export function createReporting(options: ReportingOptions) {
  const { database, state, saveState, process, now, log } = options;
  const sender = createSender(options);
  const changed = createChangeSign(database, now);
  let watched: readonly Watched[] = [];
  /** The set as it was compared last; `null` asks for a whole look. */
  let sign: string | null = null;
  let comparedAt = Number.NEGATIVE_INFINITY;
  /** When the next sign is late. */
  let lateAt = Number.POSITIVE_INFINITY;
  /** True while checks wait, or a look broke off. */
  let isLeft = true;
  let sent = nothingSent;
  let isOneByOne = false;
  let isSuperseded = false;
  /** When the database was last looked at before this process: a file that is older than the functions ends there. */
  const lookedBefore = state().lookedAt;
  /** When the file said last that this companion looks. */
  let livedAt = lookedBefore;
  /** A copy is put back while no companion runs. */
  const restored = options.restored();
  let away: Span | null = null;

  /** Where a fresh record begins, and what a restore leaves. */
  function begin(reader: Reader) {
    const record = state();
    const newest = newestCheck(reader);
    const restoredId = restored?.id ?? null;
    if (record.cursor === null)
      return saveState({ cursor: newest, restored: restoredId, floor: restored?.at ?? 0 });
    const isOther = restored !== null && restored.id !== record.restored;
    if (!isOther && newest >= record.cursor) return;
    log({ event: 'alerts-restored-copy', restore: restoredId });
    const floor = isOther ? restored.at : now();
    saveState({ ...afterRestore(record, newest, floor, floor), restored: restoredId });
    away = null;
    sign = null;
  }

  /** Notes that this companion looks, and from when to when it did not. */
  function noteLife() {
    const { lookedAt } = state();
    if (lookedAt !== null && now() - lookedAt > AWAY_MS) {
      away = { from: lookedAt, until: now() };
      saveState({ deaf: away });
    }
    const isWritten = livedAt !== null && now() - livedAt < WHOLE_EVERY_MS;
    if (!isWritten) livedAt = now();
    saveState({ lookedAt: now() }, !isWritten);
  }

  const runningWindows = (): ReadonlySet<number> =>
    new Set(
      Object.values(state().windows).flatMap(({ id, said, until }) =>
        said.includes('start') && !said.includes('end') && (until === null || until > now()) ? [id] : [],
      ),
    );

  const isCompareDue = (): boolean => now() - comparedAt >= WHOLE_EVERY_MS || now() > lateAt;

  /** A missing sign writes no row, so its deadline is kept here. One that could not be reported waits for the next minute. */
  function noteDeadlines(): void {
    const { monitors } = state();
    const deadlines = watched.flatMap((each) => {
      const known = monitors[keyOf(each)];
      return known === undefined ? [] : (deadlineOf(known, each) ?? []);
    });
    lateAt = Math.min(...deadlines.filter((each) => each >= now()), Number.POSITIVE_INFINITY);
  }

  /** Reads the set again when it may have changed. @returns True when everything must be compared. */
  function readSet(reader: Reader): boolean {
    const { channel, seen } = state();
    const windows = runningWindows();
    const found = `${signOfSet(reader, channel)} ${seen.length} ${[...windows]}`;
    if (found === sign && !isCompareDue()) return false;
    if (found !== sign) options.onChangedSet();
    const limited = new Set(options.limited());
    watched = readWatched(reader, { channel, seen: new Set(seen), limited, windows });
    [sign, comparedAt] = [found, now()];
    return true;
  }

  function readOnce(isForced: boolean): boolean {
    return reading(database, (reader) => {
      const isWhole = readSet(reader) || isForced;
      const { deaf } = state();
      const found = lookOnce(reader, state(), watched, {
        ...{ now: now(), startedAt: process.startedAt, away, isWhole },
        deaf: deaf && { from: deaf.from, until: deaf.until ?? now() },
        isDeaf: deaf !== null && deaf.until === null,
      });
      const events = found.change.events.map((event) => withExpiries(reader, event));
      saveState({ ...found.change, events }, found.isNews);
      noteDeadlines();
      if (isWhole) noteCertificates();
      // A look that ended in the middle has not compared.
      if (found.isLeft) sign = null;
      return found.isLeft;
    });
  }

  /** A monitor's first result comes with how long its certificate and domain last, where that is known by then. */
  function withExpiries(reader: Reader, event: ReportedEvent): ReportedEvent {
    const { kind, monitor } = event;
    if (kind !== 'first' || monitor === null || state().events.some(({ key }) => key === event.key))
      return event;
    const [certificate, domain] = [
      certificateDays(reader, monitor.id, now()),
      options.domainDays(monitor.id),
    ];
    return {
      ...event,
      ...(certificate === undefined ? {} : { certificateDays: certificate }),
      ...(domain === undefined ? {} : { domainDays: domain }),
    };
  }

  function noteCertificates() {
    const { certificates, channel, events } = state();
    const news = readCertificateNews(database, certificates, channel, now());
    saveState({ certificates: [...news.known], events: withEvents(events, news.events) });
  }

  async function readAll() {
    reading(database, begin);
    noteLife();
    do {
      // While the functions do not take what waits, the instance's rows wait too.
      if (state().falls.length >= FALLS_WAITING_MAX) return;
      isLeft = readOnce(false);
      await nextTurn();
    } while (isLeft);
    away = null;
  }

  /** Takes over the functions' table, and states everything next. */
  function takeTable(table: Extract<AlertReportRefused, { reason: 'revision' }>) {
    const { revision, isWhole } = state();
    // One report may have been accepted without an answer; a whole statement leads to any later revision.
    const isOld = revision > 0 && table.revision > revision + 1 && !isWhole;
    log({ event: 'alerts-other-revision', ours: revision, theirs: table.revision });
    reading(database, (reader) => {
      if (isOld) {
        const floor = lookedBefore === null ? now() : Math.min(now(), lookedBefore + COPY_MS);
        saveState(afterRestore(state(), newestCheck(reader), floor, now()));
        sign = null;
      }
    });
    if (isOld) readOnce(true);
    reading(database, (reader) => saveState(adopt(reader, state(), watched, table)));
    // On what was learned of the set, and of what is down.
    sign = null;
    readOnce(true);
  }

  function takeUnreadable(draft: Draft, status: number) {
    const passed = passOver(state(), draft);
    if (passed === null) {
      // The first time it may be one of several; a whole statement goes as a whole.
      if (isOneByOne) sender.wait();
      isOneByOne = true;
      return;
    }
    const [one] = [...draft.falls, ...draft.events, ...draft.levels];
    log({ event: 'alert-unreadable', monitor: one?.monitor?.id ?? null, status });
    saveState(passed);
  }

  async function sendAll() {
    for (let refusals = 0; ; ) {
      const { setUp } = state();
      if (setUp === null || isSuperseded || sender.isPaused()) return;
      const draft = draftOf(state(), now(), sent, { isOneByOne, isBehind: isLeft });
      if (draft === null) return;
      const answer = await sender.send(setUp, {
        ...{ version: REPORT_VERSION, process, ...draft },
        ...(options.location === '' ? {} : { location: options.location }),
      });
      if (answer.kind === 'unsent') return;
      if (answer.kind === 'unreadable') takeUnreadable(draft, answer.status);
      if (answer.kind === 'accepted') {
        isOneByOne = false;
        sent = sentWith(sent, draft, now());
        saveState(accepted(state(), draft, answer.revision));
      }
      if (answer.kind !== 'refused') continue;
      if (answer.refused.reason === 'superseded') {
        isSuperseded = true;
        log({ event: 'alerts-superseded' });
        return;
      }
      takeTable(answer.refused);
      refusals += 1;
      if (refusals > REFUSALS_MAX) sender.wait();
    }
  }

  return {
    /** Notes where a fresh record begins; what is made in the instance after that is news. */
    begin: () => reading(database, begin),
    /** Reads what is new, and sends what is due. @throws Error while the instance is starting. */
    async look() {
      const { setUp, channel } = state();
      // Another process has the environment; this one neither sends nor writes.
      if (setUp === null || channel === null || isSuperseded) return;
      // Asked before anything is read, so that what is written meanwhile is seen the next time.
      const isDue = isCompareDue() || sign === null;
      if (changed.hasChanged() || isLeft || isDue) {
        isLeft = true;
        await readAll();
      }
      await sendAll();
    },
    resume: sender.resume,
    close: changed.close,
    isWaitingForSigns: () => watched.some((each) => each.outside === null && waitsForSigns(each)),
    /** What the functions have not accepted yet. */
    waiting(): AlertsReport['waiting'] {
      const { falls, events } = state();
      const levels = unstated(state());
      const moments = [
        ...falls.map(({ until }) => until),
        ...events.map(({ at }) => at),
        ...levels.map(({ since, doubtSince }) => doubtSince ?? since),
      ];
      return { events: moments.length, oldestAt: moments.length === 0 ? null : Math.min(...moments) };
    },
    /** What the monitors are; `null` before the first look, after one that broke off, and beside a later process. */
    levels: (): readonly KnownMonitor[] | null =>
      state().setUp === null || state().channel === null || isSuperseded || isLeft
        ? null
        : Object.values(state().monitors),
    /** Running monitors without a current check; `since` is the last one. */
    unchecked(): AlertsReport['unchecked'] {
      return Object.values(state().monitors).flatMap((each) =>
        each.doubt !== 'unchecked' || awaitsFirstCheck(each, now())
          ? []
          : [{ id: each.id, name: each.name, since: each.checkedAt }],
      );
    },
  };
}
