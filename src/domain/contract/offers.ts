/**
 * What a customer may buy and what it costs today (docs/payments.md).
 *
 * Owns: the choice between a purchase, a resumed renewal, an upgrade on trust, a difference and a change of cycle.
 * Pages and server call the same function. Does not own: debts, disputes and withdrawals that follow a person
 * (holds.ts).
 */
import { addDays, businessDay, daysBetween, renewalDay } from '../billing/days.ts';
import { billingTerms } from '../billing/terms.ts';
import type { UpgradeMessageId } from '../messages/plan-change.ts';
import { comparePlans } from '../plan-change/upgrade.ts';
import type { Catalog } from '../plans/catalog.ts';
import { type BillingCycle, billingCycles, type PlanId, planIds } from '../plans/ids.ts';
import type { Charge, Facts, PaidPlan } from './facts.ts';
import { covers, currentStanding, isKept, paidOn, type Standing } from './standing.ts';

/** The plan and cycle the customer asks for. */
export interface Target {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
}

interface Asked {
  readonly plan: PaidPlan;
  readonly cycle: BillingCycle;
  /** Price of a whole period, which is also what renews. */
  readonly amountCentavos: number;
}

/** A new contract, paid today. */
interface Purchase extends Asked {
  readonly kind: 'purchase';
  readonly todayCentavos: number;
  readonly firstDueOn: string;
}
/** Resumes a cancelled renewal after the paid days. */
interface Resumption extends Asked {
  readonly kind: 'resume';
  readonly todayCentavos: 0;
  readonly firstDueOn: string;
}
/** Raises the limits now; the next charge has the higher price. */
interface TrustedUpgrade extends Asked {
  readonly kind: 'trust';
  readonly todayCentavos: 0;
  readonly contractId: string;
  readonly renewsOn: string;
}
/** Charges the higher plan for the rest of the days already paid. */
interface Difference extends Asked {
  readonly kind: 'difference';
  /** 0 when the amount is too small to charge. */
  readonly todayCentavos: number;
  readonly days: number;
  /** The contract that paid for those days. */
  readonly contractId: string;
  readonly coversThrough: string;
  /** Price of a whole period at the level paid for afterwards. */
  readonly fullCentavos: number;
  /** Price level from which the difference is counted. */
  readonly baseCentavos: number;
  /** `null` when the renewal was cancelled; the difference does not revive it. */
  readonly renewsOn: string | null;
}
/** Renews the same plan in another cycle. */
interface CycleChange extends Asked {
  readonly kind: 'cycle';
  readonly todayCentavos: 0;
  readonly contractId: string;
  readonly renewsOn: string;
}

export type Offer = Purchase | Resumption | TrustedUpgrade | Difference | CycleChange;

/**
 * `owed`: a charge is overdue. `disputed`: a charge is disputed. Otherwise the message id that says why the plan is
 * refused.
 */
export interface Refusal {
  readonly kind: 'refused';
  readonly why: 'owed' | 'disputed' | 'plan';
  readonly sentence: UpgradeMessageId;
}

/** What the decision needs besides the facts. */
export interface Buyer {
  readonly catalog: Catalog;
  /**
   * True when the same account, payer or tenant had an upgrade on trust that no charge at its price has followed yet.
   */
  readonly hasUnpaidUpgrade: boolean;
}

/** Decides what asking for `target` at `now` amounts to. */
export function offerFor(facts: Facts, buyer: Buyer, target: Target, now: number): Offer | Refusal {
  const today = businessDay(now);
  const standing = currentStanding(facts, now);
  const { plan, cycle } = target;
  const { catalog } = buyer;
  if (standing.disputed !== null) return refused('disputed', 'error.payment-disputed');
  if (standing.renewal !== null && !standing.isCovered) return refused('owed', dueSentence(standing));
  if (plan === 'free')
    return refused('plan', standing.plan === 'free' ? 'upgrade.same-plan' : 'upgrade.not-higher');
  const asked: Asked = { plan, cycle, amountCentavos: catalog.priceCentavos(plan, cycle) };
  const order = comparePlans(catalog, standing.plan, plan);
  if (order === 'lower') return refused('plan', 'upgrade.not-higher');
  if (!standing.isCovered)
    return { ...asked, kind: 'purchase', todayCentavos: asked.amountCentavos, firstDueOn: today };
  if (order === 'current') return samePlan(standing, asked, today);
  return upgrade(facts, buyer, standing, asked, today);
}

const refused = (why: Refusal['why'], sentence: UpgradeMessageId): Refusal => ({
  kind: 'refused',
  why,
  sentence,
});

const dueSentence = ({ state }: Standing): UpgradeMessageId =>
  state === 'suspended' ? 'upgrade.suspended' : 'upgrade.overdue';

/** The plan in force is asked for again: resume its renewal or change its cycle. */
function samePlan({ renewal, paidThrough }: Standing, asked: Asked, today: string): Offer | Refusal {
  if (renewal === null)
    return { ...asked, kind: 'resume', todayCentavos: 0, firstDueOn: addDays(paidThrough ?? today, 1) };
  if (renewal.cycle === asked.cycle && renewal.plan === asked.plan)
    return refused('plan', 'upgrade.same-plan');
  const { contractId, dueOn } = renewal;
  return { ...asked, kind: 'cycle', todayCentavos: 0, contractId, renewsOn: dueOn };
}

/**
 * Grants the upgrade on trust when today is paid by a monthly charge and no trust is open; otherwise charges the
 * difference.
 */
function upgrade(
  facts: Facts,
  { catalog, hasUnpaidUpgrade }: Buyer,
  { renewal }: Standing,
  asked: Asked,
  today: string,
): Offer {
  const covering = facts.charges.filter((charge) => charge.kind === 'period' && covers(charge, today));
  const isMonthly = covering.every(({ cycle }) => cycle === 'monthly');
  if (isMonthly && !hasUnpaidUpgrade && renewal !== null) {
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
    // A waived difference was not paid, so a later one is counted from the same level.
    fullCentavos: isWaived ? baseCentavos : catalog.priceCentavos(asked.plan, first.cycle),
    renewsOn: renewal?.dueOn ?? null,
  };
}

/** `(new price − sold price) × days after today ÷ days of the period`, less the differences already paid. */
function differenceOn(facts: Facts, period: Charge, plan: PaidPlan, catalog: Catalog, today: string) {
  const from = period.coversFrom > today ? addDays(period.coversFrom, -1) : today;
  const days = Math.max(0, daysBetween(from, period.coversThrough));
  const higher = catalog.priceCentavos(plan, period.cycle) - levelOf(facts, period);
  const whole = periodDays(period);
  return { days, centavos: (Math.max(0, higher) * Math.min(days, whole)) / whole };
}

/** Price of a whole period at the level paid for on the last day of this charge. */
function levelOf(facts: Facts, { coversThrough, fullCentavos }: Charge): number {
  return paidOn(facts, coversThrough)?.fullCentavos ?? fullCentavos;
}

/** Number of days the period pays for; suspended days only shift it. */
export function periodDays({ dueOn, cycle }: Pick<Charge, 'dueOn' | 'cycle'>): number {
  return daysBetween(dueOn, renewalDay(dueOn, cycle));
}

/** Returns every offer the customer may accept now, the smallest plan first. */
export function offersOf(facts: Facts, buyer: Buyer, now: number): Offer[] {
  return planIds
    .flatMap((plan) => billingCycles.map((cycle) => offerFor(facts, buyer, { plan, cycle }, now)))
    .filter((offer) => offer.kind !== 'refused');
}
