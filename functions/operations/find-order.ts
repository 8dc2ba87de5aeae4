/** Finds the order that an operator's input refers to. */
import type { OrderLine } from '#domain/api-schemas/operation-answers.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { findOrderLines } from './store.ts';

/**
 * The customer's live order.
 * @throws DomainError `order-missing`.
 */
export async function requireLiveOrder({ db }: Pick<Deps, 'db'>, who: string): Promise<OrderLine> {
  const live = (await findOrderLines(db, who)).find(({ isReleased }) => !isReleased);
  if (live === undefined)
    throw new DomainError('order-missing', { sentence: 'Não há pedido em aberto com este identificador.' });
  return live;
}
