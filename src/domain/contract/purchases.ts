/**
 * Which purchases a customer may withdraw from, and what a withdrawal changes (CDC, art. 49; docs/payments.md).
 *
 * A purchase is a contract or a paid difference. Each can be undone for seven days from the contract or the delivery,
 * whichever is later. Renewals open no such period. Upgrades, cancellations or renewals in between do not end the
 * right.
 */

import { businessDay } from '../billing/days.ts';
import { withdrawalEnd } from '../billing/withdrawal.ts';
import type { purchaseKinds } from './codes.ts';
import {
  type Charge,
  type Contract,
  type FactChange,
  type Facts,
  keptCentavos,
  type PaidPlan,
  termsOf,
} from './facts.ts';
import { isKept, renewingContract } from './standing.ts';

export interface OpenPurchase {
  /** The contract's id, or the processor's id of the difference's charge. */
  readonly id: string;
  readonly kind: (typeof purchaseKinds)[number];
  readonly plan: PaidPlan;
  /** The amount to refund. */
  readonly amountCentavos: number;
  readonly contractedAt: number;
  /** The first moment that is too late, milliseconds UTC. */
  readonly until: number;
}

const sum = (charges: readonly Charge[]): number =>
  charges.reduce((total, charge) => total + keptCentavos(charge), 0);

const keptOf = ({ charges }: Facts, contractId: string): Charge[] =>
  charges.filter((charge) => charge.contractId === contractId && isKept(charge));

/** Returns what can be undone at `now`, oldest first. A contract with nothing charged is cancelled instead. */
export function openPurchases(facts: Facts, now: number): OpenPurchase[] {
  const contracts = facts.contracts
    .filter(({ end }) => end === null || end.kind === 'cancellation')
    .map((contract): OpenPurchase => {
      const plan = contract.terms[0]?.plan ?? termsOf(contract).plan;
      const amountCentavos = sum(keptOf(facts, contract.id));
      const { id, contractedAt } = contract;
      return {
        id,
        kind: 'contract',
        plan,
        amountCentavos,
        contractedAt,
        until: untilOf(facts, contractedAt),
      };
    });
  const differences = facts.charges
    .filter((charge) => charge.kind === 'difference' && isKept(charge) && charge.confirmedAt !== null)
    .map(({ paymentId: id, plan, confirmedAt }): OpenPurchase => {
      const contractedAt = confirmedAt ?? 0;
      const amountCentavos = sum(builtOn(facts, id));
      return {
        id,
        kind: 'difference',
        plan,
        amountCentavos,
        contractedAt,
        until: untilOf(facts, contractedAt),
      };
    });
  return [...contracts, ...differences]
    .filter(({ amountCentavos, until }) => amountCentavos > 0 && now < until)
    .toSorted((one, other) => one.contractedAt - other.contractedAt);
}

const untilOf = ({ deliveredAt }: Facts, contractedAt: number): number =>
  withdrawalEnd(Math.max(contractedAt, deliveredAt));

/** Returns the changes that undo a purchase: the refunds, the ended renewals, and the plan and price to go back to. */
export function undo(facts: Facts, purchase: OpenPurchase, now: number): FactChange[] {
  return purchase.kind === 'contract'
    ? undoContract(facts, purchase.id, now)
    : undoDifference(facts, purchase.id, now);
}

/** Also refunds its differences, and ends later contracts that were to follow its days and have charged nothing yet. */
function undoContract(facts: Facts, contractId: string, now: number): FactChange[] {
  const own = facts.contracts.findIndex(({ id }) => id === contractId);
  const successors = facts.contracts
    .slice(own + 1)
    .filter(({ id, end }) => end === null && keptOf(facts, id).length === 0);
  const undone = [...facts.contracts.slice(own, own + 1), ...successors];
  return [
    ...undone.map(({ id }) => ended(id, 'withdrawal', now)),
    ...keptOf(facts, contractId).map(returned),
  ];
}

/** Also refunds later differences that were counted from this one. */
function undoDifference(facts: Facts, paymentId: string, now: number): FactChange[] {
  const undone = builtOn(facts, paymentId);
  const [first] = undone;
  if (first === undefined) return [];
  const renewing = renewingContract(facts);
  return [...undone.map(returned), ...(renewing === null ? [] : revertedTerms(renewing, undone, now))];
}

/** Returns a difference and the later ones that were counted from it. */
function builtOn({ charges }: Facts, paymentId: string): Charge[] {
  const differences = charges.filter((charge) => charge.kind === 'difference' && isKept(charge));
  const own = differences.find((charge) => charge.paymentId === paymentId);
  if (own === undefined) return [];
  const later = differences.filter(
    (each) => each.contractId === own.contractId && each.baseCentavos >= own.fullCentavos && each !== own,
  );
  return [own, ...later];
}

/**
 * Goes back to the plan and price before the first of these differences, unless the customer has chosen another plan
 * since.
 */
function revertedTerms(contract: Contract, undone: readonly Charge[], now: number): FactChange[] {
  const plans = new Set(undone.map(({ plan }) => plan));
  const index = contract.terms.findLastIndex(
    ({ reason, plan }) => reason === 'difference' && plan === undone[0]?.plan,
  );
  const before = contract.terms[index - 1];
  if (before === undefined || !plans.has(termsOf(contract).plan)) return [];
  return [{ kind: 'terms', contractId: contract.id, terms: { ...before, at: now, reason: 'reverted' } }];
}

const returned = (charge: Charge): FactChange => ({
  kind: 'charge',
  charge: { ...charge, returned: 'withdrawal' },
});

const ended = (contractId: string, kind: 'withdrawal' | 'cancellation', now: number): FactChange => ({
  kind: 'end',
  contractId,
  end: { kind, at: now },
  endsOn: businessDay(now),
});
