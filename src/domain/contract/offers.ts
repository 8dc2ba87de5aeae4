/**
 * What may be bought, and what it costs today (product decisions, "The contract").
 *
 * Owns: the one decision between a purchase, a resumed renewal, an upgrade on trust, a difference and a change of cycle.
 * Pages and server ask the same function. Does not own: debts, disputes and withdrawals that follow a person (holds.ts).
 */
import { addDays, businessDay, daysBetween, renewalDay } from '../billing/days.ts';
import { billingTerms } from '../billing/terms.ts';
import type { MessageId } from '../messages.ts';
import type { Catalog } from '../plans/catalog.ts';
import { type BillingCycle, billingCycles, type PlanId, planIds } from '../plans/ids.ts';
import { planStanding } from '../upgrade/upgrade.ts';
import type { Charge, Facts, PaidPlan } from './facts.ts';
import { covers, isKept, paidOn, type Standing, standing } from './standing.ts';

/** What is asked for. */
export interface Target {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
}

interface Asked {
  readonly plan: PaidPlan;
  readonly cycle: BillingCycle;
  /** Price of a whole period of it, which is what renews. */
  readonly amountCentavos: number;
}

/** A new contract, paid today. */
interface Purchase extends Asked {
  readonly kind: 'purchase';
  readonly todayCentavos: number;
  readonly firstDueOn: string;
}
/** A cancelled renewal goes on after the days that are paid. */
interface Resumption extends Asked {
  readonly kind: 'resume';
  readonly todayCentavos: 0;
  readonly firstDueOn: string;
}
/** The limits rise now, the next charge is the higher one. */
interface TrustedUpgrade extends Asked {
  readonly kind: 'trust';
  readonly todayCentavos: 0;
  readonly contractId: string;
  readonly renewsOn: string;
}
/** The rest of the days already paid is paid at the higher price. */
interface Difference extends Asked {
  readonly kind: 'difference';
  /** 0 where it is waived. */
  readonly todayCentavos: number;
  readonly days: number;
  /** The contract whose days they are. */
  readonly contractId: string;
  readonly coversThrough: string;
  /** What a whole period costs at the level that is then paid for. */
  readonly fullCentavos: number;
  /** The level that it is counted from. */
  readonly baseCentavos: number;
  /** `null` where the renewal was cancelled; it is not revived. */
  readonly renewsOn: string | null;
}
/** The same plan renews in another cycle. */
interface CycleChange extends Asked {
  readonly kind: 'cycle';
  readonly todayCentavos: 0;
  readonly contractId: string;
  readonly renewsOn: string;
}

export type Offer = Purchase | Resumption | TrustedUpgrade | Difference | CycleChange;

/** `owed`: a charge is due. `disputed`: one is disputed. Else why the plan cannot be had, as an id of the catalogue. */
export interface Refusal {
  readonly kind: 'refused';
  readonly why: 'owed' | 'disputed' | 'plan';
  readonly sentence: MessageId;
}

/** What the decision needs beside the facts. */
export interface Buyer {
  readonly catalog: Catalog;
  /** True while a plan on trust was not followed by a charge at its price, by the same account, payer or tenant. */
  readonly isTrustUsed: boolean;
}

/** Decides what asking for `target` means at `now`. */
export function offerFor(facts: Facts, buyer: Buyer, target: Target, now: number): Offer | Refusal {
  const today = businessDay(now);
  const at = standing(facts, now);
  const { plan, cycle } = target;
  const { catalog } = buyer;
  if (at.disputed !== null) return refused('disputed', 'error.payment-disputed');
  if (at.renewal !== null && !at.isCovered) return refused('owed', dueSentence(at));
  if (plan === 'free')
    return refused('plan', at.plan === 'free' ? 'upgrade.same-plan' : 'upgrade.not-higher');
  const asked: Asked = { plan, cycle, amountCentavos: catalog.priceCentavos(plan, cycle) };
  const order = planStanding(catalog, at.plan, plan);
  if (order === 'lower') return refused('plan', 'upgrade.not-higher');
  if (!at.isCovered)
    return { ...asked, kind: 'purchase', todayCentavos: asked.amountCentavos, firstDueOn: today };
  if (order === 'current') return samePlan(at, asked, today);
  return upgrade(facts, buyer, at, asked, today);
}

