/** Rules that must hold once all faults have ended and were noticed. */
import { addDays } from '#domain/billing/days.ts';
import { stretchesOf } from './coverage.ts';
import type { Asked, Charge, Facts, Subscription } from './facts.ts';

/** Days after which the product has finished its work. */
const SETTLE_DAYS = 2;
const UNDELIVERED_DAYS = 4;
const WITHDRAWAL_DAYS = 7;

const reais = (centavos: number): string => `R$ ${(centavos / 100).toFixed(2).replace('.', ',')}`;

/** Refunds never exceed payments, each charge once; of a lost difference a part goes back, and the rest later. */
export function refunds({ charges }: Facts): string[] {
  return charges.flatMap(({ id, kind, refunds: times, confirmedOn, centavos }) => {
    if (times > (kind === 'difference' ? 2 : 1))
      return [`a cobrança ${id} de ${reais(centavos)} foi devolvida ${times} vezes`];
    return times > 0 && confirmedOn === null ? [`a cobrança ${id} foi devolvida sem ter sido paga`] : [];
  });
}

/** Purchases that could be undone at the request: paid on the day of the purchase, or a difference. Oldest first. */
function undoable({ charges, subscriptions, stoodOn }: Facts, { account, day, paidBefore }: Asked): Charge[] {
  const isWithin = (since: string) => day <= addDays(since, WITHDRAWAL_DAYS);
  const bought = charges.filter((charge) => {
    if (charge.account !== account || !paidBefore.includes(charge.id)) return false;
    if (charge.disputedOn !== null || charge.lostOn !== null) return false;
    if (charge.kind === 'difference') return isWithin(charge.confirmedOn ?? '');
    const made = subscriptions.find(({ id }) => id === charge.subscription)?.madeOn ?? '';
    const isFirst = charges.every(
      (each) => each.subscription !== charge.subscription || each.dueOn >= charge.dueOn,
    );
    const stood = stoodOn.get(account) ?? '';
    return (
      isFirst && charge.dueOn === made && charge.kind === 'period' && isWithin(made > stood ? made : stood)
    );
  });
  return bought.toSorted((a, b) => (a.confirmedOn ?? '').localeCompare(b.confirmedOn ?? ''));
}

/** Responses that mean "not now" instead of "no". */
const isPassing = ({ status, code }: Asked): boolean =>
  status === 0 || status >= 500 || code === 'idempotency-in-progress' || code === 'rate-limited';

/** A withdrawal in time refunds its purchase. */
export function withdrawals(facts: Facts): string[] {
  if (facts.quietDays < 1) return [];
  return facts.asked.flatMap((asked) => {
    if (asked.command !== 'withdraw' || isPassing(asked)) return [];
    // Without an environment, the scheduled work makes the refund.
    if (asked.day === facts.today) return [];
    const all = undoable(facts, asked);
    // A contract's id is ours and does not identify its charge.
    const bought = asked.purchase === null ? all[0] : all.find(({ id }) => id === asked.purchase);
    if (bought === undefined || bought.returnedOn !== null || bought.lostOn !== null) return [];
    const what = `${reais(bought.centavos)} de ${bought.confirmedOn}`;
    return [
      `${asked.day}: a desistência no prazo (resposta ${asked.status} ${asked.code ?? ''}) não devolveu ${what}`,
    ];
  });
}

/** A due day on the 31st may follow one on the 28th: the days added to a period by a short month. */
const MONTH_END_DAYS = 3;

/** A renewal that was to follow paid days ends with them. */
function waitsForUnpaidDays(facts: Facts, { id, account, nextDueOn }: Subscription): boolean {
  const isCharged = facts.charges.some(
    ({ subscription, confirmedOn }) => subscription === id && confirmedOn !== null,
  );
  if (isCharged || nextDueOn <= facts.today) return false;
  return lastPaidDay(facts, account) < addDays(nextDueOn, -1 - MONTH_END_DAYS);
}

/** An unpaid charge whose due day has come. */
const isAnythingDue = ({ charges, today }: Facts, account: number): boolean =>
  charges.some((each) => each.account === account && each.dueOn <= today && each.confirmedOn === null);

/** Last day covered by money that was not refunded; empty for none. */
function lastPaidDay(facts: Facts, account: number): string {
  const sale = facts.asked.findLast(
    (each) => each.account === account && each.command === 'checkout' && each.didBuy,
  );
  const isKept = ({ returnedOn, lostOn, isDisputed, confirmedOn }: Charge): boolean => {
    if (returnedOn !== null || lostOn !== null) return false;
    // A disputed charge of an earlier closed order is refunded when the dispute is won.
    return !isDisputed || (confirmedOn ?? '') >= (sale?.day ?? '');
  };
  const kept = stretchesOf(facts, account).filter(({ charge }) => isKept(charge));
  return (
    kept
      .map(({ through }) => through)
      .toSorted()
      .at(-1) ?? ''
  );
}

