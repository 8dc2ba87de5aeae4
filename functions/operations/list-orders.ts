/** Orders by state, as operators list them. */
import type { OperatorRequest, OrderLine } from '#domain/contracts/operations.ts';
import type { OperationsStore } from './store.ts';

interface Needs {
  readonly operations: OperationsStore;
}

/** The newest first. */
export function listOrders(
  { operations }: Needs,
  { estado: status, limite: limit, antesDe: createdBefore }: OperatorRequest<'pedidos'>,
): Promise<OrderLine[]> {
  return operations.listOrders({ status, createdBefore, limit });
}
