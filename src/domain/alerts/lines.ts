/** What a message to a recipient of alerts consists of, and which kinds of it a recipient may leave out. */
import type { AlertEvent, AlertMonitor, MaintenanceWindow } from './events.ts';
import type { Fall, NamedFall, OutsideReason } from './levels.ts';
import type { AlertKind, AlertPreferences } from './preferences.ts';

/** A monitor in a line; the creation time tells it from an earlier one under the same id. */
interface AboutMonitor {
  readonly monitor: AlertMonitor;
  readonly createdAt: number;
}

/** Why a line comes late: the environment could not report, quiet hours, or a provider that took nothing. */
export type Why = 'unheard' | 'quiet' | 'provider';

/** For lines that may come late. */
interface Received {
  /** When what it tells was accepted. */
  readonly receivedAt: number;
  readonly why?: Why;
}

/** One thing that a message tells. Times are milliseconds, UTC. */
export type AlertLine =
  | (AboutMonitor &
      Received &
      Pick<Fall, 'since' | 'downAt' | 'message' | 'isFirst' | 'signAt' | 'unseen' | 'look'> & {
        readonly what: 'fell';
        /** False for a fall from before its reader was told anything: it is not late. */
        readonly isNews: boolean;
        readonly took?: number | undefined;
      })
  | (AboutMonitor &
      Received &
      Pick<Fall, 'since' | 'gap' | 'unseen'> & {
        readonly what: 'returned';
        readonly at: number;
        readonly uptime?: number | undefined;
      })
  | (AboutMonitor &
      Received & {
        /** Is not watched any more, while it was down. */
        readonly what: 'left';
        readonly since: number;
        readonly at: number;
        readonly reason: OutsideReason;
      })
  | (AboutMonitor &
      Received &
      Pick<Fall, 'message' | 'gap' | 'unseen'> & {
        /** Fell and returned before anything was told. */
        readonly what: 'brief';
        readonly from: number;
        readonly at: number;
        readonly times: number;
        /** True when more falls happened than are kept. */
        readonly isAtLeast: boolean;
      })
  | (AboutMonitor & {
      readonly what: 'unstable';
      readonly at: number;
      /** Falls and returns within the hour before. */
      readonly changes: number;
      readonly isAtLeast: boolean;
      readonly isDown: boolean;
    })
  | (AboutMonitor & {
      readonly what: 'stable';
      readonly at: number;
      /** Falls since it was called unstable that were not told by themselves. */
      readonly falls: number;
      readonly isAtLeast: boolean;
      readonly isDown: boolean;
      /** True for a monitor that is not watched any more. */
      readonly hasLeft: boolean;
    })
  | (AboutMonitor & { readonly what: 'still-down'; readonly since: number; readonly at: number })
  | (AboutMonitor &
      Received & {
        /** Somebody else looks after a fall that its reader was told of. */
        readonly what: 'seen';
        readonly since: number;
        readonly by: string;
        readonly at: number;
      })
  | {
      readonly what: 'first';
      readonly monitor: AlertMonitor;
      readonly at: number;
      readonly ping: number | null;
      /** Days until its certificate and its domain expire; `null` where that is not known. */
      readonly certificateDays: number | null;
      readonly domainDays: number | null;
    }
  | {
      readonly what: 'maintenance-soon' | 'maintenance' | 'maintenance-over';
      readonly window: MaintenanceWindow;
      readonly at: number;
    }
  | {
      readonly what: 'certificate' | 'domain';
      readonly monitor: AlertMonitor;
      readonly at: number;
      readonly message: string;
    }
  | {
      /** The first monitor of the day that changed more often than is kept. */
      readonly what: 'folded';
      readonly monitor: AlertMonitor;
      readonly at: number;
    }
  | { readonly what: 'test'; readonly at: number };

/** Decided when a message is written, and kept with it. */
export interface Around {
  /** Name of whom it is for; `null` where none is known. */
  readonly to: string | null;
  /** Who else is told; `null` where that is not said. */
  readonly others: Others | null;
  /** Falls within the hour before, by `monitorKey`. */
  readonly falls: Readonly<Record<string, readonly PastFall[]>>;
}