/** No live subscription without a contract, and none missing. */
export function subscriptions(facts: Facts): string[] {
  if (facts.quietDays < SETTLE_DAYS) return [];
  const live = facts.subscriptions.filter(({ isLive }) => isLive);
  const found = live
    .filter(({ account }) => facts.erased.has(account))
    .map(({ account }) => `a conta loja-${account} foi apagada e a assinatura continua`);
  const { seen } = facts;
  if (seen === null) return found;
  const own = live.filter(({ account }) => account === seen.account);
  if (own.length > 1) found.push(`loja-${seen.account} tem ${own.length} assinaturas ativas`);
  const isOver = seen.state === 'ended' || seen.state === 'free' || seen.state === 'cancelled';
  if (isOver && own.length > 0)
    found.push(`a conta diz "${seen.state}" e a assinatura continua ativa na operadora`);
  found.push(
    ...own
      .filter((each) => waitsForUnpaidDays(facts, each))
      .map(
        ({ nextDueOn }) => `uma assinatura nova só cobra em ${nextDueOn}, e os dias até lá não estão pagos`,
      ),
  );
  if (seen.state === 'suspended' && !isAnythingDue(facts, seen.account))
    found.push('a conta diz "suspensa", e nada está vencido');
  if (seen.state === 'active' && seen.plan !== 'free' && own.length === 0)
    found.push('a conta diz "ativa" e não há assinatura ativa na operadora');
  return found;
}

/** Nothing is kept for an environment that was never delivered. */
export function delivery(facts: Facts): string[] {
  return facts.charges.flatMap(({ account, kind, confirmedOn, returnedOn, lostOn, centavos, isDisputed }) => {
    // A debt is about an earlier environment.
    if (kind === 'debt') return [];
    if (facts.stoodOn.has(account) || confirmedOn === null || returnedOn !== null || lostOn !== null)
      return [];
    // No refund is possible before the bank has decided.
    if (isDisputed) return [];
    if (facts.today <= addDays(confirmedOn, UNDELIVERED_DAYS)) return [];
    return [
      `${reais(centavos)} pagos em ${confirmedOn} por loja-${account}, que nunca existiu, não foram devolvidos`,
    ];
  });
}

/** Account, offers, mails, processor and cluster show the same plan and days. */
export function dates(facts: Facts): string[] {
  const { seen, offers, today } = facts;
  if (facts.quietDays < SETTLE_DAYS || seen === null) return [];
  const found: string[] = [];
  const differ = (what: string, here: string | null | undefined, there: string | null | undefined): void => {
    if (here != null && there != null && here !== there) found.push(`${what}: ${here} e ${there}`);
  };
  const run = facts.days.findLast(({ account, day }) => account === seen.account && day === today);
  const isRunning = ['active', 'overdue', 'cancelled', 'free'].includes(seen.state);
  if (isRunning && run !== undefined) differ('plano na conta e no ambiente', seen.plan, run.plan);
  if (isRunning && run?.isSuspended) found.push(`a conta diz "${seen.state}" e o ambiente está parado`);
  const live = facts.subscriptions.find(({ isLive, account }) => isLive && account === seen.account);
  if (seen.state === 'active')
    differ('próxima cobrança na conta e na operadora', seen.nextChargeOn, live?.nextDueOn);
  if (seen.state === 'active')
    differ('renovação na conta e próxima cobrança', seen.renewsOn, seen.nextChargeOn);
  const paid = lastPaidDay(facts, seen.account);
  differ('pago até na conta e pelas cobranças', seen.paidThrough, paid || null);
  // Cancelled during grace it ends today, whatever was paid.
  const isCovered = paid >= today;
  if (seen.state === 'cancelled' && isCovered)
    differ('último dia na conta e pelas cobranças', seen.endsOn, paid);
  if (offers !== null) {
    differ('plano na conta e na contratação', seen.plan, offers.plan);
    differ('pago até na conta e na contratação', seen.paidThrough, offers.paidThrough);
  }
  const mail = facts.mails.findLast(({ account, kind }) => account === seen.account && kind === 'ends-on');
  if (seen.state === 'cancelled') differ('último dia na conta e no e-mail', seen.endsOn, mail?.date);
  return found;
}
