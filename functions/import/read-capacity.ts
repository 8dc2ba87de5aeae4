/** The capacity of the caller's environment for an import: what the plan leaves, and what came before. */
import type { ImportCapacity } from '#domain/api-schemas/import.ts';
import type { Reading } from '#domain/import/items.ts';
import { runningOf } from '#domain/limits/monitors.ts';
import type { Deps } from '#functions/compose.ts';
import { requireOwner } from '#functions/people/require-owner.ts';
import { requireRunning } from '#functions/tenants/require-tenant.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';

/** @throws DomainError As `requireOwner`; `tenant-unavailable` when the environment does not run or answer. */
export async function readCapacity(
  needs: Deps,
  subject: string,
  source: Reading['source'],
): Promise<ImportCapacity> {
  return capacityOf(needs, requireRunning(await requireOwner(needs, subject)), source);
}

export async function capacityOf(
  { instances, catalog }: Deps,
  { subdomain, plan }: Tenant,
  source: Reading['source'],
): Promise<ImportCapacity> {
  const [{ monitors }, present] = await Promise.all([
    instances.readLimits(subdomain),
    instances.readImported(subdomain, source),
  ]);
  const { limits } = catalog.plan(plan);
  return {
    plan,
    limits: { monitors: limits.monitors, heartbeatSeconds: limits.heartbeatSeconds },
    running: runningOf(monitors).length,
    total: monitors.length,
    present: present.map(({ kind, id }) => ({ kind, id })),
  };
}
