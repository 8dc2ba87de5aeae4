/** What an import needs to know of the caller's environment: what came before, and what the plan has room for. */
import type { ImportRoom, ImportSource } from '#domain/api-schemas/import.ts';
import { toWireKind } from '#domain/import/wire.ts';
import { runningOf } from '#domain/limits/monitors.ts';
import type { Deps } from '#functions/compose.ts';
import { requireOwner } from '#functions/people/require-owner.ts';
import { requireRunning } from '#functions/tenants/require-tenant.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';

/** @throws DomainError As `requireOwner`; `tenant-unavailable` when the environment does not run or answer. */
export async function readRoom(needs: Deps, subject: string, source: ImportSource): Promise<ImportRoom> {
  return roomOf(needs, requireRunning(await requireOwner(needs, subject)), source);
}

export async function roomOf(
  { instances, catalog }: Deps,
  { subdomain, plan }: Tenant,
  source: ImportSource,
): Promise<ImportRoom> {
  const [{ monitors }, present] = await Promise.all([
    instances.readLimits(subdomain),
    instances.readImported(subdomain, source),
  ]);
  const { limits } = catalog.plan(plan);
  return {
    plano: plan,
    monitorLimit: limits.monitors,
    intervaloMinimo: limits.heartbeatSeconds,
    emFuncionamento: runningOf(monitors).length,
    total: monitors.length,
    presentes: present.map(({ kind, id }) => ({ tipo: toWireKind(kind), id })),
  };
}
