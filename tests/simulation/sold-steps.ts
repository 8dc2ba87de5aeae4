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
  /** A program resumes every ten minutes what we paused, this many times, on one day. */
  | { kind: 'resume-ours'; times: number }
  /** A person requests the deletion of their own account. */
  | { kind: 'leave-for-good'; sameTaxId: boolean }
  /** A colleague does so: one who was only invited, or one who has accepted. */
  | { kind: 'colleague-leaves'; who: 'invited' | 'member' };

const mostly = fc.integer({ min: 0, max: 4 }).map((n) => n > 0);
const seldom = mostly.map((is) => !is);

export const changeCard: fc.Arbitrary<CardStep> = fc.record({
  kind: fc.constant('change-card' as const),
  works: mostly,
  pays: fc.boolean(),
  isHosted: seldom,
});

const people: fc.Arbitrary<SoldStep> = fc.oneof(
  { arbitrary: fc.constant<SoldStep>({ kind: 'invite' }), weight: 3 },
  { arbitrary: fc.constant<SoldStep>({ kind: 'accept' }), weight: 3 },
  {
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      which: fc.constantFrom('newest' as const, 'oldest' as const),
    }),
    weight: 1,
  },
);

/** Numbers and intervals below and above each plan's limits. */
const monitors: fc.Arbitrary<SoldStep> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('monitors' as const),
      count: fc.constantFrom(4, 8, 40, 80),
      interval: fc.constantFrom(20, 60, 300, 600),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({ kind: fc.constant('pause-own' as const), count: fc.constantFrom(1, 3, 36) }),
    weight: 2,
  },
  { arbitrary: fc.constant<SoldStep>({ kind: 'resume-own' }), weight: 2 },
  { arbitrary: fc.constant<SoldStep>({ kind: 'resume-ours', times: 24 }), weight: 1 },
);

/** A colleague, usually right after the invitation. */
const team: fc.Arbitrary<SoldStep[]> = fc.oneof(
  { arbitrary: fc.constant<SoldStep[]>([{ kind: 'invite' }, { kind: 'accept' }]), weight: 2 },
  { arbitrary: people.map((step) => [step]), weight: 3 },
);

export const selling: fc.Arbitrary<SoldStep> = fc.oneof(
  { arbitrary: changeCard, weight: 4 },
  { arbitrary: people, weight: 4 },
  { arbitrary: monitors, weight: 4 },
  {
    arbitrary: fc.record({ kind: fc.constant('leave-for-good' as const), sameTaxId: mostly }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('colleague-leaves' as const),
      who: fc.constantFrom('invited' as const, 'member' as const),
    }),
    weight: 2,
  },
);

/** What an owner sets up at first, or nothing. */
export const settlingIn: fc.Arbitrary<SoldStep[]> = fc.oneof(
  { arbitrary: fc.constant<SoldStep[]>([]), weight: 2 },
  { arbitrary: fc.array(team, { minLength: 1, maxLength: 3 }).map((all) => all.flat()), weight: 2 },
  { arbitrary: monitors.map((step) => [step]), weight: 2 },
);
