/**
 * Brings the set-up of alerts to an environment: where to report, the channel in the panel, and what is watched first.
 *
 * The companion keeps its own record of what it made, so a set-up that is repeated makes nothing twice.
 */
import { alertReportEndpoint } from '#domain/api-schemas/alert-report.ts';
import type { Deps } from '#functions/compose.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { AlertsReport } from '#functions/vendors/instances.ts';
import { findChannel, findFirstMonitor, keepChannel } from './channel-store.ts';
import { followOwner } from './follow-owner.ts';
import { wakePlanned } from './member-store.ts';

/** The page shows what the companion said at the last set-up. */
const AGAIN_MS = 6 * 3_600_000;

export const alertSetUpWork = defineWork<Deps>({
  kind: ENVIRONMENT_WORK.setUpAlerts,
  title: 'Avisos: canal no ambiente',
  perRun: 20,
  isPerCluster: true,
  retryWithinMs: 5 * 60_000,
  async run(needs, { key: orderId }) {
    const tenant = await findTenant(needs.db, orderId);
    if (tenant?.state !== 'active') return;
    await setUpAlerts(needs, tenant);
    return { againAt: needs.clock.now() + AGAIN_MS };
  },
});

/** @throws DomainError `tenant-unavailable`; safe to retry. */
export async function setUpAlerts(needs: Deps, { orderId, subdomain, plan }: Tenant): Promise<AlertsReport> {
  const { db, environmentTokens, clock, catalog, siteUrl } = needs;
  await followOwner(needs, orderId);
  const [known, first] = await Promise.all([findChannel(db, orderId), findFirstMonitor(db, orderId)]);
  const wishes = { restore: known?.restore ?? false, attach: known?.attach ?? [] };
  const report = await needs.instances.setUpAlerts(subdomain, {
    ...wishes,
    address: `${siteUrl}${alertReportEndpoint}`,
    token: await environmentTokens.tokenOf(orderId),
    first:
      first === null
        ? null
        : {
            key: orderId,
            address: first.address,
            interval: catalog.plan(plan).limits.heartbeatSeconds,
          },
  });
  await keepChannel(db, orderId, report, wishes, clock.now());
  await wakePlanned(db, orderId, clock.now()).run();
  return report;
}
