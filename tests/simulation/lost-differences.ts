/** The money of a difference for days that a lost dispute took goes back, in proportion. */
import { addDays, daysBetween } from '#domain/billing/days.ts';
import { rankOf, stretchesOf } from './coverage.ts';
import type { Charge, Facts } from './facts.ts';

/** Days after which the product has finished its work. */
const SETTLE_DAYS = 2;

const reais = (centavos: number): string => `R$ ${(centavos / 100).toFixed(2).replace('.', ',')}`;

/** A period whose money was lost while a difference on its days ran, before its end. */
interface Loss {
  readonly difference: Charge;
  readonly lostOn: string;
  readonly from: string;
  readonly through: string;
}

function lossesOf(facts: Facts, account: number): Loss[] {
  const periods = facts.charges.filter((each) => each.account === account && each.kind === 'period');
  return stretchesOf(facts, account).flatMap(({ charge: difference, from, through }): Loss[] => {
    if (difference.kind !== 'difference') return [];
    const lostOn = periods
      .map((each) => each.lostOn)
      .filter((day) => day !== null && from <= day && day < through)
      .toSorted()
      .at(-1);
    return lostOn == null ? [] : [{ difference, lostOn, from, through }];
  });
}

/** The last day on which the higher plan ran, or that another charge pays: the loss may have been noticed late. */
function deliveredThrough(facts: Facts, { difference, lostOn, through }: Loss): string {
  const { account, plan } = difference;
  const ran = facts.days.filter(
    (run) =>
      run.account === account &&
      !run.isSuspended &&
      rankOf(run.plan) >= rankOf(plan) &&
      run.day > lostOn &&
      run.day <= through,
  );
  const others = stretchesOf(facts, account).filter(
    ({ charge }) => charge.kind === 'period' && charge.lostOn === null && charge.returnedOn === null,
  );
  let last = ran.at(-1)?.day ?? lostOn;
  while (
    last < through &&
    others.some((each) => each.from <= addDays(last, 1) && addDays(last, 1) <= each.through)
  )
    last = addDays(last, 1);
  return last;
}

/** Judges the account that is seen; of a removed environment nothing more is delivered or given back. */
export function lostDifferences(facts: Facts): string[] {
  const { seen, quietDays } = facts;
  if (seen === null || quietDays < SETTLE_DAYS) return [];
  return lossesOf(facts, seen.account).flatMap((loss): string[] => {
    const { difference, lostOn, from, through } = loss;
    const { id, centavos, backCentavos, isDisputed, lostOn: ownLoss, returnedOn } = difference;
    if (isDisputed || ownLoss !== null || returnedOn !== null) return [];
    if (addDays(lostOn, SETTLE_DAYS) > facts.today) return [];
    const partAfter = (day: string): number =>
      Math.ceil((centavos * daysBetween(day, through)) / daysBetween(from, through));
    const most = partAfter(lostOn);
    const least = partAfter(deliveredThrough(facts, loss));
    const about = `a diferença ${id} de ${reais(centavos)}, sobre dias perdidos em ${lostOn}`;
    if (backCentavos < least) return [`${about}, devolveu ${reais(backCentavos)} e devia ${reais(least)}`];
    return backCentavos > most ? [`${about}, devolveu ${reais(backCentavos)}, mais que ${reais(most)}`] : [];
  });
}
