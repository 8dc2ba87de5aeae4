/**
 * Asks each environment once per period what an operator has to know before it hurts: how full its volume is, whether the
 * companion serves its version and was tested with it, when it was last copied, and whether its pod reaches port 25. The
 * readiness check reads what is kept here. Ours are asked more often, and whether they open without a sign-in.
 */
import { DomainError } from '#domain/errors.ts';
import { isOwnEnvironment } from '#domain/tenants/own-environments.ts';
import type { Deps } from '#functions/compose.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { findTenant } from '#functions/tenants/store.ts';
import { openPathOf } from './showcases.ts';
import { keepState } from './watch-store.ts';

/** The landing page leads to one of ours, and every incident to the other. */
const OWN_EVERY_MS = 10 * 60_000;

export const watchWork = defineWork<Deps>({
  kind: ENVIRONMENT_WORK.watch,
  title: 'Disco, versão, cópia e porta 25 de um ambiente',
  perRun: 20,
  isPerCluster: true,
  async run({ db, instances, clock, quotaCheckSeconds }, { key: orderId }) {
    const tenant = await findTenant(db, orderId);
    if (tenant?.state !== 'active') return undefined;
    const [{ version, isTested, isServed, volume, isMailPortOpen }, { at }] = await Promise.all([
      instances.readState(tenant.subdomain),
      instances.readCopies(tenant.subdomain),
    ]);
    await keepState(db, orderId, {
      volumePercent: Math.floor((volume.usedBytes / volume.totalBytes) * 100),
      untestedVersion: isTested ? null : version,
      isServed,
      copiedAt: at,
      isMailPortOpen,
    });
    if (!isOwnEnvironment(tenant.subdomain)) return { againAt: clock.now() + quotaCheckSeconds * 1000 };
    if (!(await instances.isOpen(tenant.subdomain, openPathOf(tenant.subdomain))))
      throw new DomainError('tenant-unavailable', { message: 'it does not open without a sign-in' });
    return { againAt: clock.now() + OWN_EVERY_MS };
  },
});