export interface Others {
  readonly people: number;
  readonly groups: number;
  /** Only for the owner and members: a client must not read the names of an agency's team. */
  readonly names: readonly string[] | null;
}

/** A fall within the last hour. */
export interface PastFall {
  readonly since: number;
  /** `null` while it lasts. */
  readonly until: number | null;
  /** True when nobody knows how it went on: the monitor left. */
  readonly isLeft: boolean;
}

export interface AlertMessage {
  readonly lines: readonly AlertLine[];
  /** What is said about the day's share of messages. */
  readonly share: 'near' | 'used' | null;
  /** True while so many environments fall together that it may be our own network. */
  readonly mayBeOurs: boolean;
  /** The recipient's own text, where its plan has one. */
  readonly text?: string;
  /** What is said beside that; it decides nothing. */
  readonly around?: Around;
}

/**
 * What events say by themselves, as far as this recipient is told. Of several words about one window that comes, the last
 * is left, and none once it began.
 */
export function linesOf(
  events: readonly AlertEvent[],
  firstMonitor: number | null,
  now: number,
): readonly AlertLine[] {
  const soon = new Map<string, AlertLine>();
  const lines = events.flatMap((event) => lineOf(event, firstMonitor) ?? []);
  for (const line of lines)
    if (line.what === 'maintenance-soon' && line.window.from > now)
      soon.set(`${line.window.from} ${line.window.title}`, line);
  const left = new Set(soon.values());
  return lines.filter((line) => line.what !== 'maintenance-soon' || left.has(line));
}

function lineOf(event: AlertEvent, firstMonitor: number | null): AlertLine | null {
  const { kind, monitor, window, at, message } = event;
  switch (kind) {
    case 'test':
      return { what: 'test', at };
    case 'first':
      if (monitor === null || monitor.id !== firstMonitor) return null;
      return { what: 'first', monitor, at, ping: event.ping ?? null, ...expiriesOf(event) };
    case 'folded':
      return monitor === null ? null : { what: 'folded', monitor, at };
    case 'certificate':
    case 'domain':
      return monitor === null ? null : { what: kind, monitor, at, message };
    case 'maintenance-soon':
    case 'maintenance':
    case 'maintenance-over':
      return window === undefined ? null : { what: kind, window, at };
  }
}

const expiriesOf = ({ certificateDays, domainDays }: AlertEvent) => ({
  certificateDays: certificateDays ?? null,
  domainDays: domainDays ?? null,
});

const kindOf: Readonly<Record<AlertLine['what'], AlertKind | null>> = {
  fell: 'fall',
  left: 'fall',
  brief: 'fall',
  'still-down': 'fall',
  seen: 'fall',
  unstable: 'fall',
  stable: 'fall',
  returned: 'return',
  'maintenance-soon': 'maintenance',
  maintenance: 'maintenance',
  'maintenance-over': 'maintenance',
  certificate: 'expiry',
  domain: 'expiry',
  first: null,
  folded: null,
  test: null,
};

/** Tests, and that somebody looks after a fall, do not use up the day's share. */
export const isCounted = ({ lines }: Pick<AlertMessage, 'lines'>): boolean =>
  lines.some(({ what }) => what !== 'test' && what !== 'seen');

/** Falls that a message says to last: those of which its reader may say "Estou vendo". */
export const openFallsIn = ({ lines }: Pick<AlertMessage, 'lines'>): NamedFall[] =>
  lines.flatMap((line) =>
    line.what === 'fell' || line.what === 'still-down'
      ? [{ monitorId: line.monitor.id, createdAt: line.createdAt, since: line.since }]
      : [],
  );

/** Whether a recipient wants to be told this. */
export function isWanted({ what }: AlertLine, { kinds }: AlertPreferences): boolean {
  const kind = kindOf[what];
  return kind === null || kinds.includes(kind);
}
