/** What is asked of a tenant's instance about the limits of its plan, and ordered. */
import type { LimitsReport } from '#domain/limits/monitors.ts';
import type { LimitsOrders } from '#domain/limits/orders.ts';

/** What became of orders. */
export interface CarriedOut extends LimitsReport {
  /** Monitors that the instance refused to change. */
  readonly failed: readonly number[];
}

export interface TenantLimits {
  /** @throws DomainError `tenant-unavailable` when nobody beside the instance answers. */
  read(subdomain: string): Promise<LimitsReport>;
  /**
   * Has monitors paused, raised or undone. Idempotent; what did not fit into the time shows in the answer as still to do.
   * @throws DomainError `tenant-unavailable`: nothing, part or all of it was done, and reading says which.
   */
  carryOut(subdomain: string, orders: LimitsOrders): Promise<CarriedOut>;
}
