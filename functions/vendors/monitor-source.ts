/** The port to another monitoring service, from which a customer brings monitors with a key of that service. */
import type { RobotMonitor } from '#domain/import/uptimerobot.ts';

type SourcePage =
  /** `next` reads on; `null` after the last page. */
  | { readonly outcome: 'page'; readonly monitors: readonly RobotMonitor[]; readonly next: string | null }
  | { readonly outcome: 'wrong-key' }
  /** Too many calls; accepted after these seconds. */
  | { readonly outcome: 'later'; readonly seconds: number };

export interface MonitorSource {
  /**
   * Reads one page of the monitors of a key's account; changes nothing there.
   * @param key Sent with this one call; never kept, logged or part of an error.
   * @param cursor `next` of the page before; `null` for the first one.
   * @throws DomainError `source-unavailable` when nothing is known about the outcome.
   */
  readMonitors(key: string, cursor: string | null): Promise<SourcePage>;
}
