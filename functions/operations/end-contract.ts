/** A contract ended by an operator, who alone decides that an environment which stands still unpaid does not go on. */
import type { EndedContract } from '#domain/contracts/operations.ts';
import { DomainError } from '#domain/errors.ts';
import { cancelSubscription } from '#functions/contract/cancel-subscription.ts';
import type { Deps } from '#functions/deps.ts';
import { requireLiveOrder } from './find-order.ts';

/**
 * Does what the customer's own button does: nothing renews any more, what was paid counts to its last day, and what
 * stands still unpaid has ended. Asking again changes nothing and tells how far it came.
 * @throws DomainError `order-missing`; `tenant-missing` for an order that is not finished; `subscription-missing` for
 *   a free plan; `payment-unavailable`.
 */
export async function endContract(deps: Deps, who: string): Promise<EndedContract> {
  const { id: orderId, subdominio: subdomain } = await requireLiveOrder(deps, who);
  const known = await deps.tenants.findBySubdomain(subdomain);
  if (known?.orderId !== orderId)
    throw new DomainError('tenant-missing', { sentence: 'Este pedido não terminou: use "cancelar".' });
  if (known.contractedAt === null)
    throw new DomainError('subscription-missing', {
      sentence: 'Um plano gratuito não renova: para remover o ambiente, use "apagar".',
    });
  await cancelSubscription(deps, known.subject);
  const { state, endsOn } = (await deps.tenants.findBySubdomain(subdomain)) ?? known;
  const end = await deps.billingWork.findNewestEnd(orderId);
  return { orderId, subdominio: subdomain, state, endsOn, isDone: end === null || end.doneAt !== null };
}
