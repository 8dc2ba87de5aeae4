/**
 * What is stored about the contracts of one environment. Everything else about them is derived (standing.ts).
 *
 * Days are `YYYY-MM-DD` in São Paulo, moments are milliseconds UTC, money is in centavos.
 */
import type { BillingCycle, PlanId } from '../plans/ids.ts';

export type PaidPlan = Exclude<PlanId, 'free'>;

/** Why the next charge is for what it is for. */
export type TermsReason =
  /** The contract was bought with it. */
  | 'sale'
  /** A monthly upgrade: the limits rise before the higher price is charged. */
  | 'trust'
  /** An upgrade whose difference was paid. */
  | 'difference'
  /** The same plan in another cycle. */
  | 'cycle'
  /** A difference was withdrawn. */
  | 'reverted';

/** What the next charge of a contract is for, from `at` on. */
export interface Terms {
  readonly plan: PaidPlan;
  readonly cycle: BillingCycle;
  readonly amountCentavos: number;
  readonly at: number;
  readonly reason: TermsReason;
}

/** `chargeback`: a dispute was lost. */
export type EndKind = 'cancellation' | 'withdrawal' | 'chargeback';

/** A renewal at the processor, and what it was sold with. */
export interface Contract {
  /** Our reference at the processor: the order, or the change of plan that bought it. */
  readonly id: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  /** Keyed hash of who pays; `null` where the processor did not say. */
  readonly payer: string | null;
  readonly contractedAt: number;
  /** Its first charge; later than the contract where days were paid before. */
  readonly firstDueOn: string;
  /** OIDC subject it was made with, where another account has the environment by now. */
  readonly formerSubject?: string | null;
  /** Oldest first, at least the sale. */
  readonly terms: readonly Terms[];
  /** Since when it renews no more; `null` while it renews. */
  readonly end: { readonly kind: EndKind; readonly at: number } | null;
}

export type ChargeState =
  | 'pending'
  | 'confirmed'
  | 'overdue'
  | 'refused'
  | 'refunded'
  | 'disputed'
  | 'deleted';

/** Why we give a charge back. `operator`: by hand, at the processor. */
export type ReturnReason = 'withdrawal' | 'undelivered' | 'called-off' | 'operator';

/** What became of a charge by our own doing. `forgiven`: an operator removed it, and its days run all the same. */
type Disposal = ReturnReason | 'forgiven';

/** A charge, and the days of one plan that it pays for once it is confirmed. */
export interface Charge {
  readonly paymentId: string;
  readonly contractId: string;
  /** `period`: a whole period. `difference`: a higher plan for the rest of one that is paid. */
  readonly kind: 'period' | 'difference';
  readonly plan: PaidPlan;
  readonly cycle: BillingCycle;
  readonly amountCentavos: number;
  /** What a whole period at this level costs; later differences are counted from here. */
  readonly fullCentavos: number;
  /** The level that a difference was counted from: without it, it pays for nothing. 0 for a period. */
  readonly baseCentavos: number;
  readonly dueOn: string;
  readonly coversFrom: string;
  readonly coversThrough: string;
  readonly state: ChargeState;
  /** Day on which `state` was first seen. */
  readonly stateOn: string;
  readonly confirmedAt: number | null;
  /** Day on which the last try to collect it failed. */
  readonly gaveUpOn: string | null;
  readonly returned: Disposal | null;
}

/** All that is known of one environment's contracts. */
export interface Facts {
  /** When the environment was ready. */
  readonly deliveredAt: number;
  /** Oldest first; none for a free environment. */
  readonly contracts: readonly Contract[];
  readonly charges: readonly Charge[];
}

/** One change of the facts; a command decides a list of them, and they are written together or not at all. */
export type FactChange =
  | { readonly kind: 'contract'; readonly contract: Contract }
  | { readonly kind: 'terms'; readonly contractId: string; readonly terms: Terms }
  | { readonly kind: 'charge'; readonly charge: Charge }
  | {
      readonly kind: 'end';
      readonly contractId: string;
      readonly end: NonNullable<Contract['end']>;
      /** Last day of the environment as far as this contract goes. */
      readonly endsOn: string;
    };

/** The facts after these changes. A charge with a known id takes the place of the earlier one. */
export function changed(facts: Facts, changes: readonly FactChange[]): Facts {
  return changes.reduce(changedBy, facts);
}

function changedBy(facts: Facts, change: FactChange): Facts {
  switch (change.kind) {
    case 'contract':
      return { ...facts, contracts: [...facts.contracts, change.contract] };
    case 'charge': {
      const others = facts.charges.filter(({ paymentId }) => paymentId !== change.charge.paymentId);
      return { ...facts, charges: [...others, change.charge] };
    }
    case 'terms':
      return withContract(facts, change.contractId, (contract) => ({
        ...contract,
        terms: [...contract.terms, change.terms],
      }));
    case 'end':
      return withContract(facts, change.contractId, (contract) => ({ ...contract, end: change.end }));
  }
}

function withContract(facts: Facts, id: string, next: (contract: Contract) => Contract): Facts {
  const contracts = facts.contracts.map((each) => (each.id === id ? next(each) : each));
  return { ...facts, contracts };
}

/** What the next charge of a contract is for. */
export function termsOf(contract: Contract): Terms {
  const last = contract.terms.at(-1);
  if (last === undefined) throw new Error(`Contract ${contract.id} was sold with no terms.`);
  return last;
}
