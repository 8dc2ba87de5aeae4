/** Reads and enforces plan limits in a tenant's instance. */
import type { LimitsReport } from '#domain/limits/monitors.ts';
import type { LimitsOrders } from '#domain/limits/orders.ts';

/** The report after orders were carried out. */
export interface CarriedOut extends LimitsReport {
  /** Monitors that the instance refused to change. */
  readonly failed: readonly number[];
}

export interface TenantLimits {
  /** @throws DomainError `tenant-unavailable` when the companion does not answer. */
  read(subdomain: string): Promise<LimitsReport>;
  /**
   * Pauses or raises monitors, or undoes that. Idempotent; orders that did not fit into the time limit are still due in
   * the result.
   * @throws DomainError `tenant-unavailable`: the orders may be done partly, fully or not at all; read to find out.
   */
  applyOrders(subdomain: string, orders: LimitsOrders): Promise<CarriedOut>;
}
