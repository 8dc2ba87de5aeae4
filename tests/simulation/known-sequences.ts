/** Sequences that every rehearsal plays first, each with its expected end. */
import type { PlanId } from '#domain/plans/ids.ts';
import type { Charge, Facts } from './facts.ts';
import type { Buyable, Cycle, Sequence, Step } from './steps.ts';

export interface KnownSequence {
  readonly name: string;
  readonly sequence: Sequence;
  /** Differences from the expected end. */
  readonly problems: (facts: Facts) => string[];
}

const buy = (plan: Buyable, cycle: Cycle, entry: 'form' | 'hosted' = 'form'): Step => ({
  kind: 'checkout',
  plan,
  cycle,
  entry,
  pays: true,
});
const ask = (plan: Buyable, cycle: Cycle | null = null): Extract<Step, { kind: 'upgrade' }> => ({
  kind: 'upgrade',
  plan,
  cycle,
  withCard: false,
  pays: true,
});
export const wait = (days: number): Step => ({ kind: 'wait', days });
const cancel: Step = { kind: 'cancel' };
const withdraw: Extract<Step, { kind: 'withdraw' }> = { kind: 'withdraw' };
const erase: Step = { kind: 'erase', sameTaxId: true };
const waitForLastDay: Step = { kind: 'wait-for', moment: 'last-day' };
const waitForDueDay: Step = { kind: 'wait-for', moment: 'due-day' };
const card = (works: boolean): Step => ({ kind: 'card', works });
export const from = (steps: readonly Step[]): Sequence => ({ from: '2027-01-18', steps });

const differences = ({ charges }: Facts): Charge[] => charges.filter(({ kind }) => kind === 'difference');
export const unless = (isRight: boolean, sentence: string): string[] => (isRight ? [] : [sentence]);

function runs(facts: Facts, plan: PlanId): string[] {
  const last = facts.days.findLast(({ day }) => day === facts.today);
  const found = last === undefined || last.isSuspended ? 'nada' : last.plan;
  return unless(found === plan, `no fim roda ${found}, e não ${plan}`);
}

function stands({ days, today }: Facts): string[] {
  const last = days.findLast(({ day }) => day === today);
  return unless(last === undefined || last.isSuspended, `no fim ainda roda ${last?.plan}`);
}

function refusedWith({ asked }: Facts, code: string): string[] {
  const last = asked.findLast(({ command }) => command === 'checkout' || command === 'upgrade');
  return unless(
    last?.code === code && !last.didBuy,
    `a última compra foi respondida com ${last?.status} ${last?.code}, e não ${code}`,
  );
}

function paidDifferences(facts: Facts, count: number): string[] {
  const paid = differences(facts).filter((each) => each.confirmedOn !== null && each.returnedOn === null);
  return unless(paid.length === count, `${paid.length} diferenças pagas e não devolvidas, e não ${count}`);
}

export const knownSequences: readonly KnownSequence[] = [
  {
    name: 'confiança, cancelamento no último dia, plano menor, confiança de novo',
    sequence: from([
      buy('essential', 'monthly'),
      ask('pro'),
      waitForLastDay,
      cancel,
      ask('essential'),
      wait(2),
      ask('pro'),
    ]),
    problems: (facts) => [...runs(facts, 'pro'), ...paidDifferences(facts, 1)],
  },
  {
    name: 'anual que pede um ciclo mensal',
    sequence: from([buy('essential', 'yearly'), wait(10), ask('pro', 'monthly'), wait(2)]),
    problems: (facts) => [...runs(facts, 'pro'), ...paidDifferences(facts, 1)],
  },
  {
    name: 'confiança, cartão recusado, tolerância',
    sequence: from([buy('essential', 'monthly'), ask('enterprise'), card(false), waitForDueDay, wait(3)]),
    problems: (facts) => runs(facts, 'essential'),
  },
  {
    name: 'dia 14 da tolerância, cancelamento, conta nova',
    sequence: from([
      buy('pro', 'monthly'),
      card(false),
      waitForDueDay,
      wait(14),
      cancel,
      wait(1),
      erase,
      card(true),
      buy('pro', 'monthly'),
    ]),
    problems: (facts) => refusedWith(facts, 'debt-open'),
  },
  {
    name: 'desistência, conta apagada, novo e-mail com o mesmo CPF e cartão na página',
    sequence: from([
      buy('pro', 'yearly'),
      withdraw,
      erase,
      buy('pro', 'yearly', 'hosted'),
      withdraw,
      erase,
      buy('pro', 'yearly', 'hosted'),
    ]),
    problems: (facts) => [
      ...refusedWith(facts, 'purchase-held'),
      ...unless(
        facts.charges.every((each) => each.confirmedOn === null || each.returnedOn !== null),
        'nem tudo foi devolvido',
      ),
    ],
  },
  {
    name: 'diferença, desistência, diferença',
    sequence: from([buy('essential', 'yearly'), wait(30), ask('pro'), withdraw, ask('pro')]),
    problems: (facts) => [
      ...runs(facts, 'pro'),
      ...paidDifferences(facts, 1),
      ...unless(
        differences(facts).some(({ returnedOn }) => returnedOn !== null),
        'a primeira diferença não foi devolvida',
      ),
    ],
  },
  {
    name: 'anual, 100 dias, contestação perdida, conta nova',
    sequence: from([
      buy('pro', 'yearly'),
      wait(100),
      { kind: 'dispute', which: 'newest' } as const,
      { kind: 'lose', isSilent: false } as const,
      wait(1),
      erase,
      buy('pro', 'yearly'),
    ]),
    problems: (facts) => [...refusedWith(facts, 'debt-open'), ...stands(facts)],
  },
  {
    name: 'anual, diferença, contestação perdida: a parte dos dias perdidos volta',
    sequence: from([
      buy('essential', 'yearly'),
      wait(10),
      ask('pro'),
      wait(100),
      { kind: 'dispute', which: 'oldest' } as const,
      { kind: 'lose', isSilent: false } as const,
      wait(3),
    ]),
    problems: (facts) => [
      ...stands(facts),
      ...unless(
        differences(facts).some(({ backCentavos, centavos }) => 0 < backCentavos && backCentavos < centavos),
        'nada da diferença voltou',
      ),
    ],
  },
  {
    name: 'cancelamento e retomada "para amanhã", de novo e de novo',
    sequence: from([
      buy('enterprise', 'monthly'),
      waitForLastDay,
      cancel,
      ask('enterprise'),
      wait(1),
      cancel,
      ask('enterprise'),
      wait(1),
      cancel,
      ask('enterprise'),
      wait(1),
    ]),
    problems: ({ charges }) =>
      unless(charges.filter((each) => each.confirmedOn !== null).length >= 2, 'nada mais foi cobrado'),
  },
  {
    name: 'mudança e desistência no mesmo instante',
    sequence: from([
      buy('enterprise', 'yearly'),
      cancel,
      {
        kind: 'at-once',
        first: ask('enterprise'),
        second: withdraw,
        gapMs: 180,
        databaseMs: 12,
        clusterMs: 150,
      },
      wait(2),
    ]),
    problems: (facts) =>
      facts.charges.every((each) => each.confirmedOn === null || each.returnedOn !== null)
        ? stands(facts)
        : [],
  },
];
