/** The port to the tenants' instances and the companions in front of them. */
import type { ChannelState, FirstMonitorState } from '#domain/alerts/codes.ts';
import type { FirstBeat } from '#domain/api-schemas/alerts.ts';
import type { LimitsReport } from '#domain/limits/monitors.ts';
import type { LimitsOrders } from '#domain/limits/orders.ts';
import type { RecordedDay, ReportedMonitor } from '#domain/reports/days.ts';

/** Monitors that break the terms of use, each counted once per rule. */
export interface ProhibitedMonitors {
  /** HTTP or HTTPS addresses with an IP in place of a host name. */
  readonly directIp: number;
  /** Addresses under `.onion`, of any type. */
  readonly onion: number;
}

export interface MonitorCount {
  /** Active and paused monitors; groups are left out. */
  readonly monitors: number;
  /** False when read from the instance's metrics, which leave monitors out: the number is then a minimum. */
  readonly isExact: boolean;
  /** `null` when the count is not exact. */
  readonly prohibited: ProhibitedMonitors | null;
}

/** Accounts that may enter an environment. */
export interface AdmittedAccounts {
  /** Grows with every change; the higher one is newer. */
  readonly revision: number;
  /** OIDC subjects, the owner first. */
  readonly accounts: readonly string[];
}

/** The limits report after orders were carried out. */
export interface CarriedOut extends LimitsReport {
  /** Monitors that the instance refused to change. */
  readonly failed: readonly number[];
}

export interface RecordedDays {
  /** The instance's current monitors; its days contain no others. */
  readonly monitors: readonly ReportedMonitor[];
  /** One per requested day, the oldest first. */
  readonly days: readonly RecordedDay[];
}

/** What an environment needs to report its alerts, and what the customer wishes. */
interface AlertsSetUp {
  /** Where the companion sends events, and the token it shows there. */
  readonly address: string;
  readonly token: string;
  /** True to make the channel again that the customer deleted. */
  readonly restore: boolean;
  /** Ids of monitors that get the channel again. */
  readonly attach: readonly number[];
  /** The monitor to make, once for each key; `interval` in seconds. */
  readonly first: { readonly key: string; readonly address: string; readonly interval: number } | null;
}

export interface AlertsReport {
  /** `none`: not made yet. `deleted`: by the customer, in the panel. */
  readonly channel: ChannelState;
  /** Monitors from which the customer took the channel. */
  readonly detached: readonly { readonly id: number; readonly name: string }[];
  /** Running monitors whose fall no channel tells, neither ours nor one of the customer's. */
  readonly untold: readonly { readonly id: number; readonly name: string }[];
  /** Events that we have not accepted yet. */
  readonly waiting: { readonly events: number; readonly oldestAt: number | null };
  readonly first: {
    readonly key: string;
    readonly state: FirstMonitorState;
    readonly monitor: number | null;
    /** Why the instance refused it. */
    readonly reason: string | null;
    /** The newest, the oldest of them first. */
    readonly beats: readonly FirstBeat[];
  } | null;
}

/** What runs in an environment. */
interface EnvironmentState {
  /** The instance's version, as `2.5.3`. */
  readonly version: string;
  /** Whether the companion was tested with exactly this version. */
  readonly isTested: boolean;
  /**
   * Whether it works beside it: a patch of a tested minor version, or a tested one. Beside another it answers nothing
   * that it would have to read in the instance's tables.
   */
  readonly isServed: boolean;
  readonly volume: { readonly usedBytes: number; readonly totalBytes: number };
  /** Whether its pod reaches port 25 of the Internet; `null` when that is not known. */
  readonly isMailPortOpen: boolean | null;
}

/** One thing of another monitoring service, by its id there. */
interface ImportedThing {
  readonly kind: 'channel' | 'monitor';
  readonly id: string;
}

/** A thing to make. `monitor` and `config` have the instance's own field names; ids of others are the source's. */
export type ImportItem =
  | {
      readonly kind: 'channel';
      readonly id: string;
      readonly name: string;
      readonly config: Readonly<Record<string, unknown>> & { readonly type: string };
    }
  | {
      readonly kind: 'monitor';
      readonly id: string;
      /** False to make it paused. */
      readonly active: boolean;
      readonly monitor: Readonly<Record<string, unknown>> & { readonly name: string; readonly type: string };
      /** Its group, which comes before it, in the same or an earlier batch. */
      readonly parent: string | null;
      /** Those that were not brought are left out. */
      readonly channels: readonly string[];
      readonly tags: readonly {
        readonly name: string;
        readonly color: string;
        readonly value: string | null;
      }[];
    };

