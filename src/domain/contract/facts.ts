/**
 * The stored facts about the contracts of one environment. Everything else is derived from them (standing.ts).
 *
 * Days are `YYYY-MM-DD` in São Paulo, moments are milliseconds UTC, money is in centavos.
 */
import type { BillingCycle, PlanId } from '../plans/ids.ts';

export type PaidPlan = Exclude<PlanId, 'free'>;

/** Why the terms of the next charge changed. */
export const termsReasons = [
  /** The purchase itself. */
  'sale',
  /** A monthly upgrade on trust: the limits rise before the higher price is charged. */
  'trust',
  /** An upgrade for which the customer paid the difference. */
  'difference',
  /** The same plan in another cycle. */
  'cycle',
  /** A difference was withdrawn. */
  'reverted',
] as const;
export type TermsReason = (typeof termsReasons)[number];

/** The plan and price of the contract's charges from `at` on. */
export interface Terms {
  readonly plan: PaidPlan;
  readonly cycle: BillingCycle;
  readonly amountCentavos: number;
  readonly at: number;
  readonly reason: TermsReason;
}

/** `chargeback` means that we lost a dispute. */
export const endKinds = ['cancellation', 'withdrawal', 'chargeback'] as const;
export type EndKind = (typeof endKinds)[number];

/** A renewal at the processor, and the terms it was sold with. */
export interface Contract {
  /** Our reference at the processor: the id of the order or plan change that bought the contract. */
  readonly id: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  /** Keyed hash of the payer's tax id; `null` when the processor did not report it. */
  readonly payer: string | null;
  readonly contractedAt: number;
  /** Due date of the first charge; later than the contract when earlier days were already paid. */
  readonly firstDueOn: string;
  /** Oldest first; the first entry is the sale. */
  readonly terms: readonly Terms[];
  /** When and why the renewal stopped; `null` while it renews. */
  readonly end: { readonly kind: EndKind; readonly at: number } | null;
}

export const chargeStates = [
  'pending',
  'confirmed',
  'overdue',
  'refused',
  'refunded',
  'disputed',
  'deleted',
] as const;
export type ChargeState = (typeof chargeStates)[number];

/**
 * What we did with a charge ourselves. `operator`: refunded by hand at the processor. `forgiven`: an operator removed it,
 * and its days run all the same.
 */
export const disposals = ['withdrawal', 'undelivered', 'called-off', 'operator', 'forgiven'] as const;
type Disposal = (typeof disposals)[number];

/** Why we refund a charge. */
export type ReturnReason = Exclude<Disposal, 'forgiven'>;

/** `period` pays for a whole period; `difference` pays for a higher plan during the rest of a paid period. */
export const chargeKinds = ['period', 'difference'] as const;

/** A charge and the days of one plan that it pays for once confirmed. */
export interface Charge {
  readonly paymentId: string;
  readonly contractId: string;
  readonly kind: (typeof chargeKinds)[number];
  readonly plan: PaidPlan;
  readonly cycle: BillingCycle;
  readonly amountCentavos: number;
  /** Price of a whole period at this level; later differences are counted from it. */
  readonly fullCentavos: number;
  /**
   * Price level that a difference was counted from; the difference has no effect unless that level is paid. 0 for a
   * period.
   */
  readonly baseCentavos: number;
  readonly dueOn: string;
  readonly coversFrom: string;
  readonly coversThrough: string;
  readonly state: ChargeState;
  /** Day on which `state` was first seen. */
  readonly stateOn: string;
  readonly confirmedAt: number | null;
  /** Day on which the last try to collect the charge failed. */
  readonly gaveUpOn: string | null;
  readonly returned: Disposal | null;
  /** Part given back although the rest is kept: a difference for days that a lost dispute took. */
  readonly returnedCentavos: number;
}

/** What we keep of a paid charge. */
export const keptCentavos = ({ amountCentavos, returnedCentavos }: Charge): number =>
  amountCentavos - returnedCentavos;

export interface Facts {
  /** When the environment was ready. */
  readonly deliveredAt: number;
  /** Oldest first; empty for a free environment. */
  readonly contracts: readonly Contract[];
  readonly charges: readonly Charge[];
}

/** One change to the facts. A command decides a list of them, which is written in one transaction. */
export type FactChange =
  | { readonly kind: 'contract'; readonly contract: Contract }
  | { readonly kind: 'terms'; readonly contractId: string; readonly terms: Terms }
  | { readonly kind: 'charge'; readonly charge: Charge }
  | {
      readonly kind: 'end';
      readonly contractId: string;
      readonly end: NonNullable<Contract['end']>;
      /** Last day on which this contract keeps the environment running. */
      readonly endsOn: string;
    };

/** Applies the changes to the facts. A charge with a known id replaces the earlier one. */
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

/** Returns the plan and price of the contract's next charge. */
export function termsOf(contract: Contract): Terms {
  const last = contract.terms.at(-1);
  if (last === undefined) throw new Error(`Contract ${contract.id} was sold with no terms.`);
  return last;
}
