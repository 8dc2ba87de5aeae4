/** The state of the caller's order, polled by the provisioning page: one query, and no other service is called. */
import type { ProvisioningStatus } from '#domain/api-schemas/provisioning.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { Deps } from '#functions/compose.ts';
import { givenBack } from '#functions/orders/order.ts';
import { findProgress, type OrderProgress } from '#functions/orders/progress.ts';
import { findClosedOrder } from '#functions/orders/store.ts';
import { findTenantOfMember } from '#functions/tenants/store.ts';

const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();

/** Response for an account without an order: waiting, without a tenant, so the page links to `/checkout`. */
function noOrder(now: number): ProvisioningStatus {
  return {
    provisionamentoStatus: 'AGUARDANDO',
    updatedAt: isoTime(now),
    argocd: { synced: false, healthy: false },
    ping: { ok: false },
  };
}

const situations = {
  active: {},
  suspended: { situacao: 'suspensa' },
  asleep: { situacao: 'dormindo' },
  ended: { situacao: 'encerrada' },
} as const;

/** What changed after the order: another plan, a suspension, an end. */
function contractFacts({ contract }: OrderProgress) {
  if (contract === null) return {};
  const { state, plan, cycle } = contract;
  return { plano: plan, ciclo: cycle, ...situations[state] };
}

function closingFacts(order: OrderProgress) {
  if (order.closedAt === null) return {};
  return { situacao: 'sem-entrega', devolucaoCentavos: givenBack(order) } as const;
}

function statusOf(order: OrderProgress, template: string): ProvisioningStatus {
  return {
    provisionamentoStatus: order.status,
    tenant: order.subdomain,
    updatedAt: isoTime(order.updatedAt),
    argocd: { synced: order.synced, healthy: order.healthy },
    ping: { ok: order.pingOk },
    plano: order.plan,
    ciclo: order.cycle,
    criadoEm: isoTime(order.createdAt),
    ...(order.status === 'CONCLUIDO' ? { url: tenantUrl(template, order.subdomain) } : {}),
    ...(order.retryingSince !== null ? { tentandoNovamente: true } : {}),
    ...(order.status === 'AGUARDANDO' && order.payUrl !== null ? { paymentUrl: order.payUrl } : {}),
    ...contractFacts(order),
    ...closingFacts(order),
  };
}

/** Reads the status. A reservation whose card was refused counts as no order, because nothing will happen to it. */
export async function readStatus(
  { db, clock, tenantUrlTemplate }: Pick<Deps, 'db' | 'clock' | 'tenantUrlTemplate'>,
  subject: string,
): Promise<ProvisioningStatus> {
  const order = await findProgress(db, subject);
  if (order === null) {
    const closed = await findClosedOrder(db, subject);
    if (closed !== null) return statusOf({ ...closed, contract: null }, tenantUrlTemplate);
    const others = await findTenantOfMember(db, subject);
    return { ...noOrder(clock.now()), ...(others === null ? {} : { membroDe: others.subdomain }) };
  }
  const isIdle = order.closedAt === null && order.payment === 'none' && order.leaseUntil < clock.now();
  return isIdle ? noOrder(clock.now()) : statusOf(order, tenantUrlTemplate);
}