interface ImportBatch {
  /** Letters, digits, `:` and `-`, at most 40: what ids are unique in. */
  readonly source: string;
  /** At most 500. */
  readonly items: readonly ImportItem[];
  /** Running monitors that the plan allows: counted where batches wait for each other. An older companion counts none. */
  readonly runningMax?: number;
}

interface ImportOutcome extends ImportedThing {
  /** `present`: brought before, and still there. `pending`: not begun, because the time was over. */
  readonly result: 'made' | 'present' | 'refused' | 'pending';
  /** `fields`: the instance has no such fields. `parent`: its group was not made. `instance`: it says why in `detail`. */
  readonly reason?: 'fields' | 'parent' | 'instance' | undefined;
  readonly detail?: string | undefined;
  /** True for one that was made paused, because as many as may run did. */
  readonly paused?: true | undefined;
}

/** What an environment tells about the copies of its volume; `null` for never. */
interface VolumeCopies {
  /** When it was last copied: milliseconds, UTC. */
  readonly at: number | null;
  /** Id of that copy at restic. */
  readonly snapshot: string | null;
  /** Id of the last restore. */
  readonly restored: string | null;
}

/** What a file of an environment's data contains. */
export interface ExportOptions {
  /** `json`: the settings. `db`: the database that an own Uptime Kuma starts with. */
  readonly format: 'json' | 'db';
  /** Passwords, tokens and addresses of channels. */
  readonly secrets: boolean;
  /** Checks and statistics; only `db` has them. */
  readonly history: boolean;
}

/** `bytes`: the length, where it is known. `busy`: another file is being made. `full`: the volume has no room for one. */
export type ExportOutcome =
  | { readonly outcome: 'file'; readonly body: ReadableStream; readonly bytes: number | null }
  | { readonly outcome: 'busy' | 'full' };

/** Every method but `isReady` throws DomainError `tenant-unavailable` when the environment does not answer as it should. */
export interface Instances {
  /**
   * True once the instance serves its dashboard or a status page; false while it is being set up, fails or does not
   * answer. Never throws.
   */
  isReady(subdomain: string): Promise<boolean>;
  /** Counts the monitors; fails when neither the counter nor the metrics can be read. */
  count(subdomain: string): Promise<MonitorCount>;
  /** The monitors, and which of them are paused or raised by plan limits. */
  readLimits(subdomain: string): Promise<LimitsReport>;
  /**
   * Pauses or raises monitors, or undoes that. Idempotent; orders that did not fit into the time limit are still due in
   * the result. After a failure they may be done partly, fully or not at all; read to find out.
   */
  applyOrders(subdomain: string, orders: LimitsOrders): Promise<CarriedOut>;
  /**
   * Replaces the list of admitted accounts; an account that is no longer on it loses access within a minute. Idempotent
   * per revision; a revision older than the companion's own is refused.
   */
  admit(subdomain: string, list: AdmittedAccounts): Promise<void>;
  /** Brings the set-up of alerts to the companion; idempotent. Returns the report afterwards. */
  setUpAlerts(subdomain: string, setUp: AlertsSetUp): Promise<AlertsReport>;
  readAlerts(subdomain: string): Promise<AlertsReport>;
  /**
   * Makes what is brought, each thing once; one outcome for each, in order. After a failure it may be done partly: send
   * the same batch again.
   */
  importItems(subdomain: string, batch: ImportBatch): Promise<readonly ImportOutcome[]>;
  /** What was brought from a source and is still there. */
  readImported(subdomain: string, source: string): Promise<readonly ImportedThing[]>;
  /** The environment's data as one file, whose body is read while it arrives. Changes nothing. */
  exportData(subdomain: string, options: ExportOptions): Promise<ExportOutcome>;
  /** Version, and how full the volume is; answers with a version that was not tested, too. */
  readState(subdomain: string): Promise<EnvironmentState>;
  readCopies(subdomain: string): Promise<VolumeCopies>;
  /**
   * Past days in São Paulo time, at most seven; days before the instance's statistics began are empty. Fails when not
   * all of them can be read.
   */
  readDays(subdomain: string, from: string, through: string): Promise<RecordedDays>;
}
