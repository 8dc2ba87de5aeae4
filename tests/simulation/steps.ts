/** The steps of a sequence as data, and random sequences. */
import fc from 'fast-check';
import { type CardStep, changeCard, often, type SoldStep, selling, settlingIn, step } from './sold-steps.ts';

const paidPlans = ['essential', 'pro', 'enterprise'] as const;
const cycles = ['monthly', 'yearly'] as const;
export type Buyable = (typeof paidPlans)[number];
export type Cycle = (typeof cycles)[number];

/** Moments to wait for; their calendar day comes from the account. */
const moments = ['last-day', 'due-day', 'grace-end'] as const;

export type Step =
  | { kind: 'checkout'; plan: Buyable | 'free'; cycle: Cycle; entry: 'form' | 'hosted'; pays: boolean }
  | {
      kind: 'upgrade';
      plan: Buyable;
      cycle: Cycle | null;
      withCard: boolean;
      pays: boolean;
      isHosted?: boolean;
    }
  | { kind: 'cancel' }
  /** The newest purchase by its id, or else the oldest, without an id. */
  | { kind: 'withdraw'; isNewest?: boolean }
  | { kind: 'erase'; sameTaxId: boolean }
  | { kind: 'release' }
  | { kind: 'end' }
  | { kind: 'reconcile' }
  | { kind: 'start' }
  | { kind: 'pay' }
  | { kind: 'wait'; days: number }
  | { kind: 'wait-for'; moment: (typeof moments)[number] }
  | { kind: 'card'; works: boolean }
  | { kind: 'dispute'; which: 'newest' | 'oldest' }
  | { kind: 'win' }
  | { kind: 'lose'; isSilent: boolean }
  | { kind: 'refund'; which: 'newest' | 'oldest' }
  | { kind: 'processor'; state: 'down' | 'loses' | 'up' }
  | { kind: 'cluster'; state: 'down' | 'failing' | 'up' }
  | { kind: 'events'; mode: 'normal' | 'lost' | 'twice' | 'reversed' }
  | { kind: 'outage'; days: number }
  | SoldStep
  | { kind: 'at-once'; first: Simple; second: Simple; gapMs: number; databaseMs: number; clusterMs: number };

/** What two windows may request in the same second. */
export type Simple = Extract<Step, { kind: 'upgrade' | 'cancel' | 'withdraw' | 'checkout' }> | CardStep;

export interface Sequence {
  /** First day. */
  readonly from: string;
  readonly steps: readonly Step[];
}

const plan = fc.constantFrom(...paidPlans);
const cycle = fc.constantFrom(...cycles);
const usually = fc.integer({ min: 0, max: 9 }).map((n) => n > 0);
/** One in so many times. */
const seldom = (times: number) => fc.integer({ min: 0, max: times - 1 }).map((n) => n === 0);
const which = fc.constantFrom('newest', 'oldest');

const upgrade = step('upgrade', {
  plan,
  cycle: fc.option(cycle, { nil: null, freq: 2 }),
  withCard: fc.boolean(),
  pays: usually,
  isHosted: seldom(5),
});
const cancel = step('cancel');
const withdraw = step('withdraw', { isNewest: seldom(4) });
const checkout = step('checkout', {
  plan: often<Buyable | 'free'>([5, plan], [1, fc.constant('free')]),
  cycle,
  entry: often<'form' | 'hosted'>([3, fc.constant('form')], [1, fc.constant('hosted')]),
  pays: usually,
});
const simple = often<Simple>([3, upgrade], [2, cancel], [3, withdraw], [1, changeCard]);
const pace = fc.record({
  gapMs: fc.constantFrom(0, 20, 60, 120, 180),
  databaseMs: fc.constantFrom(0, 4, 12),
  clusterMs: fc.constantFrom(0, 40, 150),
});
const atOnce = fc
  .record({ first: simple, second: simple, pace })
  .map(({ first, second, pace }): Step => ({ kind: 'at-once', first, second, ...pace }));

