/**
 * The functions' side of alert reports, as far as a companion sees it: the table of levels with its revision, falls by
 * content, and answers that a test chooses.
 */
import { monitorKey } from '#domain/alerts/levels.ts';
import {
  AlertReport,
  type ReportedEvent,
  type ReportedFall,
  type ReportedLevel,
} from '#domain/api-schemas/alert-report.ts';

/** `lost`: accepted, and its answer was lost. `silent`: it never arrived. */
export type Fate = number | 'lost' | 'silent' | { readonly status: number; readonly retryAfter: string };

/** A fall as the functions keep it. */
export interface KeptFall extends Omit<ReportedFall, 'until' | 'endedBy'> {
  readonly until: number | null;
  readonly endedBy: ReportedFall['endedBy'] | null;
}

const keyOf = ({ monitor, createdAt }: Pick<ReportedLevel, 'monitor' | 'createdAt'>): string =>
  monitorKey(monitor.id, createdAt);

/** Everything that a turned-back database takes back. */
interface Stored {
  readonly revision: number;
  readonly levels: ReadonlyMap<string, ReportedLevel>;
  readonly falls: ReadonlyMap<string, KeptFall>;
  readonly events: ReadonlyMap<string, ReportedEvent>;
}

export function createAlertReceiver() {
  let stored: Stored = { revision: 0, levels: new Map(), falls: new Map(), events: new Map() };
  let process = { id: '', startedAt: 0 };
  const reports: AlertReport[] = [];

  /** Closes what is open and stands in no level any more. */
  function closeOpen(falls: Map<string, KeptFall>, levels: ReadonlyMap<string, ReportedLevel>): void {
    for (const [key, fall] of falls) {
      const level = levels.get(keyOf(fall));
      if (fall.until !== null || (level?.state === 'down' && level.since === fall.since)) continue;
      falls.set(key, {
        ...fall,
        until: level?.since ?? fall.since,
        endedBy: level?.state === 'up' ? 'up' : (level?.reason ?? 'unseen'),
        gap: level?.gap ?? fall.gap,
      });
    }
  }

  function store(report: AlertReport): void {
    const falls = new Map(stored.falls);
    const levels = new Map(report.base === null ? [] : stored.levels);
    if (report.base === null)
      for (const [key, level] of stored.levels)
        levels.set(key, { ...level, state: 'outside', reason: 'deleted', doubt: null });
    for (const fall of report.falls) {
      const key = `${keyOf(fall)}:${fall.since}`;
      if (falls.get(key)?.until === undefined || falls.get(key)?.until === null) falls.set(key, fall);
    }
    for (const level of report.levels) {
      const open = [...falls.values()].find((fall) => keyOf(fall) === keyOf(level) && fall.until === null);
      const isSame = level.state === 'down' && open !== undefined && open.since < level.since;
      levels.set(keyOf(level), isSame ? { ...level, since: open.since } : level);
    }
    closeOpen(falls, levels);
    for (const level of levels.values()) {
      if (level.state !== 'down') continue;
      const key = `${keyOf(level)}:${level.since}`;
      // One that was taken for over goes on.
      const { gap, ...fall } = falls.get(key) ?? level;
      falls.set(key, { ...fall, until: null, endedBy: null, gap: level.gap ?? gap });
    }
    const events = new Map(stored.events);
    for (const event of report.events) if (!events.has(event.key)) events.set(event.key, event);
    const isNews = report.levels.length + report.falls.length + report.events.length > 0;
    stored = { revision: stored.revision + (isNews ? 1 : 0), levels, falls, events };
  }

  return {
    reports,
    get revision() {
      return stored.revision;
    },
    /** A copy of the database, to be put back later. */
    copy: (): Stored => stored,
    turnBack(copy: Stored): void {
      stored = copy;
    },
    levelOf: (monitor: number): ReportedLevel | undefined =>
      [...stored.levels.values()].findLast(
        (level) => level.monitor.id === monitor && level.reason !== 'deleted',
      ),
    levels: (): readonly ReportedLevel[] => [...stored.levels.values()],
    falls: (): readonly KeptFall[] => [...stored.falls.values()],
    events: (): readonly ReportedEvent[] => [...stored.events.values()],
    take(value: unknown, fate: Fate = 200): Response {
      if (fate === 'silent') throw new Error('no answer');
      const report = AlertReport.parse(value);
      reports.push(report);
      if (typeof fate === 'object')
        return new Response(null, { status: fate.status, headers: { 'Retry-After': fate.retryAfter } });
      if (typeof fate === 'number' && fate !== 200) return new Response(null, { status: fate });
      const isOld = report.process.startedAt < process.startedAt;
      if (isOld && report.process.id !== process.id)
        return Response.json({ reason: 'superseded' }, { status: 409 });
      ({ process } = report);
      if (report.base !== null && report.base !== stored.revision) {
        const levels = [...stored.levels.values()].map(({ monitor: { id }, ...level }) => {
          const { createdAt, state, since, reason, doubt } = level;
          return { id, createdAt, state, since, reason, doubt };
        });
        return Response.json({ reason: 'revision', revision: stored.revision, levels }, { status: 409 });
      }
      store(report);
      if (fate === 'lost') throw new Error('the answer was lost');
      return Response.json({ revision: stored.revision });
    },
  };
}
