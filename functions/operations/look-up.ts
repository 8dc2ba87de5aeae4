/** What operators read: orders by state, and what happened to one of them. */
import type { OperatorRequest, OrderHistory, OrderLine } from '#domain/contracts/operations.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/deps.ts';

/** Orders told at once about one person; whoever has more is asked for by order id. */
const HISTORIES_MAX = 5;

type Needs = Pick<Deps, 'operations' | 'orders' | 'tenants'>;

export function listOrders(
  { operations }: Pick<Deps, 'operations'>,
  { estado, limite, antesDe }: OperatorRequest<'pedidos'>,
): Promise<readonly OrderLine[]> {
  return operations.listOrders({ status: estado, createdBefore: antesDe, limit: limite });
}

/** What happened to a customer, order by order, the newest first. @throws DomainError `order-missing`. */
export async function explainCustomer(deps: Needs, who: string): Promise<readonly OrderHistory[]> {
  const found = await deps.operations.findOrders(who);
  if (found.length === 0)
    throw new DomainError('order-missing', { sentence: 'Não há pedido com este identificador.' });
  return Promise.all(found.slice(0, HISTORIES_MAX).map((line) => explain(deps, line)));
}

async function explain(deps: Needs, line: OrderLine): Promise<OrderHistory> {
  const [order, tenant, entries] = await Promise.all([
    deps.orders.findById(line.id),
    deps.tenants.findBySubdomain(line.subdominio),
    deps.operations.history(line.id),
  ]);
  const isOwn = tenant?.orderId === line.id;
  return {
    order: { ...line, email: order?.email ?? null, subject: order?.subject ?? '' },
    tenant: isOwn
      ? {
          state: tenant.state,
          plano: tenant.plan,
          amountCentavos: tenant.amountCentavos,
          subscriptionId: tenant.subscriptionId,
          endsOn: tenant.endsOn,
        }
      : null,
    entries,
  };
}