/** Relevant numbers of days, and some in between. */
const days = fc.constantFrom(1, 1, 2, 3, 6, 7, 8, 14, 15, 16, 28, 30, 31, 45, 100);

const buying = often<Step>(
  [6, upgrade],
  [4, cancel],
  [3, withdraw],
  [1, checkout],
  [1, step('erase', { sameTaxId: usually })],
  [2, atOnce],
  [1, step('release')],
);
const passing = often<Step>(
  [3, step('wait', { days })],
  [3, step('wait-for', { moment: fc.constantFrom(...moments) })],
);
const paying = often<Step>(
  [3, step('pay')],
  [4, step('card', { works: fc.boolean() })],
  [2, step('dispute', { which })],
  [2, step('lose', { isSilent: seldom(3) })],
  [1, step('win')],
  [1, step('refund', { which })],
);
const breaking: fc.Arbitrary<Step> = fc.oneof(
  step('processor', { state: fc.constantFrom('down', 'loses', 'up') }),
  step('cluster', { state: fc.constantFrom('down', 'failing', 'up') }),
  step('events', { mode: fc.constantFrom('normal', 'lost', 'twice', 'reversed') }),
  step('outage', { days: fc.constantFrom(1, 3, 16) }),
  step('reconcile'),
  step('end'),
  step('start'),
);

/** Month ends, a leap day, the turn of the year, an ordinary Monday. */
const firstDays = ['2027-01-18', '2027-01-31', '2027-03-30', '2027-12-20', '2028-02-29'] as const;

const anything = often<Step>([10, buying], [9, passing], [4, paying], [8, selling], [2, breaking]);
/** A habit: a few steps of customer and calendar, repeated. */
const habit: fc.Arbitrary<Step[]> = fc
  .record({
    steps: fc.array(often<Step>([5, buying], [2, passing]), { minLength: 2, maxLength: 5 }),
    times: fc.integer({ min: 2, max: 4 }),
  })
  .map(({ steps, times }) => Array.from({ length: times }, () => steps).flat());

/** Two windows: one requests a plan, often the one just bought, while the other cancels. */
const haste = (bought: Buyable | 'free'): fc.Arbitrary<Step[]> => {
  const asked = bought === 'free' ? plan : fc.oneof(fc.constant(bought), plan);
  const both = fc.record({
    ask: upgrade,
    plan: asked,
    leave: often<Simple>([2, withdraw], [1, cancel]),
    isLeavingFirst: fc.boolean(),
    pace,
  });
  const before = fc.oneof<fc.Arbitrary<Step>[]>(cancel, fc.constant({ kind: 'wait', days: 1 }), upgrade);
  const pair = fc.tuple(before, both).map(([step, { ask, plan, leave, isLeavingFirst, pace }]): Step[] => {
    const asking = { ...ask, plan };
    const [first, second] = isLeavingFirst ? [leave, asking] : [asking, leave];
    return [step, { kind: 'at-once', first, second, ...pace }];
  });
  return fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => pairs.flat());
};

/** Faults before the first purchase. */
const ahead = often<readonly Step[]>(
  [8, fc.constant([])],
  [1, fc.constant([{ kind: 'cluster', state: 'failing' }])],
  [1, fc.tuple(breaking)],
);

/**
 * A purchase, sometimes in haste, then random steps or a habit; faults are rare, so that most steps are about the
 * rules.
 */
export const sequences: fc.Arbitrary<Sequence> = checkout.chain((first) =>
  fc
    .record({
      from: fc.constantFrom(...firstDays),
      ahead,
      settled: settlingIn,
      before: fc.array(anything, { maxLength: 4 }),
      rest: often<Step[]>([3, fc.array(anything, { minLength: 6, maxLength: 18 })], [2, habit]),
      hasty: often<Step[]>([4, fc.constant([])], [1, haste(first.plan)]),
    })
    .map(({ from, ahead, settled, before, rest, hasty }) => ({
      from,
      steps: [...ahead, first, ...hasty, ...settled, ...before, ...rest],
    })),
);
