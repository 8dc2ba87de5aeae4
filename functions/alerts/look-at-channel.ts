/** Asks an environment how its alerts stand, for a person who looks at the page. */
import type { Deps } from '#functions/compose.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { findChannel, keepChannelReport } from './channel-store.ts';

/** A younger report is shown as it is: the page reads again every few seconds while it waits for something. */
const YOUNG_MS = 30_000;

/**
 * Keeps what the companion says now, so that a switch that was just changed in the panel is shown as it is. Without an
 * answer the page shows the last report.
 */
export async function lookAtChannel(
  needs: Deps,
  { orderId, subdomain, state }: Pick<Tenant, 'orderId' | 'subdomain' | 'state'>,
): Promise<void> {
  if (state !== 'active') return;
  const now = needs.clock.now();
  const known = await findChannel(needs.db, orderId);
  if (known === null || now - known.readAt < YOUNG_MS) return;
  try {
    await keepChannelReport(needs.db, orderId, await needs.instances.readAlerts(subdomain), now);
  } catch (error) {
    needs.logger.warn('alert-channel-unread', { orderId, error });
  }
}
