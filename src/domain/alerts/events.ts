/** What happened in an environment, as its companion reports it and as messages tell it. */

/**
 * Beside falls and returns (levels.ts). `first`: the first result ever of a monitor that is up. `test`: the test button of
 * the channel in the panel was pressed.
 */
export const reportedKinds = [
  'first',
  'maintenance-soon',
  'maintenance',
  'maintenance-over',
  'certificate',
  'domain',
  'test',
] as const;

/** `folded`: ours; the first monitor of a day changed more often than is kept. */
export const alertEventKinds = [...reportedKinds, 'folded'] as const;
export type AlertEventKind = (typeof alertEventKinds)[number];

export interface AlertMonitor {
  readonly id: number;
  readonly name: string;
  /** Host and path, without credentials. */
  readonly address?: string | undefined;
  /** As the instance calls it, `http`; of reports since it is told. */
  readonly type?: string | undefined;
  /** With the scheme, without user and query. */
  readonly url?: string | undefined;
}

/** A maintenance window. Times in milliseconds, UTC. */
export interface MaintenanceWindow {
  readonly title: string;
  readonly from: number;
  /** `null` for one without an end. */
  readonly until: number | null;
  /** How many monitors it covers, and the names of the first. */
  readonly count: number;
  readonly monitors: readonly string[];
}

/** An accepted event. Times in milliseconds, UTC. */
export interface AlertEvent {
  /** Grows with each accepted event. */
  readonly seq: number;
  readonly kind: AlertEventKind;
  readonly at: number;
  readonly receivedAt: number;
  readonly monitor: AlertMonitor | null;
  /** What the instance says. */
  readonly message: string;
  /** Milliseconds that the check took; of `first`. */
  readonly ping?: number | undefined;
  readonly window?: MaintenanceWindow | undefined;
  /** Days until the certificate or domain expires. */
  readonly days?: number | undefined;
  /** Of `first`, where they are known: days until the certificate and the domain expire. */
  readonly certificateDays?: number | undefined;
  readonly domainDays?: number | undefined;
}
