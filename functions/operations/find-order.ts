/** Whom an operator means. */
import type { OrderLine } from '#domain/contracts/operations.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/deps.ts';

/** The live order of whoever is meant. @throws DomainError `order-missing`. */
export async function requireLiveOrder(deps: Pick<Deps, 'operations'>, who: string): Promise<OrderLine> {
  const found = await deps.operations.findOrders(who);
  const live = found.find(({ isReleased }) => !isReleased);
  if (live === undefined)
    throw new DomainError('order-missing', { sentence: 'Não há pedido em aberto com este identificador.' });
  return live;
}
