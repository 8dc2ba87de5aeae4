/** Rules that must hold after every step; each has a name for `--only` and a sentence that starts its findings. */
import { basisOf, GRACE_DAYS, rankOf, stretchesOf } from './coverage.ts';
import type { Facts, RunDay } from './facts.ts';
import { lostDifferences } from './lost-differences.ts';
import { monitors } from './monitor-rules.ts';
import { obstacles } from './obstacles.ts';
import { dates, delivery, refunds, subscriptions, withdrawals } from './settled.ts';
import { cards, deletions, erased, notes, people, sleeps } from './sold-rules.ts';

export interface Finding {
  readonly rule: Rule;
  readonly what: string;
}

/** A finding without days, plans and amounts: two of one kind probably have one cause. */
export const kindOf = ({ rule, what }: Finding): string =>
  `${rule}: ${what.replaceAll(/\b(?:free|essential|pro|enterprise)\b/g, 'plano').replaceAll(/\d[\d.,-]*/g, '#')}`;

/** No day of a paid plan without a confirmed charge, except grace and trust. */
function coverage(facts: Facts): string[] {
  return facts.days.flatMap((run) => {
    const basis = basisOf(facts, run);
    const who = `${run.day}: ${run.plan} de loja-${run.account}`;
    if (basis.kind === 'none') return [`${who} ${reasonOf(facts, run)}`];
    if (basis.kind === 'trust' && !basis.hasRenewal)
      return [`${who} em confiança, sem renovação no preço dela`];
    return [];
  });
}

/** Distinguishes what a customer would call different problems. */
function reasonOf(facts: Facts, { account, day }: RunDay): string {
  const { charges } = facts;
  const own = charges.filter(
    (each) => each.account === account && each.confirmedOn !== null && each.dueOn <= day,
  );
  if (own.some(({ lostOn }) => lostOn !== null && lostOn < day))
    return 'depois de perder a cobrança que o pagava';
  if (own.some(({ returnedOn }) => returnedOn !== null && returnedOn < day))
    return 'depois de receber o dinheiro de volta';
  const isYearly = stretchesOf(facts, account).some(
    ({ charge, from, through }) => charge.cycle === 'yearly' && from <= day && day <= through,
  );
  return isYearly
    ? 'sobre um plano anual menor, sem a diferença'
    : 'sem cobrança confirmada, tolerância ou confiança';
}

/** Between two confirmed charges at most fifteen grace days and one stretch of trust, over all accounts of a payer. */
function stretches(facts: Facts): string[] {
  const found: string[] = [];
  const grace = new Map<string, Set<string>>();
  const trust = new Map<string, { rank: number; under: string; day: string }>();
  const confirmed = facts.charges.filter(
    ({ kind, confirmedOn }) => kind === 'period' && confirmedOn !== null,
  );
  const isPaidBetween = (payer: string, after: string, until: string, rank: number): boolean =>
    confirmed.some(
      ({ account, confirmedOn, plan, lostOn, returnedOn }) =>
        facts.payers.get(account) === payer &&
        (confirmedOn ?? '') > after &&
        (confirmedOn ?? '') <= until &&
        rankOf(plan) >= rank &&
        lostOn === null &&
        returnedOn === null,
    );
  for (const run of facts.days.toSorted((a, b) => a.day.localeCompare(b.day))) {
    const basis = basisOf(facts, run);
    const payer = facts.payers.get(run.account) ?? '';
    if (basis.kind === 'grace') {
      const days = grace.get(payer) ?? new Set();
      const last = [...days].at(-1) ?? '';
      const kept = last !== '' && isPaidBetween(payer, last, run.day, 0) ? new Set<string>() : days;
      grace.set(payer, kept.add(run.day));
      if (kept.size === GRACE_DAYS + 2)
        found.push(`${run.day}: mais de ${GRACE_DAYS} dias de tolerância sem cobrança paga`);
    }
    if (basis.kind === 'trust') {
      const before = trust.get(payer);
      const isAgain =
        before !== undefined &&
        before.under !== basis.under.id &&
        !isPaidBetween(payer, before.day, run.day, before.rank);
      if (isAgain)
        found.push(`${run.day}: ${run.plan} em confiança pela segunda vez sem cobrança no preço maior`);
      trust.set(payer, { rank: rankOf(run.plan), under: basis.under.id, day: run.day });
    }
  }
  return found;
}

/** No subscription or charge uses the customer or card of another account. */
const payers = ({ uses }: Facts): string[] =>
  uses.flatMap(({ id, account, customerOf, cardOf }) => [
    ...(customerOf === account ? [] : [`${id} de loja-${account} é do cliente de loja-${customerOf}`]),
    ...(cardOf === null || cardOf === account
      ? []
      : [`${id} de loja-${account} usa o cartão de loja-${cardOf}`]),
  ]);

const rules = {
  cobertura: coverage,
  limites: stretches,
  estornos: refunds,
  perdidas: lostDifferences,
  arrependimento: withdrawals,
  assinaturas: subscriptions,
  entrega: delivery,
  datas: dates,
  impedimentos: obstacles,
  cartao: cards,
  pagador: payers,
  notas: notes,
  pessoas: people,
  monitores: monitors,
  sono: sleeps,
  apagadas: erased,
  exclusoes: deletions,
} as const;
export type Rule = keyof typeof rules;
export const ruleNames = Object.keys(rules) as Rule[];

/** All findings by these rules. */
export function judge(facts: Facts, names: readonly Rule[] = ruleNames): Finding[] {
  return names.flatMap((rule) => rules[rule](facts).map((what) => ({ rule, what })));
}
