/** The steps of a sequence as data, and random sequences. */
import fc from 'fast-check';
import { type CardStep, changeCard, type SoldStep, selling, settlingIn } from './sold-steps.ts';

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
const of = <S extends Step>(step: S): fc.Arbitrary<S> => fc.constant(step);
const usually = fc.integer({ min: 0, max: 9 }).map((n) => n > 0);

const upgrade = fc.record({
  kind: fc.constant('upgrade' as const),
  plan,
  cycle: fc.option(cycle, { nil: null, freq: 2 }),
  withCard: fc.boolean(),
  pays: usually,
  isHosted: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
});
const withdraw = fc.record({
  kind: fc.constant('withdraw' as const),
  isNewest: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
});
const checkout = fc.record({
  kind: fc.constant('checkout' as const),
  plan: fc.oneof({ arbitrary: plan, weight: 5 }, { arbitrary: fc.constant('free' as const), weight: 1 }),
  cycle,
  entry: fc.oneof(
    { arbitrary: fc.constant('form' as const), weight: 3 },
    { arbitrary: fc.constant('hosted' as const), weight: 1 },
  ),
  pays: usually,
});
const simple: fc.Arbitrary<Simple> = fc.oneof(
  { arbitrary: upgrade, weight: 3 },
  { arbitrary: of({ kind: 'cancel' }), weight: 2 },
  { arbitrary: withdraw, weight: 3 },
  { arbitrary: changeCard, weight: 1 },
);
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

const buying: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: upgrade, weight: 6 },
  { arbitrary: of({ kind: 'cancel' }), weight: 4 },
  { arbitrary: withdraw, weight: 3 },
  { arbitrary: checkout, weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('erase' as const), sameTaxId: usually }), weight: 1 },
  { arbitrary: atOnce, weight: 2 },
  { arbitrary: of({ kind: 'release' }), weight: 1 },
);
const passing: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('wait' as const), days }), weight: 3 },
  {
    arbitrary: fc.record({ kind: fc.constant('wait-for' as const), moment: fc.constantFrom(...moments) }),
    weight: 3,
  },
);
const paying: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: of({ kind: 'pay' }), weight: 3 },
  { arbitrary: fc.record({ kind: fc.constant('card' as const), works: fc.boolean() }), weight: 4 },
  {
    arbitrary: fc.record({
      kind: fc.constant('dispute' as const),
      which: fc.constantFrom('newest' as const, 'oldest' as const),
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('lose' as const),
      isSilent: fc.integer({ min: 0, max: 2 }).map((n) => n === 0),
    }),
    weight: 2,
  },
  { arbitrary: of({ kind: 'win' }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      which: fc.constantFrom('newest' as const, 'oldest' as const),
    }),
    weight: 1,
  },
);
const breaking: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('processor' as const),
    state: fc.constantFrom('down' as const, 'loses' as const, 'up' as const),
  }),
  fc.record({
    kind: fc.constant('cluster' as const),
    state: fc.constantFrom('down' as const, 'failing' as const, 'up' as const),
  }),
  fc.record({
    kind: fc.constant('events' as const),
    mode: fc.constantFrom('normal' as const, 'lost' as const, 'twice' as const, 'reversed' as const),
  }),
  fc.record({ kind: fc.constant('outage' as const), days: fc.constantFrom(1, 3, 16) }),
  of({ kind: 'reconcile' }),
  of({ kind: 'end' }),
  of({ kind: 'start' }),
);

/** Month ends, a leap day, the turn of the year, an ordinary Monday. */
const firstDays = ['2027-01-18', '2027-01-31', '2027-03-30', '2027-12-20', '2028-02-29'] as const;

const anything: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: buying, weight: 10 },
  { arbitrary: passing, weight: 9 },
  { arbitrary: paying, weight: 4 },
  { arbitrary: selling, weight: 8 },
  { arbitrary: breaking, weight: 2 },
);
/** A habit: a few steps of customer and calendar, repeated. */
const habit: fc.Arbitrary<Step[]> = fc
  .record({
    steps: fc.array(fc.oneof({ arbitrary: buying, weight: 5 }, { arbitrary: passing, weight: 2 }), {
      minLength: 2,
      maxLength: 5,
    }),
    times: fc.integer({ min: 2, max: 4 }),
  })
  .map(({ steps, times }) => Array.from({ length: times }, () => steps).flat());

/** Two windows: one requests a plan, often the one just bought, while the other cancels. */
const haste = (bought: Buyable | 'free'): fc.Arbitrary<Step[]> => {
  const asked = bought === 'free' ? plan : fc.oneof(fc.constant(bought), plan);
  const both = fc.record({
    ask: upgrade,
    plan: asked,
    leave: fc.oneof({ arbitrary: withdraw, weight: 2 }, { arbitrary: of({ kind: 'cancel' }), weight: 1 }),
    isLeavingFirst: fc.boolean(),
    pace,
  });
  const before = fc.oneof(of({ kind: 'cancel' }), of({ kind: 'wait', days: 1 }), upgrade);
  const pair = fc.tuple(before, both).map(([step, { ask, plan, leave, isLeavingFirst, pace }]): Step[] => {
    const asking = { ...ask, plan };
    const [first, second] = isLeavingFirst ? [leave, asking] : [asking, leave];
    return [step, { kind: 'at-once', first, second, ...pace }];
  });
  return fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => pairs.flat());
};

/** Faults before the first purchase. */
const ahead: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { arbitrary: fc.constant([]), weight: 8 },
  { arbitrary: fc.tuple(of({ kind: 'cluster', state: 'failing' })), weight: 1 },
  { arbitrary: fc.tuple(breaking), weight: 1 },
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
      rest: fc.oneof(
        { arbitrary: fc.array(anything, { minLength: 6, maxLength: 18 }), weight: 3 },
        { arbitrary: habit, weight: 2 },
      ),
      hasty: fc.oneof({ arbitrary: fc.constant([]), weight: 4 }, { arbitrary: haste(first.plan), weight: 1 }),
    })
    .map(({ from, ahead, settled, before, rest, hasty }) => ({
      from,
      steps: [...ahead, first, ...hasty, ...settled, ...before, ...rest],
    })),
);
