/**
 * Steps about sold features besides paid days: card, people, monitors, and the deletion of an account by its person.
 */
import fc from 'fast-check';

export type CardStep = {
  kind: 'change-card';
  /** Whether the processor accepts the new card. */
  works: boolean;
  /** The late charge is paid with it first. */
  pays: boolean;
  /** Typed on the processor's page; without `pays`, the page is not used. */
  isHosted: boolean;
};

export type SoldStep =
  | CardStep
  | { kind: 'invite' }
  /** Of the newest invitation, by the invited colleague. */
  | { kind: 'accept' }
  | { kind: 'remove'; which: 'newest' | 'oldest' }
  /** Sets up this many monitors, once per environment. */
  | { kind: 'monitors'; count: number; interval: number }
  /** The customer pauses running monitors, or resumes these. */
  | { kind: 'pause-own'; count: number }
  | { kind: 'resume-own' }
  /** The owner wakes an environment that sleeps. */
  | { kind: 'wake' }
  /** A program resumes every ten minutes what we paused, this many times, on one day. */
  | { kind: 'resume-ours'; times: number }
  /** A person requests the deletion of their own account. */
  | { kind: 'leave-for-good'; sameTaxId: boolean }
  /** A colleague does so: one who was only invited, or one who has accepted. */
  | { kind: 'colleague-leaves'; who: 'invited' | 'member' };

/** A step of a kind, with fields drawn in this order. */
export const step = <const K extends string, F extends Record<string, unknown>>(
  kind: K,
  fields?: { readonly [N in keyof F]: fc.Arbitrary<F[N]> },
) =>
  (fields
    ? fc.record({ kind: fc.constant(kind), ...fields })
    : fc.constant({ kind })) as unknown as fc.Arbitrary<{ kind: K } & F>;

/** One of these, as often as the number before each says. */
export const often = <T>(...choices: readonly (readonly [weight: number, fc.Arbitrary<T>])[]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const mostly = fc.integer({ min: 0, max: 4 }).map((n) => n > 0);

export const changeCard: fc.Arbitrary<CardStep> = step('change-card', {
  works: mostly,
  pays: fc.boolean(),
  isHosted: mostly.map((is) => !is),
});

const invite = step('invite');
const accept = step('accept');
const people = often<SoldStep>(
  [3, invite],
  [3, accept],
  [1, step('remove', { which: fc.constantFrom('newest', 'oldest') })],
);

/** Numbers and intervals below and above each plan's limits. */
const monitors = often<SoldStep>(
  [
    3,
    step('monitors', {
      count: fc.constantFrom(4, 8, 40, 80),
      interval: fc.constantFrom(20, 60, 300, 600),
    }),
  ],
  [2, step('pause-own', { count: fc.constantFrom(1, 3, 36) })],
  [2, step('resume-own')],
  [1, step('wake')],
  [1, fc.constant({ kind: 'resume-ours', times: 24 })],
);

/** A colleague, usually right after the invitation. */
const team = often<SoldStep[]>(
  [2, fc.constant([{ kind: 'invite' }, { kind: 'accept' }])],
  [3, people.map((step) => [step])],
);

export const selling = often<SoldStep>(
  [4, changeCard],
  [4, people],
  [4, monitors],
  [1, step('leave-for-good', { sameTaxId: mostly })],
  [2, step('colleague-leaves', { who: fc.constantFrom('invited', 'member') })],
);

/** What an owner sets up at first, or nothing. */
export const settlingIn = often<SoldStep[]>(
  [2, fc.constant([])],
  [2, fc.array(team, { minLength: 1, maxLength: 3 }).map((all) => all.flat())],
  [2, monitors.map((step) => [step])],
);
