/** Contract facts for domain tests, built day by day. */

import { recorded, type SeenCharge } from '#domain/contract/charges.ts';
import {
  type Charge,
  type ChargeState,
  type Contract,
  changed,
  type FactChange,
  type Facts,
  type PaidPlan,
  type Terms,
} from '#domain/contract/facts.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import { sampleCatalog as catalog } from './catalog.ts';

/** Noon of a day in São Paulo. */
export const noon = (day: string): number => Date.parse(`${day}T15:00:00Z`);

export const free: Facts = { deliveredAt: noon('2026-01-10'), contracts: [], charges: [] };

/** One contract's story; each step returns a new story. */
export class Story {
  readonly facts: Facts;
  constructor(facts: Facts = free) {
    this.facts = facts;
  }

  after(changes: readonly FactChange[]): Story {
    return new Story(changed(this.facts, changes));
  }

  /** A contract bought on a day, with its first charge still to come. */
  buys(id: string, plan: PaidPlan, cycle: BillingCycle, on: string, firstDueOn = on): Story {
    const terms: Terms = { ...priced(plan, cycle), at: noon(on), reason: 'sale' };
    const contract: Contract = {
      id,
      customerId: 'cus',
      subscriptionId: `sub_${id}`,
      payer: null,
      firstDueOn,
      contractedAt: noon(on),
      terms: [terms],
      end: null,
    };
    return this.after([{ kind: 'contract', contract }]);
  }

  /** From that day on the next charge is for other terms. */
  turns(id: string, plan: PaidPlan, cycle: BillingCycle, on: string, reason: Terms['reason']): Story {
    const terms: Terms = { ...priced(plan, cycle), at: noon(on), reason };
    return this.after([{ kind: 'terms', contractId: id, terms }]);
  }

  /** A charge as the processor reports it on a day. */
  charge(id: string, paymentId: string, state: ChargeState, due: string, on = due): Story {
    const contract = this.facts.contracts.find((each) => each.id === id);
    const terms = contract?.terms.at(-1);
    if (contract === undefined || terms === undefined) throw new Error(`There is no contract ${id}.`);
    const known = this.facts.charges.find((each) => each.paymentId === paymentId);
    const amountCentavos = known?.amountCentavos ?? terms.amountCentavos;
    const seen: SeenCharge = { paymentId, state, amountCentavos, dueDate: due };
    return this.after(recorded(this.facts, contract, seen, noon(on)));
  }

  /** A difference paid on a day, for the rest of the paid period. */
  difference(
    id: string,
    paymentId: string,
    charge: Partial<Charge> & Pick<Charge, 'plan' | 'coversThrough'>,
    on: string,
  ) {
    const period = this.facts.charges.find((each) => each.contractId === id && each.kind === 'period');
    if (period === undefined) throw new Error('Nothing is paid.');
    const full = catalog.priceCentavos(charge.plan, period.cycle);
    return this.after([
      {
        kind: 'charge',
        charge: {
          ...period,
          paymentId,
          kind: 'difference',
          dueOn: on,
          coversFrom: on,
          confirmedAt: noon(on),
          amountCentavos: 10_000,
          fullCentavos: full,
          baseCentavos: period.fullCentavos,
          ...charge,
        },
      },
    ]);
  }

  ends(id: string, kind: NonNullable<Contract['end']>['kind'], on: string): Story {
    return this.after([{ kind: 'end', contractId: id, end: { kind, at: noon(on) }, endsOn: on }]);
  }
}

const priced = (plan: PaidPlan, cycle: BillingCycle) => ({
  plan,
  cycle,
  amountCentavos: catalog.priceCentavos(plan, cycle),
});
