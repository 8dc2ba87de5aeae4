/** An open debt, an open dispute or a third withdrawal blocks the next purchase. */
import { addDays } from '#domain/billing/days.ts';
import { debtOf } from './coverage.ts';
import type { Asked, Facts } from './facts.ts';

/** A debt below R$ 5,00 is waived; our count and the product's may differ by a day. */
const DEBT_CENTAVOS = 1000;
const YEAR_DAYS = 365;
const WITHDRAWALS_MAX = 2;

/** Withdrawals with a refund: each by its refunded charges. */
function undone(facts: Facts, payer: string): { day: string; at: number }[] {
  const counted = new Set<string>();
  return facts.asked.flatMap(({ command, account, day, status, paidBefore }, at) => {
    if (command !== 'withdraw' || status !== 200 || facts.payers.get(account) !== payer) return [];
    const back = facts.charges.filter(
      (each) =>
        paidBefore.includes(each.id) &&
        each.returnedOn !== null &&
        each.returnedOn >= day &&
        each.returnedOn <= addDays(day, 2),
    );
    const fresh = back.filter(({ id }) => !counted.has(id));
    for (const { id } of fresh) counted.add(id);
    return fresh.length > 0 ? [{ day, at }] : [];
  });
}

function reasonsAgainst(facts: Facts, asked: Asked, before: readonly Asked[]): string[] {
  const payer = facts.payers.get(asked.account) ?? '';
  // In the order of the steps: all of it may happen on one day.
  const released = before.findLastIndex(({ command }) => command === 'release');
  const withdrawn = undone({ ...facts, asked: before }, payer).filter(
    ({ day, at }) => day > addDays(asked.day, -YEAR_DAYS) && at > released,
  );
  const debt = debtOf(facts, payer, addDays(asked.day, -1), asked.paidBefore);
  return [
    ...(asked.isDisputeOpen ? ['uma contestação aberta'] : []),
    ...(debt >= DEBT_CENTAVOS ? [`uma dívida de cerca de R$ ${Math.floor(debt / 100)}`] : []),
    ...(withdrawn.length >= WITHDRAWALS_MAX ? [`${withdrawn.length} desistências em doze meses`] : []),
  ];
}

/** A plan requested without a CPF: the payer is known once the page is paid, and then refunded. */
function isRefusedLate({ charges }: Facts, { account, command, day, isOnPage }: Asked): boolean {
  if (
    command !== 'upgrade' ||
    !isOnPage ||
    charges.some((each) => each.account === account && each.madeOn < day)
  )
    return false;
  const paid = charges.filter(
    (each) => each.account === account && each.kind !== 'debt' && each.confirmedOn !== null,
  );
  return paid.every(({ confirmedOn, returnedOn }) => returnedOn !== null && returnedOn === confirmedOn);
}

export function obstacles(facts: Facts): string[] {
  return facts.asked.flatMap((asked, index) =>
    asked.didBuy && !isRefusedLate(facts, asked)
      ? reasonsAgainst(facts, asked, facts.asked.slice(0, index)).map(
          (why) => `${asked.day}: vendido apesar de ${why}`,
        )
      : [],
  );
}
