/** The port to the tenants' instances and the companions in front of them. */
import type {
  AdmittedAccounts,
  AlertsReport,
  AlertsSetUp,
  CarriedOut,
  EnvironmentState,
  ExportOptions,
  ImportBatch,
  ImportedThings,
  ImportOutcome,
  MonitorCounts,
  Showcase,
  ShowcaseReport,
  VolumeCopies,
} from '#companion/contract.ts';
import type { StatusPicture } from '#domain/api-schemas/status-picture.ts';
import type { LimitsReport } from '#domain/limits/monitors.ts';
import type { LimitsOrders } from '#domain/limits/orders.ts';
import type { RecordedDay, ReportedMonitor } from '#domain/reports/days.ts';

export type {
  AdmittedAccounts,
  AlertsReport,
  CarriedOut,
  ExportOptions,
  ImportItem,
  Showcase,
} from '#companion/contract.ts';

/** Monitors that break the terms of use, each counted once per rule. */
export type ProhibitedMonitors = MonitorCounts['prohibited'];

export interface MonitorCount {
  /** Active and paused monitors; groups are left out. */
  readonly monitors: number;
  /** False when read from the instance's metrics, which leave monitors out: the number is then a minimum. */
  readonly isExact: boolean;
  /** `null` when the count is not exact. */
  readonly prohibited: ProhibitedMonitors | null;
}

export interface RecordedDays {
  /** The instance's current monitors; its days contain no others. */
  readonly monitors: readonly ReportedMonitor[];
  /** One per requested day, the oldest first. */
  readonly days: readonly RecordedDay[];
}

/** `bytes`: the length, where it is known. `busy`: another file is being made. `full`: the volume has no room for one. */
export type ExportOutcome =
  | { readonly outcome: 'file'; readonly body: ReadableStream; readonly bytes: number | null }
  | { readonly outcome: 'busy' | 'full' };

/** Every method but `isReady` and `isOpen` throws DomainError `tenant-unavailable` when the environment does not answer as it should. */
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
  /** How the monitors stand, at most fifteen seconds ago. */
  readStatus(subdomain: string): Promise<StatusPicture>;
  /**
   * Makes what is brought, each thing once; one outcome for each, in order. After a failure it may be done partly: send
   * the same batch again.
   */
  importItems(subdomain: string, batch: ImportBatch): Promise<readonly ImportOutcome[]>;
  /** What was brought from a source and is still there. */
  readImported(subdomain: string, source: string): Promise<ImportedThings['items']>;
  /**
   * Makes an environment of our own show this; idempotent, and safe to repeat after any failure. A customer's companion
   * refuses it.
   */
  show(subdomain: string, showcase: Showcase): Promise<ShowcaseReport>;
  /** True when a path of an environment opens without a sign-in. Never throws. */
  isOpen(subdomain: string, path: string): Promise<boolean>;
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
