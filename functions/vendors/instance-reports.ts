/** What a tenant's instance recorded on days that are over. */
import type { RecordedDay, ReportedMonitor } from '#domain/reports/days.ts';

export interface RecordedDays {
  /** Monitors that the instance has now; its days know no others. */
  readonly monitors: readonly ReportedMonitor[];
  /** One for each day asked for, the oldest first. */
  readonly days: readonly RecordedDay[];
}

export interface TenantReporter {
  /**
   * Days of São Paulo that are over, at most seven; those before the instance's statistics are empty.
   * @throws DomainError `tenant-unavailable` when they cannot be read, or not all of them.
   */
  readDays(subdomain: string, from: string, through: string): Promise<RecordedDays>;
}
