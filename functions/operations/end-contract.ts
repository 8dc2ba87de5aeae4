/** Ends a contract for an operator; only operators decide to end a suspended, unpaid environment. */
import type { EndedContract } from '#domain/api-schemas/operation-answers.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { findNewestEnd } from '#functions/ledger/contract-ends.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import { requireLiveOrder } from './find-order.ts';

/**
 * Does the same as the customer's own button: cancels the renewal, keeps the paid days, and ends a suspended
 * environment. Idempotent; answers with the progress.
 * @throws DomainError `order-missing`; `tenant-missing` for an order that is not finished; `subscription-missing` for a
 *   free plan; `payment-unavailable`.
 */
export async function endContract(needs: Deps, who: string): Promise<EndedContract> {
  const { id: orderId, subdomain } = await requireLiveOrder(needs, who);
  const known = await findTenantByName(needs.db, subdomain);
  if (known?.orderId !== orderId)
    throw new DomainError('tenant-missing', { sentence: 'Este pedido não terminou: use "cancelar".' });
  if (known.contractedAt === null)
    throw new DomainError('subscription-missing', {
      sentence: 'Um plano gratuito não renova: para remover o ambiente, use "apagar".',
    });
  const before = await findNewestEnd(needs.db, orderId);
  await cancelSubscription(needs, known.subject);
  const { state, endsOn } = (await findTenantByName(needs.db, subdomain)) ?? known;
  const end = await findNewestEnd(needs.db, orderId);
  const isNew = end !== null && end.subscriptionId !== before?.subscriptionId;
  return {
    orderId,
    subdomain,
    state,
    isNew,
    endsOn,
    isDone: end === null || end.doneAt !== null,
  };
}
