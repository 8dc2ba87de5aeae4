/**
 * Checks that an order's name is not used by an environment of another order.
 *
 * The orders' unique index alone does not prove it: after the database was restored to an earlier moment, a customer's
 * environment may run without a row, and its name looks free.
 */
import { DomainError } from '#domain/errors.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import type { Deps } from '#functions/compose.ts';
import type { Order } from '#functions/orders/order.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { listMembers } from './members.ts';

type Named = Pick<Order, 'id' | 'subject' | 'subdomain'>;

/** Accounts in the group of the order's name that do not belong to the order. */
export async function strangersIn(
  { identity, db }: Pick<Deps, 'identity' | 'db'>,
  { id, subject, subdomain }: Named,
): Promise<readonly string[]> {
  const [inGroup, members] = await Promise.all([
    identity.listMembers(tenantGroupName(subdomain)),
    listMembers(db, id),
  ]);
  const own = new Set([subject, ...members.map((member) => member.subject)]);
  return inGroup.filter((each) => !own.has(each));
}

/**
 * Notifies operators once per order when the name is in use.
 * @throws DomainError `name-occupied`
 */
export async function requireFreeName(needs: Deps, order: Named): Promise<void> {
  const [rivals, strangers] = await Promise.all([
    needs.cluster.listRivals({ orderId: order.id, subdomain: order.subdomain }),
    strangersIn(needs, order),
  ]);
  if (rivals.length === 0 && strangers.length === 0) return;
  const found = [...rivals.map((name) => `aplicação ${name}`), inGroup(strangers.length)];
  await notifyOperators(needs, 'name-occupied', {
    subdomain: order.subdomain,
    orderId: order.id,
    reference: order.id,
    problem: found.join(', '),
  });
  throw new DomainError('name-occupied', { message: found.join(', ') });
}

const inGroup = (count: number): string =>
  count === 1 ? 'uma conta no grupo' : `${count === 0 ? 'nenhuma conta' : `${count} contas`} no grupo`;
