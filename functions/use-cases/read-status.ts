/**
 * The state of the caller's order, as the provisioning page polls it. Reads the database only: one row while it is
 * polled, and the contract once there is nothing left to wait for.
 */
import type { ProvisioningStatus } from '#domain/contracts/provisioning.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { Order } from '#functions/ports/order-store.ts';
import type { Tenant } from '#functions/ports/tenant-store.ts';
import type { Deps } from './deps.ts';

const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();

/** The answer for an account without an order: waiting, without a tenant, so the page links to `/checkout`. */
function noOrder(now: number): ProvisioningStatus {
  return {
    provisionamentoStatus: 'AGUARDANDO',
    updatedAt: isoTime(now),
    argocd: { synced: false, healthy: false },
    ping: { ok: false },
  };
}

function statusOf(order: Order, template: string): ProvisioningStatus {
  return {
    provisionamentoStatus: order.status,
    tenant: order.subdominio,
    updatedAt: isoTime(order.updatedAt),
    argocd: { synced: order.synced, healthy: order.healthy },
    ping: { ok: order.pingOk },
    plano: order.plano,
    ciclo: order.ciclo,
    criadoEm: isoTime(order.createdAt),
    ...(order.status === 'CONCLUIDO' ? { url: tenantUrl(template, order.subdominio) } : {}),
    ...(order.retryingSince !== null ? { tentandoNovamente: true } : {}),
    ...(order.status === 'AGUARDANDO' && order.payUrl !== null ? { paymentUrl: order.payUrl } : {}),
  };
}

const situations = {
  active: {},
  suspended: { situacao: 'suspensa' },
  ended: { situacao: 'encerrada' },
} as const;

/** What changed since the order: another plan, a suspension, an end. */
function contractFacts({ state, plano, ciclo }: Tenant) {
  return { plano, ciclo, ...situations[state] };
}

/** A reservation whose card was refused counts as no order: there is nothing to wait for. */
export async function readStatus(
  deps: Pick<Deps, 'orders' | 'tenants' | 'clock' | 'tenantUrlTemplate'>,
  subject: string,
): Promise<ProvisioningStatus> {
  const order = await deps.orders.findLiveBySubject(subject);
  if (order === null || (order.payment === 'none' && order.leaseUntil < deps.clock.now())) {
    return noOrder(deps.clock.now());
  }
  const status = statusOf(order, deps.tenantUrlTemplate);
  if (order.status !== 'CONCLUIDO') return status;
  const tenant = await deps.tenants.findBySubdomain(order.subdominio);
  return tenant === null ? status : { ...status, ...contractFacts(tenant) };
}
