/** A customer's history, for operators. */
import type { OrderHistory, OrderLine } from '#domain/api-schemas/operation-answers.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { findMarks } from '#functions/debts/marks-store.ts';
import { partiesOf } from '#functions/debts/parties.ts';
import { findOrder } from '#functions/orders/store.ts';
import { placeOf } from '#functions/platform/environment-rows.ts';
import { requirePerson } from '#functions/privacy/require-person.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import { marksHistory } from './marks-history.ts';
import { findOrderLines, findOrderLinesOfMember, orderHistory } from './store.ts';

/** Orders per answer; further ones can be looked up by order id. */
const HISTORIES_MAX = 5;

/**
 * The person's orders, the newest first. For a person without orders: the environment they are a member of or invited
 * to.
 * @throws DomainError `order-missing`, `not-found`, `validation-failed`, `identity-unavailable`, `payment-unavailable`.
 */
export async function explainCustomer(needs: Deps, who: string): Promise<OrderHistory[]> {
  const own = await findOrderLines(needs.db, who);
  const found = own.length > 0 ? own : await findOrderLinesOfMember(needs.db, who);
  if (found.length === 0) {
    // Throws `not-found` for an unknown person.
    await requirePerson(needs, who);
    throw new DomainError('order-missing', {
      sentence: 'Esta pessoa é conhecida e nunca pediu um ambiente. "exportar" mostra o que há dela.',
    });
  }
  return Promise.all(found.slice(0, HISTORIES_MAX).map((line) => explain(needs, line)));
}

async function explain(needs: Deps, line: OrderLine): Promise<OrderHistory> {
  const { db } = needs;
  const [order, tenant, entries] = await Promise.all([
    findOrder(db, line.id),
    findTenantByName(db, line.subdominio),
    orderHistory(db, line.id),
  ]);
  const parties = await partiesOf(needs, { subject: order?.subject, orderId: line.id });
  const marks = marksHistory(await findMarks(db, parties));
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
          cluster: (await placeOf(needs.db, line.id)).cluster,
        }
      : null,
    entries: [...entries, ...marks].sort((one, other) => one.at - other.at),
  };
}
