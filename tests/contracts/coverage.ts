/**
 * Which days a charge pays for, and on what every other day of a paid plan rests. Written from the published rules, apart
 * from the product's own ledger, so that a slip in one shows against the other.
 */

import plansJson from '#content/plans.json' with { type: 'json' };
import { addDays, daysBetween, renewalDay } from '#domain/billing/days.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import { type PlanId, planIds } from '#domain/plans/ids.ts';
import type { Charge, Facts, RunDay } from './facts.ts';

export const GRACE_DAYS = 15;
/** Below it a difference is not charged. */
const DIFFERENCE_CENTAVOS = 500;
const catalog = createCatalog(plansJson);

export const rankOf = (plan: PlanId): number => planIds.indexOf(plan);

/** Days that a confirmed charge pays for. */
export interface Stretch {
  readonly charge: Charge;
  readonly from: string;
  readonly through: string;
}

/** Until the money went back; that day itself still counts. */
const cut = (through: string, { returnedOn, lostOn }: Charge): string =>
  [through, returnedOn, lostOn].filter((day) => day !== null).toSorted()[0] ?? through;

/** A period paid while the environment was stopped goes on after it by the days that it was stopped. */
function periodOf(charge: Charge, days: readonly RunDay[]): Stretch | null {
  const { confirmedOn, dueOn, cycle } = charge;
  if (confirmedOn === null || cycle === null) return null;
  const stopped = days.filter(
    ({ account, day, isSuspended }) =>
      account === charge.account && isSuspended && dueOn <= day && day < confirmedOn,
  );
  return { charge, from: dueOn, through: addDays(renewalDay(dueOn, cycle), stopped.length - 1) };
}

/** What every confirmed charge of an account pays for. */
export function stretchesOf({ charges, days }: Pick<Facts, 'charges' | 'days'>, account: number): Stretch[] {
  const own = charges.filter((each) => each.account === account);
  const periods = own.map((each) => periodOf(each, days)).filter((each) => each !== null);
  const differences = own.flatMap((charge) => {
    const from = charge.confirmedOn;
    if (charge.kind !== 'difference' || from === null) return [];
    // One that went back on that day has taken its differences with it.
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

/** The failed charge in whose grace a day lies. */
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

/** On what an environment ran on a day. */
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

/** True where so few of the days that are paid are left that a higher plan for them costs nothing. */
function isWaived(now: readonly Stretch[], plan: PlanId, day: string): boolean {
  const period = now.find(({ charge }) => charge.kind === 'period');
  const level = planIds[highest(now)];
  const cycle = period?.charge.cycle ?? null;
  if (period === undefined || cycle === null || level === undefined) return false;
  const more = catalog.priceCentavos(plan, cycle) - catalog.priceCentavos(level, cycle);
  return (more * daysBetween(day, period.through)) / periodDays(period.charge) < DIFFERENCE_CENTAVOS;
}

/** Days of a charge's period, for prices by the day. */
function periodDays({ dueOn, cycle }: Charge): number {
  if (cycle === null) return 1;
  return daysBetween(dueOn, renewalDay(dueOn, cycle));
}

/**
 * What a payer's environments ran without its money ever staying, in centavos, by the end of `day`.
 * @param paid Charges that were paid since, by their ids.
 */
export function debtOf(facts: Facts, payer: string, day: string, paid: readonly string[]): number {
  const accounts = [...facts.payers].filter(([, whose]) => whose === payer).map(([account]) => account);
  const own = facts.charges.filter(({ account }) => accounts.includes(account));
  // Whoever paid what was asked for owes nothing of before.
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
  // One that went before its day asked for nothing: what ran on after it is ours to bear.
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
