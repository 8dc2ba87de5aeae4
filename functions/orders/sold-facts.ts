/** Ledger entries for an order that is paid and delivered. */
import { businessDay } from '#domain/billing/days.ts';
import { recorded } from '#domain/contract/charges.ts';
import { type Contract, changed, type FactChange } from '#domain/contract/facts.ts';
import type { Order } from './order.ts';

type Sold = Pick<
  Order,
  | 'id'
  | 'plan'
  | 'cycle'
  | 'amountCentavos'
  | 'customerId'
  | 'subscriptionId'
  | 'paymentId'
  | 'payer'
  | 'paidAt'
  | 'firstDueOn'
  | 'createdAt'
>;

/** The contract and its first charge; nothing for a free order. */
export function soldFacts(order: Sold, now: number): FactChange[] {
  const { id, plan, cycle, amountCentavos, customerId, subscriptionId, paymentId, payer } = order;
  if (plan === 'free' || customerId === null || subscriptionId === null) return [];
  const contractedAt = order.paidAt ?? now;
  const firstDueOn = order.firstDueOn ?? businessDay(order.createdAt);
  const contract: Contract = {
    id,
    customerId,
    subscriptionId,
    payer,
    contractedAt,
    firstDueOn,
    end: null,
    terms: [{ plan, cycle, amountCentavos, at: contractedAt, reason: 'sale' }],
  };
  const sold: FactChange[] = [{ kind: 'contract', contract }];
  if (paymentId === null) return sold;
  const facts = changed({ deliveredAt: now, contracts: [], charges: [] }, sold);
  const seen = { paymentId, state: 'confirmed', amountCentavos, dueDate: firstDueOn } as const;
  return [...sold, ...recorded(facts, contract, seen, contractedAt)];
}
