/**
 * Whether anything is sold (docs/worst-day.md): closed while the database is restored, because an order of that time
 * would be lost.
 *
 * Kept in KV and not in D1, because a restored database would open the sales again. KV is read with a delay of up to a
 * minute (developers.cloudflare.com/kv/reference/how-kv-works), so an operator waits that long before the restore.
 */
import { DomainError } from '#domain/errors.ts';
import type { Logger } from './logger.ts';

const KEY = 'sales-closed';
/** How late KV may answer with what was written. */
const READ_DELAY_SECONDS = 60;

export interface ClosedSales {
  /** Milliseconds, UTC. */
  readonly since: number;
  /** Who closed them. */
  readonly by: string;
}

/** Makes the switch over a KV namespace. */
export function createSalesSwitch(kv: KVNamespace) {
  return {
    /** `null` while the sales are open. */
    read: async () => kv.get<ClosedSales>(KEY, 'json'),
    close: (closed: ClosedSales) => kv.put(KEY, JSON.stringify(closed)),
    open: () => kv.delete(KEY),
  };
}
export type SalesSwitch = ReturnType<typeof createSalesSwitch>;

/**
 * Sells while the switch cannot be read: it is closed for an hour in years, and a namespace that does not answer must not
 * stop every sale.
 * @throws DomainError `sales-closed`
 */
export async function requireOpenSales({
  sales,
  logger,
}: {
  readonly sales: SalesSwitch;
  readonly logger: Logger;
}): Promise<void> {
  const closed = await sales.read().catch((error: unknown) => {
    logger.error('sales-switch-unreadable', { error });
    return null;
  });
  if (closed !== null) throw new DomainError('sales-closed', { retryAfterSeconds: READ_DELAY_SECONDS });
}
