/**
 * Which days a charge pays for, and the basis of every other day of a paid plan. Written from the published rules,
 * separately from the product's ledger, so that a mistake in either is found.
 */

import plansJson from '#content/plans.json' with { type: 'json' };
import { addDays, daysBetween, renewalDay } from '#domain/billing/days.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import { type PlanId, planIds } from '#domain/plans/ids.ts';
import type { Charge, Facts, RunDay } from './facts.ts';

export const GRACE_DAYS = 15;
/** A difference below this is not charged. */
const DIFFERENCE_CENTAVOS = 500;
const catalog = createCatalog(plansJson);

export const rankOf = (plan: PlanId): number => planIds.indexOf(plan);

/** Days paid by a confirmed charge. */
export interface Stretch {
  readonly charge: Charge;
  readonly from: string;
  readonly through: string;
}

/** Until the refund, that day included. */
const cut = (through: string, { returnedOn, lostOn }: Charge): string =>
  [through, returnedOn, lostOn].filter((day) => day !== null).toSorted()[0] ?? through;

/** A period paid during a suspension is extended by the suspended days. */
function periodOf(charge: Charge, days: readonly RunDay[]): Stretch | null {
  const { confirmedOn, dueOn, cycle } = charge;
  if (confirmedOn === null || cycle === null) return null;
  const stopped = days.filter(
    ({ account, day, isSuspended }) =>
      account === charge.account && isSuspended && dueOn <= day && day < confirmedOn,
  );
  return { charge, from: dueOn, through: addDays(renewalDay(dueOn, cycle), stopped.length - 1) };
}

/** The days paid by each confirmed charge of an account. */
export function stretchesOf({ charges, days }: Pick<Facts, 'charges' | 'days'>, account: number): Stretch[] {
  const own = charges.filter((each) => each.account === account);
  const periods = own.map((each) => periodOf(each, days)).filter((each) => each !== null);
  const differences = own.flatMap((charge) => {
    const from = charge.confirmedOn;
    if (charge.kind !== 'difference' || from === null) return [];
    // A refund on that day included its differences.
    const under = periods.filter(
      (each) => each.from <= from && from <= each.through && cut(each.through, each.charge) > from,
    );
    return [
      {
        charge,
        from,
        through:
          under
            .map(({ through }) => through)
            .toSorted()
            .at(-1) ?? from,
      },
    ];
  });
  return [...periods, ...differences].map((each) => ({ ...each, through: cut(each.through, each.charge) }));
}

export type Basis =
  | { readonly kind: 'paid' | 'excused' }
  | { readonly kind: 'grace'; readonly charge: Charge }
  | { readonly kind: 'trust'; readonly under: Charge; readonly hasRenewal: boolean }
  | { readonly kind: 'none' };

const isOn = (day: string) => (each: Stretch) => each.from <= day && day <= each.through;
const highest = (stretches: readonly Stretch[]): number =>
  Math.max(0, ...stretches.map(({ charge }) => rankOf(charge.plan)));

/** The failed charge whose grace contains a day. */
function unpaidOn(charges: readonly Charge[], day: string, account: number): Charge | undefined {
  return charges.find(
    (each) =>
      each.account === account &&
      each.kind === 'period' &&
      each.dueOn <= day &&
      day <= addDays(each.dueOn, GRACE_DAYS) &&
      (each.confirmedOn === null || each.confirmedOn > day) &&
      (each.removedOn === null || each.removedOn >= day),
  );
}

/** Why an environment ran on a day. */
export function basisOf(
  facts: Facts,
  { day, account, plan, isSuspended, isExcused, livePlans }: RunDay,
): Basis {
  if (isSuspended || plan === 'free') return { kind: 'paid' };
  const stretches = stretchesOf(facts, account);
  const now = stretches.filter(isOn(day));
  if (rankOf(plan) <= highest(now)) return { kind: 'paid' };
  if (isExcused) return { kind: 'excused' };
  const unpaid = unpaidOn(facts.charges, day, account);
  if (unpaid !== undefined && rankOf(plan) <= highest(stretches.filter(isOn(addDays(unpaid.dueOn, -1)))))
    return { kind: 'grace', charge: unpaid };
  if (isWaived(now, plan, day)) return { kind: 'paid' };
  const under = now.map(({ charge }) => charge).find(({ kind }) => kind === 'period');
  if (under?.cycle !== 'monthly') return { kind: 'none' };
  return { kind: 'trust', under, hasRenewal: livePlans.some((live) => rankOf(live) >= rankOf(plan)) };
}

/** True when so few paid days are left that a higher plan for them is free. */
function isWaived(now: readonly Stretch[], plan: PlanId, day: string): boolean {
  const period = now.find(({ charge }) => charge.kind === 'period');
  const level = planIds[highest(now)];
  const cycle = period?.charge.cycle ?? null;
  if (period === undefined || cycle === null || level === undefined) return false;
  const more = catalog.priceCentavos(plan, cycle) - catalog.priceCentavos(level, cycle);
  return (more * daysBetween(day, period.through)) / periodDays(period.charge) < DIFFERENCE_CENTAVOS;
}

/** Length of a charge's period in days, for prices per day. */
function periodDays({ dueOn, cycle }: Charge): number {
  if (cycle === null) return 1;
  return daysBetween(dueOn, renewalDay(dueOn, cycle));
}

/**
 * The value of a payer's unpaid days up to the end of `day`, in centavos.
 * @param paid Ids of charges that were paid since.
 */
export function debtOf(facts: Facts, payer: string, day: string, paid: readonly string[]): number {
  const accounts = [...facts.payers].filter(([, whose]) => whose === payer).map(([account]) => account);
  const own = facts.charges.filter(({ account }) => accounts.includes(account));
  // A paid debt settles everything before it.
  const since = own.filter(
    ({ id, kind, confirmedOn }) =>
      kind === 'debt' && confirmedOn !== null && (confirmedOn <= day || paid.includes(id)),
  );
  const settledOn =
    since
      .map(({ confirmedOn }) => confirmedOn ?? '')
      .toSorted()
      .at(-1) ?? '';
  return own.reduce((sum, charge) => sum + owedFor(facts, charge, day, settledOn), 0);
}

function owedFor(facts: Facts, charge: Charge, day: string, settledOn: string): number {
  if (charge.kind !== 'period') return 0;
  const isLost = charge.lostOn !== null && charge.lostOn <= day && charge.lostOn > settledOn;
  const { removedOn, dueOn, confirmedOn } = charge;
  // A charge removed before its day asked for nothing: the later days are our loss.
  const isGone = removedOn !== null && removedOn >= dueOn && removedOn <= day && removedOn > settledOn;
  if (!isLost && !(isGone && confirmedOn === null)) return 0;
  const end = isLost ? (charge.lostOn ?? day) : addDays(dueOn, GRACE_DAYS);
  const others = stretchesOf(facts, charge.account).filter((each) => each.charge.id !== charge.id);
  const run = facts.days.filter(
    (each) =>
      each.account === charge.account &&
      !each.isSuspended &&
      each.plan !== 'free' &&
      each.day >= dueOn &&
      each.day < end &&
      !others.some(isOn(each.day)),
  );
  return Math.floor((run.length * charge.centavos) / periodDays(charge));
}