const refused = (why: Refusal['why'], sentence: MessageId): Refusal => ({ kind: 'refused', why, sentence });

const dueSentence = ({ state }: Standing): MessageId =>
  state === 'suspended' ? 'upgrade.suspended' : 'upgrade.overdue';

/** The plan in force: its renewal goes on, or in another cycle. */
function samePlan({ renewal, paidThrough }: Standing, asked: Asked, today: string): Offer | Refusal {
  if (renewal === null)
    return { ...asked, kind: 'resume', todayCentavos: 0, firstDueOn: addDays(paidThrough ?? today, 1) };
  if (renewal.cycle === asked.cycle && renewal.plan === asked.plan)
    return refused('plan', 'upgrade.same-plan');
  const { contractId, dueOn } = renewal;
  return { ...asked, kind: 'cycle', todayCentavos: 0, contractId, renewsOn: dueOn };
}

/** On trust where the day is paid by the month and no trust is open; else the difference is paid. */
function upgrade(
  facts: Facts,
  { catalog, isTrustUsed }: Buyer,
  { renewal }: Standing,
  asked: Asked,
  today: string,
): Offer {
  const covering = facts.charges.filter((charge) => charge.kind === 'period' && covers(charge, today));
  const isMonthly = covering.every(({ cycle }) => cycle === 'monthly');
  if (isMonthly && !isTrustUsed && renewal !== null) {
    const { contractId, dueOn } = renewal;
    return { ...asked, kind: 'trust', todayCentavos: 0, contractId, renewsOn: dueOn };
  }
  const [first] = covering;
  if (first === undefined) throw new Error('A difference needs days that are paid.');
  const ahead = facts.charges.filter(
    (charge) => charge.kind === 'period' && isKept(charge) && charge.coversThrough >= today,
  );
  const parts = ahead.map((charge) => differenceOn(facts, charge, asked.plan, catalog, today));
  const centavos = Math.floor(parts.reduce((sum, part) => sum + part.centavos, 0));
  const isWaived = centavos < billingTerms.differenceCentavosMin;
  const baseCentavos = levelOf(facts, first);
  const through = ahead.map(({ coversThrough }) => coversThrough).toSorted();
  return {
    ...asked,
    kind: 'difference',
    todayCentavos: isWaived ? 0 : centavos,
    days: parts.reduce((sum, { days }) => sum + days, 0),
    contractId: first.contractId,
    coversThrough: through.at(-1) ?? today,
    baseCentavos,
    // What was waived is not paid: a later difference is counted from the same level.
    fullCentavos: isWaived ? baseCentavos : catalog.priceCentavos(asked.plan, first.cycle),
    renewsOn: renewal?.dueOn ?? null,
  };
}

/** `(new price − sold price) × days after today ÷ days of the stretch`, net of differences paid before. */
function differenceOn(facts: Facts, stretch: Charge, plan: PaidPlan, catalog: Catalog, today: string) {
  const from = stretch.coversFrom > today ? addDays(stretch.coversFrom, -1) : today;
  const days = Math.max(0, daysBetween(from, stretch.coversThrough));
  const higher = catalog.priceCentavos(plan, stretch.cycle) - levelOf(facts, stretch);
  const whole = stretchDays(stretch);
  return { days, centavos: (Math.max(0, higher) * Math.min(days, whole)) / whole };
}

/** The price of a whole period at the level that is paid for on the last of these days. */
function levelOf(facts: Facts, { coversThrough, fullCentavos }: Charge): number {
  return paidOn(facts, coversThrough)?.fullCentavos ?? fullCentavos;
}

/** Days that the period pays for; days on which it was suspended are not among them. */
export function stretchDays({ dueOn, cycle }: Pick<Charge, 'dueOn' | 'cycle'>): number {
  return daysBetween(dueOn, renewalDay(dueOn, cycle));
}

/** Everything that may be bought now, the smallest plan first. */
export function offersOf(facts: Facts, buyer: Buyer, now: number): Offer[] {
  return planIds
    .flatMap((plan) => billingCycles.map((cycle) => offerFor(facts, buyer, { plan, cycle }, now)))
    .filter((offer) => offer.kind !== 'refused');
}
