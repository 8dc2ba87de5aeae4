/** What a tenant's instance recorded on past days. */
import type { RecordedDay, ReportedMonitor } from '#domain/reports/days.ts';

export interface RecordedDays {
  /** The instance's current monitors; its days contain no others. */
  readonly monitors: readonly ReportedMonitor[];
  /** One per requested day, the oldest first. */
  readonly days: readonly RecordedDay[];
}

export interface TenantReporter {
  /**
   * Past days in São Paulo time, at most seven; days before the instance's statistics began are empty.
   * @throws DomainError `tenant-unavailable` when not all of them can be read.
   */
  readDays(subdomain: string, from: string, through: string): Promise<RecordedDays>;
}
