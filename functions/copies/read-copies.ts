/** When an environment was last copied, and a copy at once. */
import type { EnvironmentCopies } from '#domain/api-schemas/operations.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';

/**
 * @param asksNow True: starts a copy outside the schedule; a repeated call shows whether it is there.
 * @throws DomainError `tenant-missing`, `tenant-unavailable`; `not-found` with a sentence where copies are off.
 */
export async function readEnvironmentCopies(
  needs: Deps,
  orderId: string,
  asksNow: boolean,
): Promise<EnvironmentCopies> {
  const tenant = await needs.tenants.findByOrder(orderId);
  if (tenant === null) throw new DomainError('tenant-missing');
  const { at } = await needs.instances.readCopies(tenant.subdomain);
  if (asksNow && !(await needs.cluster.startCopy(orderId)))
    throw new DomainError('not-found', {
      sentence: 'As cópias estão desligadas neste cluster: veja "Cópias dos volumes" em docs/cluster.md.',
    });
  return { pedido: orderId, subdominio: tenant.subdomain, em: at, pedida: asksNow };
}
