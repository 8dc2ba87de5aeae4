/** A plan's seats, and what happens to members when it shrinks. */
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/billing/days.ts';
import {
  INVITATIONS_PER_DAY,
  SEATS_GRACE_DAYS,
  type SeatFacts,
  seatStep,
  seatsBesideOwner,
} from '#domain/people/seats.ts';
import { catalog } from '#tests/support/catalog.ts';

const now = Date.UTC(2026, 10, 23);
const facts = (known: Partial<SeatFacts>): SeatFacts => ({
  now,
  plan: 'essential',
  seats: 1,
  active: [],
  paused: [],
  overSince: null,
  grace: null,
  ...known,
});
const days = (count: number) => now + count * DAY_MS;

test('the owner takes one of the plan’s seats', () => {
  const seats = catalog.plans.map(({ id, limits }) => [id, seatsBesideOwner(limits)]);
  expect(seats).toEqual([
    ['free', 0],
    ['essential', 1],
    ['pro', 4],
    ['enterprise', 9],
  ]);
});

test.each<[string, Partial<SeatFacts>, ReturnType<typeof seatStep>]>([
  ['nobody', {}, { kind: 'fits', resume: [] }],
  ['as many as there are seats', { active: ['a'] }, { kind: 'fits', resume: [] }],
  ['one too many', { active: ['a', 'b'] }, { kind: 'grace', until: days(SEATS_GRACE_DAYS), isNew: true }],
  [
    'one too many, already notified',
    { active: ['a', 'b'], overSince: days(-3), grace: { plan: 'essential', at: days(-3) } },
    { kind: 'grace', until: days(SEATS_GRACE_DAYS - 3), isNew: false },
  ],
  [
    'the time to choose is over: the newest lose access',
    { active: ['a', 'b', 'c'], overSince: days(-14), grace: { plan: 'essential', at: days(-14) } },
    { kind: 'pause', pause: ['b', 'c'] },
  ],
  [
    'the same plan again within a year: at once',
    { active: ['a', 'b'], grace: { plan: 'essential', at: days(-300) } },
    { kind: 'pause', pause: ['b'] },
  ],
  [
    'another plan, or after a year: a new period',
    { active: ['a', 'b'], grace: { plan: 'essential', at: days(-366) } },
    { kind: 'grace', until: days(SEATS_GRACE_DAYS), isNew: true },
  ],
  [
    'room again: the first paused regains access first',
    { seats: 2, active: ['a'], paused: ['b', 'c'], overSince: days(-20) },
    { kind: 'fits', resume: ['b'] },
  ],
  [
    'a single-user plan',
    { seats: 0, active: ['a'], overSince: days(-14), grace: { plan: 'essential', at: days(-14) } },
    { kind: 'pause', pause: ['a'] },
  ],
])('%s', (_case, known, step) => {
  expect(seatStep(facts(known))).toEqual(step);
});

test('the daily invitation limit fills the largest plan in one day', () => {
  const largest = Math.max(...catalog.plans.map(({ limits }) => seatsBesideOwner(limits)));
  expect(INVITATIONS_PER_DAY).toBeGreaterThanOrEqual(largest);
});
